import { authJs } from './auth-js.mjs'
import { betterAuth } from './better-auth.mjs'
import { latchkey } from './latchkey.mjs'

/**
 * @param {number} poolSize how many tokens a cold subject goes through before it meets one again
 * @returns {Promise<import('./subject.mjs').Subject<any>[]>}
 */
export async function createSubjects(poolSize) {
  return [...(await latchkey(poolSize)), ...(await authJs(poolSize)), ...(await betterAuth())]
}
