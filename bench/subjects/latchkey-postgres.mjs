import { Kysely, PostgresDialect } from 'kysely'
import { kyselyAdapter, migrate } from 'latchkey/adapters/kysely'
import { Auth, readSession } from 'latchkey/core'
import credentials from 'latchkey/providers/credentials'
import pg from 'pg'
import {
  connections,
  createRequests,
  mostUsers,
  numbers,
  secondsLeft,
  userColumns,
} from './database-rows.mjs'
import { withAtOnce } from './at-once.mjs'
import { emailInJson } from './subject.mjs'
import { emailOf, origin, secret } from './visitor.mjs'

const cookieName = '__Host-authjs.session-token'

/**
 * The `database` strategy over the Kysely adapter.
 *
 * @param {number} poolSize
 * @param {import('../processes.mjs').Source} source
 */
export function latchkeyPostgres(poolSize, source) {
  return openReads(poolSize, source, '')
}

/**
 * The same with a large table.
 *
 * @param {number} poolSize
 * @param {import('../processes.mjs').Source} source
 */
export function latchkeyPostgresMillion(poolSize, source) {
  return openReads(poolSize, source, '-million')
}

/** *
 * @param {number} poolSize
 * @param {import('../processes.mjs').Source} source
 * @param {string} suffix of the ids
 */
async function openReads(poolSize, { url, sessions }, suffix) {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  await migrate(db)
  // Part of every token: the second in which its session began.
  const birth = Math.floor(Date.now() / 1000).toString(16)
  await fill(pool, sessions, birth)
  /** @type {import('latchkey/core').AuthConfig} */
  const config = {
    secret,
    origin,
    adapter: kyselyAdapter(db, { prepared: (statement) => pool.query(statement) }),
    session: { strategy: 'database' },
    providers: [credentials({ authorize: () => null })],
  }
  const { pick, numberOf } = createRequests(
    `${origin}/auth/session`,
    sessions,
    poolSize,
    (at) => `${cookieName}=${at.toString(16).padStart(64, '0')}${birth}`,
  )
  const expected = (/** @type {number} */ at) => emailOf(numberOf(at) % mostUsers)
  const rows = `${sessions.toLocaleString('en')} sessions`
  return withAtOnce([
    {
      id: `latchkey-read${suffix}`,
      library: 'latchkey',
      name: `readSession, ${rows}`,
      kind: 'async',
      run: (at) => readSession(pick(at), config),
      emailIn: ({ data }) => data?.user?.email ?? null,
      expected,
    },
    {
      id: `latchkey-get${suffix}`,
      library: 'latchkey',
      name: `GET /auth/session, ${rows}`,
      kind: 'async',
      run: async (at) => (await Auth(pick(at), config)).text(),
      emailIn: emailInJson,
      expected,
    },
  ])
}

/**
 * @param {pg.Pool} pool
 * @param {number} sessions
 * @param {string} birth
 */
async function fill(pool, sessions, birth) {
  await pool.query(`insert into "User" (id, name, email, image)
    select 'visitor-' || n, name, email, image
    from (select n, ${userColumns} from ${numbers(Math.min(sessions, mostUsers))}) as users`)
  await pool.query(`insert into "Session" ("sessionToken", "userId", expires)
    select 'sha256:' || encode(sha256((lpad(to_hex(n), 64, '0') || '${birth}')::bytea), 'hex'),
      'visitor-' || n % ${mostUsers}, now() + interval '${secondsLeft} seconds'
    from ${numbers(sessions)}`)
  await pool.query('vacuum analyze')
}
