import { Auth, setEnvDefaults } from '@auth/core'
import { encode } from '@auth/core/jwt'
import Credentials from '@auth/core/providers/credentials'
import GitHub from '@auth/core/providers/github'
import Google from '@auth/core/providers/google'
import { emailInJson, raise, requestWith } from './subject.mjs'
import { claimsOf, emailOf, environment, origin, otherCookies, secret } from './visitor.mjs'

const cookieName = '__Secure-authjs.session-token'

/** @type {import('@auth/core').AuthConfig} */
const config = {
  secret,
  trustHost: true,
  basePath: '/auth',
  session: { strategy: 'jwt' },
  providers: [Credentials({ authorize: () => null })],
  logger: { error() {}, warn() {}, debug() {} },
}

/**
 * The same config function as ours, and what its bindings do with the environment.
 *
 * @returns {import('@auth/core').AuthConfig}
 */
function makeConfig() {
  /** @type {import('@auth/core').AuthConfig} */
  const made = {
    ...config,
    secret: undefined,
    providers: [GitHub({}), Google({}), Credentials({ authorize: () => null })],
    callbacks: {
      session({ session, token }) {
        if (token.sub !== undefined) session.user.id = token.sub
        return session
      },
    },
  }
  setEnvDefaults(environment, made)
  return made
}

/**
 * Reads with one kept config. Its session route is the only way it offers to read a session.
 *
 * @param {number} poolSize
 */
export async function kept(poolSize) {
  const requests = await createRequests(poolSize)
  return [get('cold', requests), get('hot', requests.slice(0, 1))]
}

/**
 * Reads with a config that is made anew for each.
 *
 * @param {number} poolSize
 */
export async function app(poolSize) {
  const requests = await createRequests(poolSize)
  return [get('cold', requests, makeConfig), get('hot', requests.slice(0, 1), makeConfig)]
}

/** @param {number} count */
async function createRequests(count) {
  /** @type {Request[]} */
  const requests = []
  for (let at = 0; at < count; at++) {
    const token = await encode({ token: claimsOf(at), secret, salt: cookieName })
    requests.push(requestWith(`${origin}/auth/session`, `${otherCookies}; ${cookieName}=${token}`))
  }
  return requests
}

/**
 * @param {'cold' | 'hot'} warmth
 * @param {readonly Request[]} requests
 * @param {() => import('@auth/core').AuthConfig} [make] for a config that is made anew each time
 * @returns {import('./subject.mjs').Subject<string>}
 */
function get(warmth, requests, make) {
  const size = requests.length
  return {
    id: `auth-js-${make ? 'app' : 'get'}-${warmth}`,
    library: '@auth/core',
    name: `${make ? "an app's GET" : 'GET'} /auth/session, ${warmth}`,
    kind: 'async',
    run: async (at) =>
      (await Auth(requests[at % size] ?? raise('The pool is empty.'), make?.() ?? config)).text(),
    emailIn: emailInJson,
    expected: (at) => emailOf(at % size),
  }
}
