import { runnerImport } from 'vite'

/**
 * The server that the tests run on, as they set it up.
 *
 * @param {'postgres' | 'redis'} kind
 * @returns {Promise<import('../../test/support/servers/server.js').Server>}
 */
export async function startDatabase(kind) {
  const file = new URL(`../../test/support/servers/${kind}.ts`, import.meta.url)
  /** @type {{ module: any }} */
  const { module } = await runnerImport(file.pathname, { configFile: false, logLevel: 'error' })
  return kind === 'postgres' ? module.startPostgres() : module.startRedis()
}
