import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { origin, secret } from '../visitor.mjs'
import { signInSubject } from './subject.mjs'

/** @typedef {import('./browser.mjs').Handle} Handle */

/**
 * A sign-in with better-auth, on its memory adapter. Sessions of before are forgotten, so that
 * searching them costs nothing.
 *
 * @param {string} type
 * @param {string} name
 * @param {object} options
 * @param {(handle: Handle) => Promise<Response>} walk
 * @param {(auth: any) => Promise<unknown>} [prepare]
 */
export async function betterAuthSignIn(type, name, options, walk, prepare) {
  /** @type {Record<string, any[]>} */
  const store = { user: [], session: [], account: [], verification: [] }
  /** @type {any} */
  const auth = betterAuth({
    secret,
    baseURL: origin,
    database: memoryAdapter(store),
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    ...options,
  })
  await prepare?.(auth)
  return signInSubject('better-auth', type, name, async () => {
    for (const table of ['session', 'verification']) store[table]?.splice(0)
    const response = await walk(auth.handler)
    const [session] = store['session'] ?? []
    const user = store['user']?.find(({ id }) => id === session?.userId)
    return { response, email: user?.email ?? '' }
  })
}
