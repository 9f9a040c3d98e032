import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { kyselyAdapter, migrate } from 'latchkey/adapters/kysely'
import pg from 'pg'
import { describeTimes } from '../load/latencies.mjs'
import { startServer } from './start-server.mjs'
import { userAgent } from './user-agent.mjs'
import { deleteExpired, measurePurge } from './timed-purge.mjs'

/** @typedef {import('./timed-purge.mjs').Database} Database */

/** As on a server of its own, and with the settings that make a commit survive a power failure. */
const settings = [
  'shared_buffers=2GB',
  'maintenance_work_mem=1GB',
  'max_wal_size=8GB',
  'fsync=on',
  'full_page_writes=on',
  'synchronous_commit=on',
]
/** Reads of each table in a turn. The tables take turns, because the machine may have other work. */
const readsInTurn = 500
const turns = 10
const expiriesPerSecond = 1000
/** From here on, 1,000 sessions expire in a second. */
const firstExpiry = new Date(Date.now() + 24 * 60 * 60 * 1000)

/**
 * Sessions in PostgreSQL: their size, how long a read takes, and whether the deletion of expired ones keeps up.
 *
 * @param {{ sessions: number, sessionsPerUser: number, few: number, seconds: number }} options
 */
export async function measurePostgres({ sessions, sessionsPerUser, few, seconds }) {
  const server = await startServer('postgres', 'startPostgres', settings)
  /** @param {number} count */
  const open = async (count) => {
    const pool = new pg.Pool({ connectionString: await server.createDatabase('sessions'), max: 4 })
    const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
    await migrate(db)
    await fill(pool, count, Math.ceil(count / sessionsPerUser))
    return { pool, db }
  }
  try {
    const small = await open(few)
    console.log(`PostgreSQL: loading ${sessions} sessions`)
    const begun = performance.now()
    const { pool, db } = await open(sessions)
    console.log(`PostgreSQL: loaded in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
    const sizes = await relationBytes(pool)
    // The first reads find nothing in memory.
    const cold = describeTimes(await timeReads(db, sessions))
    /** @type {Record<'few' | 'many', number[]>} */
    const times = { few: [], many: [] }
    for (let turn = 0; turn < turns; turn++) {
      times.few.push(...(await timeReads(small.db, few)))
      times.many.push(...(await timeReads(db, sessions)))
    }
    await small.db.destroy()
    const backlog = await measureBacklog(db, sessions)
    const from = backlog.expired / expiriesPerSecond
    const keepingUp = await keepUp(pool, db, { sessions, from, seconds })
    await db.destroy()
    const [fewTimes, manyTimes] = [describeTimes(times.few), describeTimes(times.many)]
    return { sizes, fewTimes, cold, manyTimes, backlog, keepingUp }
  } finally {
    await server.remove()
  }
}

/**
 * Rows as the adapter writes them, keys in no order. Indexes and constraints come afterwards, which is faster.
 *
 * @param {pg.Pool} pool
 * @param {number} sessions
 * @param {number} users
 */
async function fill(pool, sessions, users) {
  const table = 'alter table "Session"'
  const constraints = await pool.query(
    `select quote_ident(conname) as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = '"Session"'::regclass order by contype desc`,
  )
  const indexes = await pool.query(
    `select quote_ident(indexname) as name, indexdef as definition from pg_indexes
    where tablename = 'Session' and indexname not in (select conname from pg_constraint)`,
  )
  for (const { name } of constraints.rows) await pool.query(`${table} drop constraint ${name}`)
  for (const { name } of indexes.rows) await pool.query(`drop index ${name}`)
  await pool.query(`insert into "User" (id, name, email, image)
    select 'user-' || n || '-' || md5(n::text), 'Ada Lovelace ' || n, 'ada-' || n || '@app.example',
      'https://lh3.example/a/' || md5(n::text) || '=s96-c'
    from generate_series(0, ${users - 1}) as n`)
  await pool.query(
    `insert into "Session" ("sessionToken", "userId", expires, "createdAt", "userAgent", provider)
    select 'sha256:' || encode(sha256(convert_to('session ' || n, 'UTF8')), 'hex'),
      'user-' || n % ${users} || '-' || md5((n % ${users})::text),
      date_trunc('milliseconds', $2::timestamptz + random() * $3 * interval '1 second'),
      date_trunc('second', now()), $1, 'google'
    from generate_series(0, ${sessions - 1}) as n`,
    [userAgent, firstExpiry, sessions / expiriesPerSecond],
  )
  for (const { definition } of indexes.rows) await pool.query(String(definition))
  for (const { name, definition } of constraints.rows)
    await pool.query(`${table} add constraint ${name} ${definition}`)
  await pool.query('vacuum analyze')
}

/**
 * @param {Database} db
 * @param {number} count
 */
async function timeReads(db, count) {
  const adapter = kyselyAdapter(db)
  /** @type {number[]} */
  const times = []
  for (let read = 0; read < readsInTurn; read++) {
    const sessionToken = tokenOf(Math.floor(Math.random() * count))
    const start = performance.now()
    const found = await adapter.getSessionAndUser(sessionToken)
    times.push(performance.now() - start)
    if (!found) throw new Error(`${sessionToken} is missing.`)
  }
  return times
}

/**
 * The expiries of ten minutes, deleted at once.
 *
 * @param {Database} db
 * @param {number} sessions
 */
async function measureBacklog(db, sessions) {
  const seconds = Math.min(600, sessions / expiriesPerSecond / 10)
  return { expired: seconds * expiriesPerSecond, ...(await purge(db, sessions, seconds)) }
}

/**
 * Deletes every ten seconds what has expired in ten seconds, at 1,000 expiries a second.
 *
 * @param {pg.Pool} pool
 * @param {Database} db
 * @param {{ sessions: number, from: number, seconds: number }} options
 */
async function keepUp(pool, db, { sessions, from, seconds }) {
  const result = { busy: 0, longest: 0, longestWait: 0, seconds, left: 0 }
  const begun = performance.now()
  for (let second = 10; second <= seconds; second += 10) {
    const early = second * 1000 - (performance.now() - begun)
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, early)))
    const measured = await purge(db, sessions, from + second)
    result.busy += measured.total / 1000
    result.longest = Math.max(result.longest, measured.longest)
    result.longestWait = Math.max(result.longestWait, measured.longestWait)
  }
  const due = 'select count(*)::float8 as count from "Session" where expires < $1'
  const { rows } = await pool.query(due, [momentAt(from + seconds)])
  return { ...result, left: Number(rows[0].count) }
}

/**
 * @param {Database} db
 * @param {number} sessions
 * @param {number} second of the expiries
 */
function purge(db, sessions, second) {
  return measurePurge(
    (timed) => deleteExpired(db, timed, momentAt(second)),
    () => {
      const token = tokenOf(Math.floor(Math.random() * sessions))
      const update = sql`update ${sql.table('Session')} set ${sql.ref('userAgent')} = 'x'`
      return sql`${update} where ${sql.ref('sessionToken')} = ${token}`.execute(db)
    },
  )
}

/** @param {number} second */
function momentAt(second) {
  return new Date(firstExpiry.getTime() + second * 1000)
}

/** @param {number} number */
function tokenOf(number) {
  return `sha256:${createHash('sha256').update(`session ${number}`).digest('hex')}`
}

/**
 * @param {pg.Pool} pool
 * @returns {Promise<Readonly<Record<string, number>>>} bytes by table and index
 */
async function relationBytes(pool) {
  const { rows } = await pool.query(`select relname as name, pg_relation_size(oid)::float8 as bytes
    from pg_class where relkind in ('r', 'i') and (relname like 'Session%' or relname like 'User%')
      and relname not like 'UserFactor%' and relname not like 'UserPassword%' order by relname`)
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]))
}
