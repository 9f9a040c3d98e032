import { createHash } from 'node:crypto'
import { redisAdapter } from 'latchkey/adapters/redis'
import { Auth, readSession } from 'latchkey/core'
import credentials from 'latchkey/providers/credentials'
import { createRequests, secondsLeft } from './database-rows.mjs'
import { withAtOnce } from './at-once.mjs'
import { connectRedis } from './connect-redis.mjs'
import { emailInJson } from './subject.mjs'
import { claimsOf, emailOf, origin, secret } from './visitor.mjs'

const cookieName = '__Host-authjs.session-token'

/**
 * The `database` strategy over the Redis adapter, which wrote what is read here.
 *
 * @param {number} poolSize
 * @param {import('../processes.mjs').Source} source
 */
export async function latchkeyRedis(poolSize, { url, sessions }) {
  const client = await connectRedis(url)
  const adapter = redisAdapter(client)
  // Part of every token: the second in which its session began.
  const birth = Math.floor(Date.now() / 1000).toString(16)
  const tokenOf = (/** @type {number} */ at) => `${at.toString(16).padStart(64, '0')}${birth}`
  for (let at = 0; at < sessions; at++) {
    const { name, email, picture: image, sub: id } = claimsOf(at)
    const user = await adapter.createUser({ id, name, email, image, emailVerified: null })
    await adapter.createSession({
      sessionToken: `sha256:${createHash('sha256').update(tokenOf(at)).digest('hex')}`,
      userId: user.id,
      expires: new Date(Date.now() + secondsLeft * 1000),
    })
  }
  /** @type {import('latchkey/core').AuthConfig} */
  const config = {
    secret,
    origin,
    adapter,
    session: { strategy: 'database' },
    providers: [credentials({ authorize: () => null })],
  }
  const { pick, numberOf } = createRequests(
    `${origin}/auth/session`,
    sessions,
    poolSize,
    (at) => `${cookieName}=${tokenOf(at)}`,
  )
  const expected = (/** @type {number} */ at) => emailOf(numberOf(at))
  return withAtOnce([
    {
      id: 'latchkey-read',
      library: 'latchkey',
      name: 'readSession',
      kind: 'async',
      run: (at) => readSession(pick(at), config),
      emailIn: ({ data }) => data?.user?.email ?? null,
      expected,
    },
    {
      id: 'latchkey-get',
      library: 'latchkey',
      name: 'GET /auth/session',
      kind: 'async',
      run: async (at) => (await Auth(pick(at), config)).text(),
      emailIn: emailInJson,
      expected,
    },
  ])
}
