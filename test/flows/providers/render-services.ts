import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { EmailConfig } from '../../../src/model/email.js'
import type { CatalogueEntry } from './catalogue.js'

const folder = fileURLToPath(new URL('../../../src/providers/', import.meta.url))

const head = `/** A built-in service. */
export type ServiceRow = readonly [
  id: string,
  type: string,
  /** What it is imported as. */
  importName: string,
  name: string,
  /** The options that it cannot do without. */
  needs: string,
  /** Where an app is registered with it. */
  registration: string,
]

/**
 * Every built-in service.
 *
 * Written by test/flows/providers/render-services.ts; refresh with: npx vitest run test/flows/providers/catalogue.test.ts -u
 */
// prettier-ignore
export const serviceRows: readonly ServiceRow[] = [
`

/** Writes the file of the command line that lists the services. */
export async function renderServices(catalogue: readonly CatalogueEntry[]): Promise<string> {
  const rows = [...catalogue.map(rowOfOAuth), ...(await Promise.all(mailFiles().map(rowOfMail)))]
  const lines = rows.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)).map(renderRow)
  return `${head}${lines.join('\n')}\n]\n`
}

function rowOfOAuth({ id, factory, fixture, source }: CatalogueEntry): readonly string[] {
  const { name, type, variables = {}, issuer } = factory()
  const needs = new Set(['id'])
  if (fixture.token.auth !== 'none') needs.add('secret')
  for (const [option, value] of Object.entries(variables)) {
    if (value === undefined) needs.add(option)
  }
  const hasIssuer = issuer !== undefined || 'issuer' in variables
  if (typeof fixture.options?.['issuer'] === 'string' && !hasIssuer) needs.add('issuer')
  return [id, type, importName(source), name, [...needs].join(' '), registrationOf(source)]
}

async function rowOfMail(id: string): Promise<readonly string[]> {
  const provider = await import(`../../../src/providers/${id}.ts`)
  const { name, type, requires = [] }: EmailConfig = provider.default()
  const needs = requires.map((option) => (option === 'apiKey' ? 'key' : option))
  const source = sourceOf(id)
  return [id, type, importName(source), name, needs.join(' '), registrationOf(source)]
}

function mailFiles(): readonly string[] {
  const ids = readdirSync(folder).flatMap((file) => /^(.+)\.ts$/.exec(file)?.[1] ?? [])
  return ids.filter((id) => /\): EmailConfig \{$/m.test(sourceOf(id)))
}

function sourceOf(id: string): string {
  return readFileSync(`${folder}${id}.ts`, 'utf8')
}

function importName(source: string): string {
  return /^export default function (\w+)/m.exec(source)?.[1] ?? ''
}

/** The last link of a file is the console of its service. */
function registrationOf(source: string): string {
  return [...source.matchAll(/^ \* @see (\S+)$/gm)].at(-1)?.[1] ?? ''
}

function renderRow(row: readonly string[]): string {
  return `  [${row.map((text) => `'${text.replaceAll("'", "\\'")}'`).join(', ')}],`
}
