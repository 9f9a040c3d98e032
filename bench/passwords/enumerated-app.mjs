import { memoryAdapter } from 'latchkey/adapters/memory'
import { Auth, setPassword, setUserName, skipCSRFCheck } from 'latchkey/core'
import GitHub from 'latchkey/providers/github'
import Password from 'latchkey/providers/password'
import { formPost } from '../subjects/sign-in/browser.mjs'
import { describeResponse } from './describe-response.mjs'
import { password, secret } from '../subjects/visitor.mjs'

/** All are of one length, because a sealed cookie shows the length of what is in it. */
const addresses = {
  unknown: 'new@app.example',
  known: 'ada@app.example',
  'OAuth only': 'bob@app.example',
  unproven: 'eve@app.example',
}

/** Nobody asks for the time of this one. */
const neutral = 'zoe@app.example'

/** The signed-in user who asks for one of the others as a new address. */
const requester = 'ask@app.example'

/** @typedef {keyof typeof addresses} Kind */
/** @typedef {keyof typeof requests} Route */

export const kinds = /** @type {readonly Kind[]} */ (Object.keys(addresses))

const wrong = 'not the right password'

const requests = {
  'sign-up': (/** @type {string} */ email) => formPost('/auth/signup', { email }),
  'sign-up at once': (/** @type {string} */ email) =>
    formPost('/auth/signup', { email, password: 'tide lantern gravel' }),
  'forgot-password': (/** @type {string} */ email) => formPost('/auth/forgot-password', { email }),
  'sign-in': (/** @type {string} */ email) =>
    formPost('/auth/callback/password', { email, password: wrong }),
  'sign-in by user name': (/** @type {string} */ email) =>
    formPost('/auth/callback/password', { username: nameOf(email), password: wrong }),
  'change of address': (/** @type {string} */ email, /** @type {string} */ cookie) =>
    formPost('/auth/change-email', { email, currentPassword: password }, cookie),
}

export const routes = /** @type {readonly Route[]} */ (Object.keys(requests))

/** @type {Partial<Record<Route, import('latchkey/providers/password').PasswordUserConfig>>} */
const options = {
  'sign-up at once': { requireVerifiedEmail: false },
  'sign-in by user name': { identifier: 'username' },
}

const cheap = { hasher: /** @type {const} */ ({ scheme: 'scrypt', ln: 4 }) }

/** @param {string} email */
function nameOf(email) {
  return email.slice(0, email.indexOf('@'))
}

/**
 * An app in this process that knows each kind of address. Its hash is cheap unless a real one is asked
 * for, so that it hides no other difference, and each call of its adapter ends in a later turn of the
 * event loop, as with a database.
 *
 * @param {Route} route
 * @param {boolean} hasRealHash
 */
export async function openApp(route, hasRealHash) {
  const adapter = memoryAdapter()
  /** @type {any} */
  const config = {
    secret,
    trustHost: true,
    basePath: '/auth',
    skipCSRFCheck,
    limits: false,
    logger: { error() {}, warn() {}, debug() {} },
    adapter: inLaterTurns(adapter),
    providers: [
      Password({ ...(!hasRealHash && cheap), ...options[route] }),
      GitHub({ clientId: 'x', clientSecret: 'y' }),
      { id: 'mail', name: 'Mail', type: 'email', signIn: false, sendVerificationRequest() {} },
    ],
  }
  const emailVerified = new Date()
  await adapter.createUser({ id: '1', email: addresses.known, emailVerified })
  await adapter.createUser({ id: '2', email: addresses['OAuth only'], emailVerified })
  await adapter.linkAccount({
    userId: '2',
    type: 'oauth',
    provider: 'github',
    providerAccountId: '1',
  })
  await adapter.createUser({ id: '3', email: addresses.unproven, emailVerified: null })
  for (const id of ['1', '3']) {
    const { ok } = await setPassword(config, id, password)
    if (!ok) throw new Error('The password was not set.')
  }
  for (const [id, name] of Object.entries({ 1: 'ada', 2: 'bob', 3: 'eve' })) {
    await setUserName(config, id, name)
  }
  await adapter.createUser({ id: '4', email: requester, emailVerified })
  await setPassword(config, '4', password)
  const cookie = route === 'change of address' ? await signIn(config) : ''
  return {
    /**
     * Returns the nanoseconds until the response is there, without the work after it, and what a
     * client sees of the response.
     *
     * @param {Kind} kind
     */
    async ask(kind) {
      /** @type {Promise<unknown>[]} */
      const later = []
      // What the request before has left behind must not depend on who that was about.
      await Auth(requests[route](neutral, cookie), config, {
        waitUntil: (work) => void later.push(work),
      })
      while (later.length > 0) await later.pop()
      const request = requests[route](addresses[kind], cookie)
      const start = performance.now()
      const response = await Auth(request, config, { waitUntil: (work) => void later.push(work) })
      const nanoseconds = (performance.now() - start) * 1e6
      const { status } = response
      if (status !== 302) throw new Error(`${route} was answered with ${status}.`)
      const seen = await describeResponse(response, addresses[kind])
      while (later.length > 0) await later.pop()
      await forget(adapter, [neutral, addresses.unknown])
      return { nanoseconds, seen }
    },
  }
}

/**
 * Deletes the users that a sign-up has created, so that each round finds the same.
 *
 * @param {ReturnType<typeof memoryAdapter>} adapter
 * @param {readonly string[]} emails
 */
async function forget(adapter, emails) {
  for (const email of emails) {
    const user = await adapter.getUserByEmail(email)
    if (user) await adapter.deleteUser(user.id)
  }
}

/**
 * Returns the cookie of a session of the user who asks for another address.
 *
 * @param {any} config
 */
async function signIn(config) {
  const response = await Auth(
    formPost('/auth/callback/password', { email: requester, password }),
    config,
  )
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}

/**
 * @param {object} adapter
 * @returns {object} the same, but every call takes a turn of the event loop
 */
function inLaterTurns(adapter) {
  return Object.fromEntries(
    Object.entries(adapter).map(([name, method]) => [
      name,
      async (/** @type {unknown[]} */ ...args) => {
        await new Promise((resolve) => setImmediate(resolve))
        return method(...args)
      },
    ]),
  )
}
