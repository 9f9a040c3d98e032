import { Auth, mayCarrySession, prepareConfig, readSession } from 'latchkey/core'
import { encode } from 'latchkey/jwt'
import credentials from 'latchkey/providers/credentials'
import github from 'latchkey/providers/github'
import google from 'latchkey/providers/google'
import { bareDecrypt } from './bare-decrypt.mjs'
import { emailInJson, raise, requestWith } from './subject.mjs'
import { claimsOf, emailOf, environment, origin, otherCookies, secret } from './visitor.mjs'

const cookieName = '__Host-authjs.session-token'
const url = `${origin}/auth/session`

/** @type {import('latchkey/core').AuthConfig} */
const config = { secret, origin, providers: [credentials({ authorize: () => null })] }

/**
 * The config function of an app with three providers and a callback. Qwik calls it for each
 * request, so an app never has one kept config.
 *
 * @returns {import('latchkey/core').AuthConfig}
 */
function makeConfig() {
  return {
    providers: [github({}), google({}), credentials({ authorize: () => null })],
    callbacks: {
      session({ session, token }) {
        if (session.user) session.user.id = token.sub
        return session
      },
    },
  }
}

/**
 * The bare cost of the cryptography, for tokens of the same kind.
 *
 * @param {number} poolSize
 */
export async function bare(poolSize) {
  const { tokens } = await createPool(0, poolSize)
  return [bareDecrypt(tokens, secret, cookieName)]
}

/**
 * Reads with one kept config. No two subjects share a visitor: what the engine remembers of one must
 * not help another.
 *
 * @param {number} poolSize
 */
export async function kept(poolSize) {
  return [
    withoutCookie(),
    read('cold', await createPool(0, poolSize)),
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
 * What the binding does for a page: it calls the config function, and reads the session if there is
 * a cookie. Neither the making of the `Request` is in it, nor Qwik's own work.
 *
 * @param {number} poolSize
 * @returns {Promise<import('./subject.mjs').Subject<any>[]>}
 */
export async function app(poolSize) {
  const owner = {}
  const env = { get: (/** @type {string} */ name) => environment[name] }
  const none = { data: null, cookies: [] }
  const visit = async (/** @type {Request} */ request) => {
    const loaded = await prepareConfig(makeConfig, env, owner)
    return mayCarrySession(request, loaded) ? await readSession(request, loaded) : none
  }
  const [cold, hot] = [await createPool(3 * poolSize, poolSize), await createPool(4 * poolSize, 1)]
  const stranger = requestWith(url, otherCookies)
  const subject = (
    /** @type {string} */ id,
    /** @type {string} */ name,
    /** @type {(at: number) => Request} */ pick,
    /** @type {(at: number) => string | null} */ expected,
  ) => ({
    id: `latchkey-app-${id}`,
    library: 'latchkey',
    name: `an app's read, ${name}`,
    kind: /** @type {const} */ ('async'),
    run: (/** @type {number} */ at) => visit(pick(at)),
    emailIn: emailInData,
    expected,
  })
  return [
    configLiteral(),
    subject(
      'no-cookie',
      'no session cookie',
      () => stranger,
      () => null,
    ),
    subject('cold', 'cold', cold.pick, cold.emailOf),
    subject('hot', 'hot', hot.pick, hot.emailOf),
  ]
}

/**
 * What the config function of the app itself takes, which no library can do without.
 *
 * @returns {import('./subject.mjs').Subject<import('latchkey/core').AuthConfig>}
 */
function configLiteral() {
  return {
    id: 'latchkey-app-config',
    library: 'latchkey',
    name: "an app's config function alone",
    kind: 'sync',
    run: makeConfig,
    emailIn: ({ providers }) => `${providers.length} providers`,
    expected: () => '3 providers',
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
