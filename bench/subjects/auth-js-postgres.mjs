import PostgresAdapter from '@auth/pg-adapter'
import { Auth } from '@auth/core'
import Credentials from '@auth/core/providers/credentials'
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
import { withAtOnce } from './at-once.mjs'
import { emailInJson } from './subject.mjs'
import { emailOf, origin, secret } from './visitor.mjs'

const cookieName = '__Secure-authjs.session-token'

/** Its published tables, and the index that they lack. */
const tables = [
  `create table users (id serial primary key, name varchar(255), email varchar(255),
    "emailVerified" timestamptz, image text)`,
  `create table sessions (id serial primary key, "userId" integer not null,
    expires timestamptz not null, "sessionToken" varchar(255) not null unique)`,
]

/**
 * The database strategy of Auth.js over its own adapter for PostgreSQL.
 *
 * @param {number} poolSize
 * @param {import('../processes.mjs').Source} source
 */
export async function authJsPostgres(poolSize, { url, sessions }) {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  for (const table of tables) await pool.query(table)
  await pool.query(`insert into users (id, name, email, image)
    select n + 1, name, email, image from (select n, ${userColumns} from ${numbers(sessions)}) as u`)
  await pool.query(`insert into sessions ("userId", expires, "sessionToken")
    select n + 1, now() + interval '${secondsLeft} seconds', ${clearToken}
    from ${numbers(sessions)}`)
  await pool.query('vacuum analyze')
  /** @type {import('@auth/core').AuthConfig} */
  const config = {
    secret,
    trustHost: true,
    basePath: '/auth',
    adapter: PostgresAdapter(pool),
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
      name: 'GET /auth/session, @auth/pg-adapter',
      kind: 'async',
      run: async (at) => (await Auth(pick(at), config)).text(),
      emailIn: emailInJson,
      expected: (at) => emailOf(numberOf(at)),
    },
  ])
}
