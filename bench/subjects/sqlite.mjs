import { createHash } from 'node:crypto'
import { Kysely, SqliteDialect } from 'kysely'
import { kyselyAdapter, migrate } from 'latchkey/adapters/kysely'
import { Auth, readSession } from 'latchkey/core'
import credentials from 'latchkey/providers/credentials'
import Database from 'libsql'
import { createRequests, secondsLeft } from './database-rows.mjs'
import { emailInJson } from './subject.mjs'
import { claimsOf, emailOf, origin, secret } from './visitor.mjs'

const cookieName = '__Host-authjs.session-token'

/**
 * A prepared select of one row, which is the least that a read costs.
 *
 * @param {number} _poolSize
 * @param {import('../processes.mjs').Source} source
 * @returns {import('./subject.mjs').Subject<{ email: string }>[]}
 */
export function bareSqlite(_poolSize, { url, sessions }) {
  const database = new Database(url)
  database.exec('create table people (id text primary key, email text not null)')
  const insert = database.prepare('insert into people values (?, ?)')
  for (let at = 0; at < sessions; at++) insert.run(String(at), emailOf(at))
  const select = database.prepare('select email from people where id = ?')
  return [
    {
      id: 'bare-read',
      library: 'libsql',
      name: 'prepared select of one row',
      kind: 'sync',
      run: (at) => select.get(String(at % sessions)),
      emailIn: ({ email }) => email,
      expected: (at) => emailOf(at % sessions),
    },
  ]
}

/**
 * The `database` strategy over the Kysely adapter with prepared reads.
 *
 * @param {number} poolSize
 * @param {import('../processes.mjs').Source} source
 * @returns {Promise<import('./subject.mjs').Subject<any>[]>}
 */
export async function latchkeySqlite(poolSize, { url, sessions }) {
  const database = new Database(url)
  const db = new Kysely({ dialect: new SqliteDialect({ database }) })
  await migrate(db)
  const prepare = rememberStatements(database)
  const adapter = kyselyAdapter(db, {
    // One row at most. `get` does not make an iterator, as `all` does in this driver.
    prepared: ({ text, values }) => ({ rows: [prepare(text).get(...values)] }),
  })
  // Part of every token: the second in which its session began.
  const birth = Math.floor(Date.now() / 1000).toString(16)
  const tokenOf = (/** @type {number} */ at) => `${at.toString(16).padStart(64, '0')}${birth}`
  for (let at = 0; at < sessions; at++) {
    const { name, email, picture: image, sub: id } = claimsOf(at)
    await adapter.createUser({ id, name, email, image, emailVerified: null })
    await adapter.createSession({
      sessionToken: `sha256:${createHash('sha256').update(tokenOf(at)).digest('hex')}`,
      userId: id,
      expires: new Date(Date.now() + secondsLeft * 1000),
    })
  }
  const { pick, numberOf } = createRequests(
    `${origin}/auth/session`,
    sessions,
    poolSize,
    (at) => `${cookieName}=${tokenOf(at)}`,
  )
  /** @type {import('latchkey/core').AuthConfig} */
  const config = {
    secret,
    origin,
    adapter,
    session: { strategy: 'database' },
    providers: [credentials({ authorize: () => null })],
  }
  const expected = (/** @type {number} */ at) => emailOf(numberOf(at))
  return [
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
  ]
}

/** Prepares each text once. @param {any} database */
function rememberStatements(database) {
  const statements = new Map()
  return (/** @type {string} */ text) => {
    const known = statements.get(text) ?? database.prepare(text)
    statements.set(text, known)
    return known
  }
}
