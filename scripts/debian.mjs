import { existsSync, readFileSync } from 'node:fs'
import { run } from './run.mjs'

/** @type {Promise<void> | undefined} */
let updated

/**
 * Installs packages with apt-get where that needs no password. It never throws: the caller
 * looks again for what should now be there.
 *
 * @param {string} what is installed, for people
 * @param {readonly string[]} packages
 */
export async function installFromDebian(what, packages) {
  if (process.getuid?.() !== 0 || !isDebian()) return
  console.log(`Installing ${what} with apt-get …`)
  updated ??= aptGet('update', '-qq')
  await updated
  await aptGet('install', '-y', '-qq', ...packages)
}

/** @param {readonly string[]} args */
async function aptGet(...args) {
  await run('apt-get', args, { env: { DEBIAN_FRONTEND: 'noninteractive' } }).catch(report)
}

function isDebian() {
  const release = '/etc/os-release'
  return existsSync(release) && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync(release, 'utf8'))
}

/**
 * For what may fail: the caller looks whether it worked.
 *
 * @param {unknown} error
 */
export function report(error) {
  console.error(error instanceof Error ? error.message : error)
}
