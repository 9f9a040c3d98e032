import { Auth } from '@auth/core'
import { encode } from '@auth/core/jwt'
import Credentials from '@auth/core/providers/credentials'
import { emailInJson, raise, requestWith } from './subject.mjs'
import { claimsOf, emailOf, origin, otherCookies, secret } from './visitor.mjs'

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
 * Its session route is the only way it offers to read a session.
 *
 * @param {number} poolSize
 */
export async function authJs(poolSize) {
  /** @type {Request[]} */
  const requests = []
  for (let at = 0; at < poolSize; at++) {
    const token = await encode({ token: claimsOf(at), secret, salt: cookieName })
    requests.push(requestWith(`${origin}/auth/session`, `${otherCookies}; ${cookieName}=${token}`))
  }
  return [get('cold', requests), get('hot', requests.slice(0, 1))]
}

/**
 * @param {'cold' | 'hot'} warmth
 * @param {readonly Request[]} requests
 * @returns {import('./subject.mjs').Subject<string>}
 */
function get(warmth, requests) {
  const size = requests.length
  return {
    id: `auth-js-get-${warmth}`,
    library: '@auth/core',
    name: `GET /auth/session, ${warmth}`,
    kind: 'async',
    run: async (at) =>
      (await Auth(requests[at % size] ?? raise('The pool is empty.'), config)).text(),
    emailIn: emailInJson,
    expected: (at) => emailOf(at % size),
  }
}
