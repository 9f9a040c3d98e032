import { Auth, readSession } from 'latchkey/core'
import { encode } from 'latchkey/jwt'
import credentials from 'latchkey/providers/credentials'
import { bareDecrypt } from './bare-decrypt.mjs'
import { emailInJson, raise, requestWith } from './subject.mjs'
import { claimsOf, emailOf, origin, otherCookies, secret } from './visitor.mjs'

const cookieName = '__Host-authjs.session-token'
const url = `${origin}/auth/session`

/** @type {import('latchkey/core').AuthConfig} */
const config = { secret, origin, providers: [credentials({ authorize: () => null })] }

/**
 * The engine, and the bare cost of the cryptography for the very same tokens.
 *
 * No two subjects share a visitor: what the engine remembers of one must not help another.
 *
 * @param {number} poolSize
 */
export async function latchkey(poolSize) {
  const readPool = await createPool(0, poolSize)
  return [
    bareDecrypt(readPool.tokens, secret, cookieName),
    withoutCookie(),
    read('cold', readPool),
    read('hot', await createPool(poolSize, 1)),
    get('cold', await createPool(poolSize + 1, poolSize)),
    get('hot', await createPool(2 * poolSize + 1, 1)),
  ]
}

/**
 * The same reads with telemetry off and on, for `--only telemetry`.
 *
 * @param {number} poolSize
 * @param {import('latchkey/otel').Telemetry} telemetry
 */
export async function latchkeyWithTelemetry(poolSize, telemetry) {
  const measured = { ...config, telemetry }
  const pool = await createPool(0, poolSize)
  return [
    bareDecrypt(pool.tokens, secret, cookieName),
    read('cold', pool),
    read('hot', await createPool(poolSize, 1)),
    read('cold', await createPool(poolSize + 1, poolSize), measured, ', telemetry on'),
    read('hot', await createPool(2 * poolSize + 1, 1), measured, ', telemetry on'),
  ]
}

/** @typedef {Awaited<ReturnType<typeof createPool>>} Pool */

/**
 * @param {number} first
 * @param {number} size
 */
async function createPool(first, size) {
  /** @type {string[]} */
  const tokens = []
  for (let at = first; at < first + size; at++) {
    tokens.push(await encode({ token: claimsOf(at), secret, salt: cookieName }))
  }
  const requests = tokens.map((token) =>
    requestWith(url, `${otherCookies}; ${cookieName}=${token}`),
  )
  return {
    tokens,
    pick: (/** @type {number} */ at) => requests[at % size] ?? raise('The pool is empty.'),
    emailOf: (/** @type {number} */ at) => emailOf(first + (at % size)),
  }
}

/**
 * @param {'cold' | 'hot'} warmth
 * @param {Pool} pool
 * @param {import('latchkey/core').AuthConfig} given
 * @param {string} detail what sets the config apart
 * @returns {import('./subject.mjs').Subject<Awaited<ReturnType<typeof readSession>>>}
 */
function read(warmth, pool, given = config, detail = '') {
  return {
    id: `latchkey-read-${warmth}${detail && '-telemetry'}`,
    library: 'latchkey',
    name: `readSession, ${warmth}${detail}`,
    kind: 'async',
    run: (at) => readSession(pool.pick(at), given),
    emailIn: emailInData,
    expected: pool.emailOf,
  }
}

/**
 * @param {'cold' | 'hot'} warmth
 * @param {Pool} pool
 * @returns {import('./subject.mjs').Subject<string>}
 */
function get(warmth, pool) {
  return {
    id: `latchkey-get-${warmth}`,
    library: 'latchkey',
    name: `GET /auth/session, ${warmth}`,
    kind: 'async',
    run: async (at) => (await Auth(pool.pick(at), config)).text(),
    emailIn: emailInJson,
    expected: pool.emailOf,
  }
}

/** @returns {import('./subject.mjs').Subject<Awaited<ReturnType<typeof readSession>>>} */
function withoutCookie() {
  const request = requestWith(url, otherCookies)
  return {
    id: 'latchkey-read-no-cookie',
    library: 'latchkey',
    name: 'readSession, no session cookie',
    kind: 'async',
    run: () => readSession(request, config),
    emailIn: emailInData,
    expected: () => null,
  }
}

/**
 * @param {Awaited<ReturnType<typeof readSession>>} result
 * @returns {string | null}
 */
function emailInData({ data }) {
  return data === null ? null : (data.user?.email ?? '(a session without an address)')
}
