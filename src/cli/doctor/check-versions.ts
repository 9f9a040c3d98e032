import type { App } from '../find-app.js'
import { compareVersions, findVersion } from '../package-version.js'
import { oldestVersion } from '../oldest-version.js'
import { isLockedOut } from '../plug-n-play.js'
import { readPeers, readVersion } from '../version.js'
import type { CheckResult } from './check-result.js'

/** Half-open: the first version that works, and the first that does not. */
interface Range {
  readonly from: string
  readonly below?: string
}

/** The first versions that do not work. Qwik 1 needs a Vite before 8. */
const ends: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  latchkey: { '@builder.io/qwik': '2', '@builder.io/qwik-city': '2', vite: '8' },
  'latchkey/qwik2': { '@qwik.dev/core': '3', '@qwik.dev/router': '3' },
}

/** Checks the versions of Node, Latchkey, Qwik and Vite. */
export async function checkVersions({ folder, framework }: App): Promise<readonly CheckResult[]> {
  const node = checkVersion('node', process.versions.node, { from: '20' })
  if (isLockedOut(folder)) return [node, lockedOut]
  const peers = await readPeers()
  const packages = [framework.core, framework.router, 'vite'].map((name) => {
    const below = ends[framework.door]?.[name]
    const from = oldestVersion(peers, name) ?? '0'
    return checkPackage(folder, name, below === undefined ? { from } : { from, below })
  })
  return [node, await checkLatchkey(folder), ...(await Promise.all(packages))]
}

/** The command should be the one that the app has installed. */
async function checkLatchkey(folder: string): Promise<CheckResult> {
  const check = 'latchkey'
  const [own, installed] = [await readVersion(), await findVersion(folder, check)]
  if (installed === undefined) return notInstalled(check)
  if (installed === own) return { check, state: 'ok', message: installed }
  return {
    check,
    state: 'warning',
    message: `The app has ${installed}, but this command is ${own}.`,
    cure: 'Run npx latchkey doctor in the folder of the app.',
  }
}

async function checkPackage(folder: string, name: string, range: Range): Promise<CheckResult> {
  const version = await findVersion(folder, name)
  return version === undefined ? notInstalled(name) : checkVersion(name, version, range)
}

const lockedOut: CheckResult = {
  check: 'packages',
  state: 'unknown',
  message:
    "Yarn's Plug'n'Play keeps the app's packages in archives, and Yarn did not start this command. The versions, the exports, the options, the adapter and the providers were not checked.",
  cure: 'Run yarn latchkey doctor.',
}

function notInstalled(name: string): CheckResult {
  return {
    check: name,
    state: 'wrong',
    message: `${name} is not installed.`,
    cure: `Run npm install, or npm install ${name} if package.json does not have it.`,
  }
}

function checkVersion(check: string, version: string, { from, below }: Range): CheckResult {
  const isOld = compareVersions(version, from) < 0
  const isNew = below !== undefined && compareVersions(version, `${below}-0`) >= 0
  if (!isOld && !isNew) return { check, state: 'ok', message: version }
  const wanted = below === undefined ? `${from} or later` : `${from} or later, but before ${below}`
  return {
    check,
    state: 'wrong',
    message: `Expected ${check} ${wanted}, found ${version}.`,
    cure: `Install a version of ${check} that fits.`,
  }
}
