import { oldestVersion } from '../oldest-version.js'
import { compareVersions, findVersion } from '../package-version.js'
import { findingAt, type Concern, type Finding } from './finding.js'
import { listOverrides, listPackages, parsePackage, type NamedPackage } from './package-json.js'
import type { ParsedFile, TypeScript } from './parsed-file.js'
import { findRaised } from './raised-versions.js'
import { newestIn } from './version-range.js'

const manifest = 'package.json'

/** What is known of an app's packages. */
export interface PackageFacts {
  readonly folder: string
  /** The text of `package.json`. */
  readonly text: string
  /** The versions that Latchkey works with. */
  readonly peers: ReadonlyMap<string, string>
}

/**
 * Finds packages of the app that are too old for Latchkey: what is installed, and what
 * `package.json` allows. `move` raises a range that allows no other version.
 */
export async function findOldPackages(
  typescript: TypeScript,
  { folder, text, peers }: PackageFacts,
): Promise<readonly Finding[]> {
  const file = { ...parsePackage(typescript, text), path: manifest }
  const raised = new Map(findRaised(file, peers).map(({ literal, to }) => [literal, to]))
  const found = listPackages(file).map(async (one): Promise<readonly Finding[]> => {
    const oldest = oldestVersion(peers, one.name)
    if (oldest === undefined) return []
    const to = raised.get(one.literal)
    if (to !== undefined) return [findingAt(file, one.literal, tooOldRange(one, oldest, to))]
    const installed = await findVersion(folder, one.name)
    const concern = concernOf(one, oldest, installed)
    return concern ? [findingAt(file, one.literal, concern)] : []
  })
  return [
    ...(await Promise.all(found)).flat(),
    ...findOldOverrides(file, peers),
    ...(await findOldAuthJs(folder, file)),
  ]
}

// The package of an override such as `vite`, `**/vite` or `vite@<6`.
const overridden = /^(?:\*\*\/)?((?:@[^/@>]+\/)?[^/@>]+)(?:@(?:[^>/]|>=?\s*\d)*)?$/

/** An override wins over the range that `move` raises, or the installation fails. */
function findOldOverrides(
  file: ParsedFile,
  peers: ReadonlyMap<string, string>,
): readonly Finding[] {
  return listOverrides(file).flatMap(({ name: key, range, literal }) => {
    const name = overridden.exec(key)?.[1] ?? ''
    const [oldest, newest] = [oldestVersion(peers, name), newestIn(range)]
    const isOld =
      oldest !== undefined && newest !== undefined && compareVersions(newest, oldest) < 0
    return isOld ? [findingAt(file, literal, tooOldOverride(name, range, oldest))] : []
  })
}

function concernOf(
  { name, range }: NamedPackage,
  oldest: string,
  installed: string | undefined,
): Concern | undefined {
  if (installed !== undefined) {
    return compareVersions(installed, oldest) < 0 ? tooOld(name, installed, oldest) : undefined
  }
  return newestIn(range) === undefined ? unseenRange(name, range, oldest) : undefined
}

const authJs = '@auth/core'
/** The first version whose session cookies Latchkey reads. */
const firstReadable = '0.19.0'

/** Before that version, the session cookie had another name and another encryption. */
async function findOldAuthJs(folder: string, file: ParsedFile): Promise<readonly Finding[]> {
  const named = listPackages(file).find(({ name }) => name === authJs)
  const installed = await findVersion(folder, authJs)
  const version = installed ?? newestIn(named?.range ?? 'latest')
  if (version === undefined || compareVersions(version, firstReadable) >= 0) return []
  const concern: Concern = {
    problem: `${authJs} ${installed ?? named?.range} writes session cookies that Latchkey does not read. It reads those of ${firstReadable} and later.`,
    cure: 'Your users have to sign in again after the move, unless their sessions are in a database: see "Before you start" in docs/guide/moving.md.',
  }
  return [findingAt(file, named?.literal ?? file.root, concern)]
}

function tooOld(name: string, version: string, oldest: string): Concern {
  return {
    problem: `${name} ${version} is too old. Latchkey needs ${oldest} or later.`,
    cure: `Update ${name} before the move, and deploy the app with Auth.js once more.`,
  }
}

function tooOldRange({ name, range }: NamedPackage, oldest: string, to: string): Concern {
  return {
    problem: tooOld(name, range, oldest).problem,
    cure: `move raises it to ${to}. Read what has changed in ${name} since then.`,
  }
}

function tooOldOverride(name: string, range: string, oldest: string): Concern {
  return {
    problem: `This keeps ${name} at ${range}, which is too old. Latchkey needs ${oldest} or later.`,
    cure: 'Remove the line or raise its version. Otherwise the installation fails or uses the old version.',
  }
}

function unseenRange(name: string, range: string, oldest: string): Concern {
  return {
    problem: `move cannot see which version of ${name} "${range}" means. Latchkey needs ${oldest} or later.`,
    cure: `Run npm ls ${name} after the installation, and update ${name} if it is older.`,
  }
}
