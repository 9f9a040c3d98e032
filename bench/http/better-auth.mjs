import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { toNodeHandler } from 'better-auth/node'
import { secret } from '../subjects/visitor.mjs'
import { httpOrigin } from './requests.mjs'

/** Its own listener for Node, with a signed cookie cache: nothing has to be looked up. */
export async function openListener() {
  const auth = betterAuth({
    secret,
    baseURL: httpOrigin,
    database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
    emailAndPassword: {
      enabled: true,
      password: { hash: async () => '', verify: async () => true },
    },
    session: { cookieCache: { enabled: true, strategy: 'jwt', maxAge: 60 * 60 } },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  })
  return toNodeHandler(auth)
}
