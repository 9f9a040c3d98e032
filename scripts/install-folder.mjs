import { join } from 'node:path'
import { fingerprint, readStamp, writeStamp } from './fingerprint.mjs'
import { Stop, root, runNpm } from './run.mjs'

/**
 * Installs the packages of a folder with its own lockfile, unless they are installed already.
 *
 * @param {string} folder relative to the root
 * @param {readonly string[]} [options] of `npm ci`
 */
export async function installFolder(folder, options = []) {
  const stamp = `${folder}/node_modules/.latchkey-setup.json`
  const now = fingerprint([`${folder}/package.json`, `${folder}/package-lock.json`])
  if (readStamp(stamp)?.hash === now.hash) return
  console.log(`Installing the packages of ${folder} (npm ci) …`)
  const args = ['ci', '--no-audit', '--no-fund', ...options]
  const code = await runNpm(args, { cwd: join(root, folder) })
  if (code !== 0) throw new Stop(`npm ci failed with exit code ${code} in ${folder}.`)
  writeStamp(stamp, now)
}
