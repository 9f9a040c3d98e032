import { createHash } from 'node:crypto'
import { memoryAdapter } from 'latchkey/adapters/memory'
import { Auth, readSession } from 'latchkey/core'
import { authenticatorApp } from 'latchkey/factors'
import credentials from 'latchkey/providers/credentials'
import { emailInJson, raise, requestWith } from './subject.mjs'
import { emailOf, origin, otherCookies, secret } from './visitor.mjs'

const cookieName = '__Host-authjs.session-token'
const url = `${origin}/auth/session`
const yearMs = 365 * 24 * 60 * 60 * 1000
const visitors = 256

/** @typedef {import('latchkey/core').AuthConfig} AuthConfig */
/** @typedef {Awaited<ReturnType<typeof openApp>>} App */

/** Two apps that differ in `secondFactor` only, on a store that answers at once. */
export async function secondFactorReads() {
  const plain = await openApp('plain', 'without second factors', {})
  const secondFactor = { methods: [authenticatorApp()], rememberDevice: true }
  const factors = await openApp('factors', 'with second factors', { secondFactor })
  return [plain, factors].flatMap((app) => [read(app), get(app)])
}

/**
 * @param {string} id
 * @param {string} name
 * @param {Partial<AuthConfig>} options
 */
async function openApp(id, name, options) {
  const adapter = memoryAdapter()
  const providers = [credentials({ authorize: () => null })]
  const requests = []
  for (let at = 0; at < visitors; at++) {
    requests.push(requestWith(url, `${otherCookies}; ${cookieName}=${await signIn(adapter, at)}`))
  }
  return {
    id,
    name,
    config: /** @type {AuthConfig} */ ({ secret, origin, adapter, providers, ...options }),
    pick: (/** @type {number} */ at) => requests[at % visitors] ?? raise('There is no visitor.'),
    emailOf: (/** @type {number} */ at) => emailOf(at % visitors),
  }
}

/**
 * @param {ReturnType<typeof memoryAdapter>} adapter
 * @param {number} at
 */
async function signIn(adapter, at) {
  const userId = `visitor-${at}`
  await adapter.createUser({ id: userId, email: emailOf(at), emailVerified: null })
  const token = createHash('sha256').update(userId).digest('hex')
  const sessionToken = `sha256:${createHash('sha256').update(token).digest('hex')}`
  await adapter.createSession({ sessionToken, userId, expires: new Date(Date.now() + yearMs) })
  return token
}

/**
 * @param {App} app
 * @returns {import('./subject.mjs').Subject<Awaited<ReturnType<typeof readSession>>>}
 */
function read({ id, name, config, pick, emailOf: expected }) {
  return {
    id: `${id}-read`,
    library: 'latchkey',
    name: `readSession, ${name}`,
    kind: 'async',
    run: (at) => readSession(pick(at), config),
    emailIn: ({ data }) => (data === null ? null : (data.user?.email ?? '(no address)')),
    expected,
  }
}

/**
 * @param {App} app
 * @returns {import('./subject.mjs').Subject<string>}
 */
function get({ id, name, config, pick, emailOf: expected }) {
  return {
    id: `${id}-get`,
    library: 'latchkey',
    name: `GET /auth/session, ${name}`,
    kind: 'async',
    run: async (at) => (await Auth(pick(at), config)).text(),
    emailIn: emailInJson,
    expected,
  }
}
