import { UnstorageAdapter } from '@auth/unstorage-adapter'
import { Auth } from '@auth/core'
import Credentials from '@auth/core/providers/credentials'
import { createStorage } from 'unstorage'
import { clearTokenOf, createRequests, secondsLeft } from './database-rows.mjs'
import { withAtOnce } from './at-once.mjs'
import { connectRedis } from './connect-redis.mjs'
import { emailInJson } from './subject.mjs'
import { claimsOf, emailOf, origin, secret } from './visitor.mjs'

const cookieName = '__Secure-authjs.session-token'

/**
 * The database strategy of Auth.js over the adapter of its own that reaches a Redis on this machine.
 *
 * @param {number} poolSize
 * @param {import('../processes.mjs').Source} source
 * @returns {Promise<import('./subject.mjs').Subject<string>[]>}
 */
export async function authJsRedis(poolSize, { url, sessions }) {
  const client = await connectRedis(url)
  const adapter = UnstorageAdapter(createStorage({ driver: driverOver(client) }))
  for (let at = 0; at < sessions; at++) {
    const { name, email, picture: image } = claimsOf(at)
    const user = await adapter.createUser?.({ id: '', name, email, image, emailVerified: null })
    await adapter.createSession?.({
      sessionToken: clearTokenOf(at),
      userId: user?.id ?? '',
      expires: new Date(Date.now() + secondsLeft * 1000),
    })
  }
  /** @type {import('@auth/core').AuthConfig} */
  const config = {
    secret,
    trustHost: true,
    basePath: '/auth',
    adapter,
    session: { strategy: 'database' },
    // With credentials alone it refuses sessions in a database.
    providers: [
      Credentials({ authorize: () => null }),
      { id: 'op', name: 'OP', type: 'oidc', issuer: 'https://id.test', clientId: 'client' },
    ],
    logger: { error() {}, warn() {}, debug() {} },
  }
  const { pick, numberOf } = createRequests(
    `${origin}/auth/session`,
    sessions,
    poolSize,
    (at) => `${cookieName}=${clearTokenOf(at)}`,
  )
  return withAtOnce([
    {
      id: 'auth-js-get',
      library: '@auth/core',
      name: 'GET /auth/session, @auth/unstorage-adapter',
      kind: 'async',
      run: async (at) => (await Auth(pick(at), config)).text(),
      emailIn: emailInJson,
      expected: (at) => emailOf(numberOf(at)),
    },
  ])
}

/**
 * The client that everyone has here, as unstorage wants it.
 *
 * @param {any} client
 * @returns {import('unstorage').Driver}
 */
function driverOver(client) {
  return {
    hasItem: async (key) => (await client.exists(key)) === 1,
    getItem: (key) => client.get(key),
    setItem: (key, value) => client.set(key, value),
    removeItem: (key) => client.del(key),
    getKeys: () => client.keys('*'),
  }
}
