import { Auth, setEnvDefaults } from 'latchkey/core'
import { makeConfig } from '../auth-config.mjs'

/**
 * Makes the handler of a server that has nothing but our routes.
 *
 * @param {import('latchkey/core').EnvGetter} env
 * @returns {(request: Request, clientAddress: string | undefined) => Promise<Response>}
 */
export function makeHandler(env) {
  const config = makeConfig()
  setEnvDefaults(env, config)
  return (request, clientAddress) => Auth(request, config, { clientAddress })
}
