import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { betterAuthCookie } from './better-auth-cookie.mjs'
import { clearTokenOf, createRequests, secondsLeft } from './database-rows.mjs'
import { withAtOnce } from './at-once.mjs'
import { connectRedis } from './connect-redis.mjs'
import { emailInJson } from './subject.mjs'
import { claimsOf, emailOf, origin, secret } from './visitor.mjs'

/**
 * Its sessions in Redis, as its secondary storage; the primary one is empty.
 *
 * @param {number} poolSize
 * @param {import('../processes.mjs').Source} source
 */
export async function betterAuthRedis(poolSize, { url, sessions }) {
  const client = await connectRedis(url)
  /** @type {any} */
  const auth = betterAuth({
    secret,
    baseURL: origin,
    database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
    secondaryStorage: {
      get: (key) => client.get(key),
      set: (key, value, ttl) => client.set(key, value, ttl ? { EX: ttl } : {}),
      delete: (key) => client.del(key),
    },
    emailAndPassword: { enabled: true },
    session: { expiresIn: 30 * 24 * 60 * 60 },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  })
  for (let at = 0; at < sessions; at++) {
    await client.set(clearTokenOf(at), JSON.stringify(rowOf(at)), { EX: secondsLeft })
  }
  const { pick, numberOf } = createRequests(
    `${origin}/api/auth/get-session`,
    sessions,
    poolSize,
    (at) => betterAuthCookie(clearTokenOf(at)),
  )
  const expected = (/** @type {number} */ at) => emailOf(numberOf(at))
  return withAtOnce([
    {
      id: 'better-auth-read',
      library: 'better-auth',
      name: 'getSession, secondary storage',
      kind: 'async',
      run: (at) => auth.api.getSession({ headers: pick(at).headers }),
      emailIn: (session) => (session === null ? null : session.user.email),
      expected,
    },
    {
      id: 'better-auth-get',
      library: 'better-auth',
      name: 'GET /api/auth/get-session, secondary storage',
      kind: 'async',
      run: async (at) => (await auth.handler(pick(at))).text(),
      emailIn: emailInJson,
      expected,
    },
  ])
}

/** A session with its user, as it keeps them. @param {number} at */
function rowOf(at) {
  const { name, email, picture: image, sub: id } = claimsOf(at)
  const now = new Date()
  const times = { createdAt: now, updatedAt: now }
  const expiresAt = new Date(Date.now() + secondsLeft * 1000)
  const token = clearTokenOf(at)
  return {
    session: {
      id: String(at),
      token,
      userId: id,
      expiresAt,
      ipAddress: '',
      userAgent: '',
      ...times,
    },
    user: { id, name, email, image, emailVerified: true, ...times },
  }
}
