import { importSubjects, markOther } from '../other-checkout.mjs'
import { authJs } from './auth-js.mjs'
import { betterAuth } from './better-auth.mjs'
import { latchkey } from './latchkey.mjs'

/**
 * @param {number} poolSize how many tokens a cold subject goes through before it meets one again
 * @param {string} [against] the folder of another checkout
 * @returns {Promise<import('./subject.mjs').Subject<any>[]>}
 */
export async function createSubjects(poolSize, against) {
  return [
    ...(await latchkey(poolSize)),
    ...(against === undefined ? [] : await otherLatchkey(poolSize, against)),
    ...(await authJs(poolSize)),
    ...(await betterAuth()),
  ]
}

/**
 * @param {number} poolSize
 * @param {string} against
 * @returns {Promise<import('./subject.mjs').Subject<any>[]>}
 */
async function otherLatchkey(poolSize, against) {
  const other = await importSubjects(against, 'latchkey.mjs')
  /** @type {import('./subject.mjs').Subject<any>[]} */
  const subjects = await other.latchkey(poolSize)
  return subjects.filter(({ library }) => library === 'latchkey').map(markOther)
}
