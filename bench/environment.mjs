import { existsSync, readFileSync } from 'node:fs'
import { arch, availableParallelism, platform } from 'node:os'

/** @typedef {ReturnType<typeof describeEnvironment>} Environment */

/**
 * What was measured, and on what.
 *
 * @param {readonly string[]} drivers packages that took part besides the libraries
 */
export function describeEnvironment(drivers = []) {
  return {
    node: process.versions.node,
    openssl: process.versions.openssl,
    platform: `${platform()} ${arch()}`,
    cpus: availableParallelism(),
    versions: {
      latchkey: installedVersion('latchkey', 'latchkey/core'),
      '@auth/core': installedVersion('@auth/core'),
      'better-auth': installedVersion('better-auth'),
      ...Object.fromEntries(drivers.map((name) => [name, installedVersion(name)])),
    },
  }
}

/**
 * @param {string} name of the package
 * @param {string} entry something that it exports
 * @returns {string}
 */
function installedVersion(name, entry = name) {
  let folder = new URL('.', import.meta.resolve(entry))
  while (folder.pathname !== '/') {
    const file = new URL('package.json', folder)
    if (existsSync(file)) {
      const found = JSON.parse(readFileSync(file, 'utf8'))
      if (found.name === name) return found.version
    }
    folder = new URL('..', folder)
  }
  throw new Error(`The package "${name}" is not installed.`)
}
