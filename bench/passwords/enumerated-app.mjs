import { memoryAdapter } from 'latchkey/adapters/memory'
import { Auth, setPassword, skipCSRFCheck } from 'latchkey/core'
import GitHub from 'latchkey/providers/github'
import Password from 'latchkey/providers/password'
import { formPost } from '../subjects/sign-in/browser.mjs'
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

/** @typedef {keyof typeof addresses} Kind */
/** @typedef {'sign-up' | 'forgot-password' | 'sign-in'} Route */

export const kinds = /** @type {readonly Kind[]} */ (Object.keys(addresses))
export const routes = /** @type {const} */ (['sign-up', 'forgot-password', 'sign-in'])

const requests = {
  'sign-up': (/** @type {string} */ email) => formPost('/auth/signup', { email }),
  'forgot-password': (/** @type {string} */ email) => formPost('/auth/forgot-password', { email }),
  'sign-in': (/** @type {string} */ email) =>
    formPost('/auth/callback/password', { email, password: 'not the right password' }),
}

/**
 * An app in this process that knows each kind of address. Its hash is cheap, so that it hides no
 * other difference, and each call of its adapter ends in a later turn of the event loop, as with a
 * database.
 */
export async function openApp() {
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
      Password({ hasher: { scheme: 'scrypt', ln: 4 } }),
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
  return {
    /**
     * Returns the nanoseconds until the response is there. The work after it is not part of them.
     *
     * @param {Route} route
     * @param {Kind} kind
     */
    async ask(route, kind) {
      /** @type {Promise<unknown>[]} */
      const later = []
      // What the request before has left behind must not depend on who that was about.
      await Auth(requests[route](neutral), config, { waitUntil: (work) => void later.push(work) })
      while (later.length > 0) await later.pop()
      const request = requests[route](addresses[kind])
      const start = performance.now()
      const { status } = await Auth(request, config, { waitUntil: (work) => void later.push(work) })
      const nanoseconds = (performance.now() - start) * 1e6
      if (status !== 302) throw new Error(`${route} was answered with ${status}.`)
      while (later.length > 0) await later.pop()
      return nanoseconds
    },
  }
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
