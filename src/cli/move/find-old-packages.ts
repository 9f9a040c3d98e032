import { join } from 'node:path'
import { compareVersions, findVersion } from '../package-version.js'
import { isObject, readJsonIfThere } from '../read-file.js'
import type { Finding } from './finding.js'
import { newestIn } from './version-range.js'

const manifest = 'package.json'

/**
 * Finds packages of the app that are too old for Latchkey: what is installed, and what
 * `package.json` allows.
 *
 * @param peers - the versions that Latchkey works with
 */
export async function findOldPackages(
  folder: string,
  text: string,
  peers: ReadonlyMap<string, string>,
): Promise<readonly Finding[]> {
  const entries = [...(await packagesOf(folder))]
  const found = entries.map(async ([name, range]): Promise<readonly Finding[]> => {
    const wanted = /^>=(\S+)/.exec(peers.get(name) ?? '')?.[1]
    if (wanted === undefined) return []
    const isOld = (version: string | undefined): boolean =>
      version !== undefined && compareVersions(version, wanted) < 0
    const installed = await findVersion(folder, name)
    if (isOld(installed)) return [tooOld(text, name, installed ?? '', wanted)]
    return isOld(newestIn(range)) ? [tooOld(text, name, range, wanted)] : []
  })
  return [...(await Promise.all(found)).flat(), ...(await findOldAuthJs(folder, text))]
}

const authJs = '@auth/core'
/** The first version whose session cookies Latchkey reads. */
const firstReadable = '0.19.0'

/** Before that version, the session cookie had another name and another encryption. */
async function findOldAuthJs(folder: string, text: string): Promise<readonly Finding[]> {
  const range = (await packagesOf(folder)).get(authJs) ?? ''
  const installed = await findVersion(folder, authJs)
  const version = installed ?? newestIn(range)
  if (version === undefined || compareVersions(version, firstReadable) >= 0) return []
  return [
    {
      path: manifest,
      line: Math.max(1, lineOf(text, authJs)),
      problem: `${authJs} ${installed ?? range} writes session cookies that Latchkey does not read. It reads those of ${firstReadable} and later.`,
      cure: 'Your users have to sign in again after the move, unless their sessions are in a database: see "Before you start" in docs/guide/moving.md.',
    },
  ]
}

function lineOf(text: string, name: string): number {
  return text.split('\n').findIndex((one) => one.includes(`"${name}"`)) + 1
}

async function packagesOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const parsed = await readJsonIfThere(join(folder, manifest))
  const groups = [parsed?.['devDependencies'], parsed?.['dependencies']]
  const entries = groups.filter(isObject).flatMap((group) => Object.entries(group))
  return new Map(entries.map(([name, range]) => [name, String(range)]))
}

function tooOld(text: string, name: string, version: string, wanted: string): Finding {
  return {
    path: manifest,
    line: lineOf(text, name),
    problem: `${name} ${version} is too old. Latchkey needs ${wanted} or later.`,
    cure: `Update ${name} before the move, and deploy the app with Auth.js once more.`,
  }
}
