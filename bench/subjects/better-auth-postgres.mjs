import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import pg from 'pg'
import {
  clearToken,
  clearTokenOf,
  connections,
  createRequests,
  numbers,
  secondsLeft,
  userColumns,
} from './database-rows.mjs'
import { betterAuthCookie } from './better-auth-cookie.mjs'
import { withAtOnce } from './at-once.mjs'
import { emailInJson } from './subject.mjs'
import { emailOf, origin, secret } from './visitor.mjs'

/**
 * Its sessions in PostgreSQL through its own adapter, with the tables that it makes.
 *
 * @param {number} poolSize
 * @param {import('../processes.mjs').Source} source
 */
export async function betterAuthPostgres(poolSize, { url, sessions }) {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  /** @type {any} */
  const auth = betterAuth({
    secret,
    baseURL: origin,
    database: pool,
    emailAndPassword: { enabled: true },
    session: { expiresIn: 30 * 24 * 60 * 60 },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  })
  const { runMigrations } = await getMigrations(auth.options)
  await runMigrations()
  await pool.query(`insert into "user" (id, name, email, image, "emailVerified", "createdAt", "updatedAt")
    select n::text, name, email, image, true, now(), now()
    from (select n, ${userColumns} from ${numbers(sessions)}) as users`)
  await pool.query(`insert into session (id, token, "userId", "expiresAt", "createdAt", "updatedAt")
    select n::text, ${clearToken}, n::text, now() + interval '${secondsLeft} seconds', now(), now()
    from ${numbers(sessions)}`)
  await pool.query('vacuum analyze')
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
      name: 'getSession',
      kind: 'async',
      run: (at) => auth.api.getSession({ headers: pick(at).headers }),
      emailIn: (session) => (session === null ? null : session.user.email),
      expected,
    },
    {
      id: 'better-auth-get',
      library: 'better-auth',
      name: 'GET /api/auth/get-session',
      kind: 'async',
      run: async (at) => (await auth.handler(pick(at))).text(),
      emailIn: emailInJson,
      expected,
    },
  ])
}
