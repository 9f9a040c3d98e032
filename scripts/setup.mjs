import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint, readStamp, writeStamp } from './fingerprint.mjs'
import { Stop, root, runNpm } from './run.mjs'

const oldestNode = 20
const stamp = 'node_modules/.latchkey-setup.json'

/** Everything that a fresh clone lacks: a Node that is new enough, and the packages. */
export async function setUp() {
  requireNode()
  await installPackages()
}

function requireNode() {
  if (Number.parseInt(process.versions.node, 10) >= oldestNode) return
  throw new Stop(
    `Latchkey needs Node.js ${oldestNode} or newer; this is ${process.version}. See https://nodejs.org`,
  )
}

async function installPackages() {
  const lockfile = fingerprint(['package-lock.json'])
  if (readStamp(stamp)?.hash === lockfile.hash) return
  if (!isInstalledByHand()) {
    console.log('Installing packages (npm ci) …')
    // NODE_ENV=production would leave out the tools that build and test.
    const code = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund'])
    if (code !== 0) throw new Stop(`npm ci failed with exit code ${code}.`)
  }
  writeStamp(stamp, lockfile)
}

/** `npm install` leaves its own record of what it installed, newer than the lockfile. */
function isInstalledByHand() {
  const installed = modified('node_modules/.package-lock.json')
  return installed > 0 && installed >= modified('package-lock.json')
}

/** @param {string} path */
function modified(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
}
