import { shortestSecret } from '../../config/secret-strength.js'
import type { EnvEntry } from '../parse-env.js'
import type { Concern, Finding } from './finding.js'
import { kindOfUrl } from './kind-of-url.js'
import { cureWhileRolling, guessableSecret, weaknessOf, type Weakness } from './weak-secret.js'

/** The variables that hold secrets. The first one that is set encrypts, the others decrypt. */
const secretNames = ['AUTH_SECRET_3', 'AUTH_SECRET_2', 'AUTH_SECRET_1', 'AUTH_SECRET']

/** What the findings depend on. */
export interface VariableOptions {
  /** Where the app's auth routes are. */
  readonly basePath: string
  /** Whether old and new servers will run side by side, which need the same secrets. */
  readonly isRolling: boolean
}

/**
 * Finds variables that Latchkey reads in another way. A finding never shows a value.
 *
 * @param entries - the variables that the file sets
 */
export function findVariables(
  path: string,
  text: string,
  entries: readonly EnvEntry[],
  { basePath, isRolling }: VariableOptions,
): readonly Finding[] {
  const values = new Map(entries.map(({ name, value }) => [name, value]))
  const at = (name: string, finding: Concern): Finding => ({
    path,
    line: lineOf(text, name),
    ...finding,
  })
  const secret = secretNames.find((name) => values.get(name))
  const weakness = secret === undefined ? undefined : weaknessOf(values.get(secret) ?? '')
  const url = values.get('AUTH_URL') ?? ''
  const [urlPath, kind] = [pathOf(url), kindOfUrl(url)]
  return [
    ...(secret !== undefined && weakness
      ? [at(secret, weakSecret(secret, weakness, isRolling))]
      : []),
    ...(urlPath !== undefined && urlPath !== basePath ? [at('AUTH_URL', pathInUrl(urlPath))] : []),
    ...(kind === 'invalid' ? [at('AUTH_URL', invalidUrl)] : []),
    ...(kind === 'local' && !development.test(path) ? [at('AUTH_URL', localUrl)] : []),
    ...[...formerNames].flatMap(([name, cure]) =>
      values.has(name) ? [at(name, { problem: `Latchkey does not read ${name}.`, cure })] : [],
    ),
  ]
}

function weakSecret(name: string, weakness: Weakness, isRolling: boolean): Concern {
  if (weakness === 'guessable') return guessableSecret(name, isRolling)
  const next =
    { AUTH_SECRET: 'AUTH_SECRET_1', AUTH_SECRET_1: 'AUTH_SECRET_2' }[name] ?? 'AUTH_SECRET_3'
  const problem = `${name} has fewer than ${shortestSecret} characters.`
  if (isRolling) return { problem, cure: `${cureWhileRolling} Then set ${next}.` }
  return {
    problem,
    cure:
      name === next
        ? 'Replace it with the output of `npx latchkey secret`.'
        : `Keep it, so that your users stay signed in, and set ${next} to a secret that \`npx latchkey secret\` prints. If the config sets secret, pass both as a list, the new one first.`,
  }
}

/** Files that only the author's own computer reads. */
const development = /^\.(?:env\.(?:.*\.)?(?:local|dev|development|test)|dev\.vars)$/

const invalidUrl: Concern = {
  problem: 'AUTH_URL is not a valid URL, so Latchkey answers with status 500.',
  cure: "Set it to your site's origin, such as https://app.example.",
}

const localUrl: Concern = {
  problem: 'AUTH_URL is an address of this computer, and Latchkey goes by it wherever it runs.',
  cure: "Set AUTH_URL to your site's origin where the server runs.",
}

function pathInUrl(urlPath: string): Concern {
  return {
    problem: `AUTH_URL has the path ${urlPath}, which Auth.js for Qwik ignored. Latchkey would serve its routes there.`,
    cure: 'Remove the path from AUTH_URL.',
  }
}

/** The variables of next-auth 4, and what to do with each. */
const formerNames: ReadonlyMap<string, string> = new Map([
  ['NEXTAUTH_SECRET', 'Rename it to AUTH_SECRET, unless your config reads it.'],
  ['NEXTAUTH_URL', 'Rename it to AUTH_URL, and remove its path.'],
  ['NEXTAUTH_URL_INTERNAL', 'Remove it, because Latchkey does not call itself.'],
])

function pathOf(url: string): string | undefined {
  const path = URL.canParse(url) ? new URL(url).pathname.replace(/\/$/, '') : ''
  return path === '' ? undefined : path
}

function lineOf(text: string, name: string): number {
  const set = new RegExp(String.raw`(?<![\w$])${name}(?!\w)(?=["']?\s*[:=]|\s*$)`)
  const lines = text.split('\n').map((line) => line.replace(/^\s*#.*/, ''))
  return lines.findIndex((line) => set.test(line)) + 1
}
