import { runnerImport } from 'vite'

/**
 * Starts a database server of the tests, which are written in TypeScript.
 *
 * @param {'postgres' | 'mariadb' | 'redis'} file
 * @param {string} start name of the function in that file
 * @param {readonly string[]} [settings]
 * @returns {Promise<import('../../test/support/servers/server.js').Server>}
 */
export async function startServer(file, start, settings = []) {
  const path = new URL(`../../test/support/servers/${file}.ts`, import.meta.url).pathname
  /** @type {{ module: any }} */
  const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' })
  return module[start](settings)
}
