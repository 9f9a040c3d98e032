import { parseArgs } from 'node:util'
import { Kysely, MysqlDialect, PostgresDialect, sql } from 'kysely'
import { kyselyAdapter, migrate } from 'latchkey/adapters/kysely'
import { createPool } from 'mysql2'
import pg from 'pg'
import { exitWith } from '../../scripts/run.mjs'
import { printTable } from '../tables.mjs'
import { startServer } from './start-server.mjs'
import { deleteExpired, measurePurge } from './timed-purge.mjs'

/**
 * @typedef {import('./timed-purge.mjs').Database} Database
 * @typedef {import('./timed-purge.mjs').Timed} Timed
 * @typedef {{ file: 'postgres' | 'mariadb', start: string, dialect: (url: string) => PostgresDialect | MysqlDialect, fill: (count: number) => string }} Server
 */

const columns = {
  postgres: '("sessionToken", "userId", expires)',
  mariadb: '(sessionToken, userId, expires)',
}
const token = { postgres: 'md5(n::text)', mariadb: 'md5(seq)' }

/** @type {Readonly<Record<string, Server>>} */
const servers = {
  PostgreSQL: {
    file: 'postgres',
    start: 'startPostgres',
    dialect: (url) => new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 4 }) }),
    fill: (count) =>
      `insert into "Session" ${columns.postgres} select ${token.postgres}, 'ada', now() - n * interval '1 second' from generate_series(1, ${count}) as n`,
  },
  MariaDB: {
    file: 'mariadb',
    start: 'startMariadb',
    dialect: (url) => new MysqlDialect({ pool: createPool({ uri: url, connectionLimit: 4 }) }),
    fill: (count) =>
      `insert into Session ${columns.mariadb} select ${token.mariadb}, 'ada', utc_timestamp() - interval seq second from seq_1_to_${count}`,
  },
}

/**
 * Deletes many expired sessions, with one statement and with the adapter: how long the longest statement takes,
 * and how long a request waits that changes an expired session meanwhile.
 */
await exitWith(async () => {
  const { values } = parseArgs({ options: { rows: { type: 'string', default: '200000' } } })
  const count = Number(values.rows)
  const rows = []
  for (const [name, server] of Object.entries(servers)) {
    const { db, remove } = await open(server)
    await kyselyAdapter(db).createUser({
      id: 'ada',
      email: 'ada@example.test',
      emailVerified: null,
    })
    for (const [way, work] of Object.entries(waysOn(db))) {
      await sql.raw(server.fill(count)).execute(db)
      const {
        longest,
        total,
        longestWait,
        count: statements,
      } = await measurePurge(work, () => touch(db, count))
      const times = [longest, longestWait, total].map((ms) => `${ms.toFixed(0)} ms`)
      rows.push([`${name}, ${way}`, String(statements), ...times])
    }
    await db.destroy()
    await remove()
  }
  const head = [`${count} expired sessions`, 'statements', 'longest', 'longest wait', 'all']
  console.log(printTable({ head, rows }))
  return 0
})

/**
 * @param {Database} db
 */
function waysOn(db) {
  const expires = sql.ref('expires')
  return {
    'one statement': (/** @type {Timed} */ timed) =>
      timed(() =>
        sql`delete from ${sql.table('Session')} where ${expires} < ${new Date()}`.execute(db),
      ),
    deleteExpired: (/** @type {Timed} */ timed) => deleteExpired(db, timed),
  }
}

/**
 * Changes one of the expired sessions.
 *
 * @param {Database} db
 * @param {number} count
 */
function touch(db, count) {
  const number = 1 + Math.floor(Math.random() * count)
  const update = sql`update ${sql.table('Session')} set ${sql.ref('userAgent')} = 'x'`
  return sql`${update} where ${sql.ref('sessionToken')} = md5(${String(number)})`.execute(db)
}

/** @param {Server} server */
async function open({ file, start, dialect }) {
  const started = await startServer(file, start)
  const db = new Kysely({ dialect: dialect(await started.createDatabase('purge')) })
  await migrate(db)
  return { db, remove: () => started.remove() }
}
