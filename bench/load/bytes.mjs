import { randomBytes, randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import { kyselyAdapter, migrate } from 'latchkey/adapters/kysely'
import { redisAdapter } from 'latchkey/adapters/redis'
import { encode } from 'latchkey/jwt'
import pg from 'pg'
import { createClient } from 'redis'
import { userAgent } from '../clusters/user-agent.mjs'
import { openStore } from './stores.mjs'

/** @typedef {Awaited<ReturnType<typeof measureBytes>>} Bytes */

const month = 30 * 24 * 60 * 60
/** Calls of an adapter at the same time. */
const atOnce = 200

/** What one session and one user take, in each place where they can be kept. */
export async function measureBytes({ many = 1_000_000, fewer = 100_000 } = {}) {
  return {
    postgres: {
      ...(await inPostgres(many, async () => {})),
      extended: await inPostgres(fewer, extendTwice),
    },
    redis: await measureRedis(fewer),
    cookie: await measureCookie(),
  }
}

/**
 * @param {number} rows of users, with a session each
 * @param {(pool: pg.Pool) => Promise<void>} change what happens to them before they are measured
 */
async function inPostgres(rows, change) {
  const store = await openStore('postgres')
  const pool = new pg.Pool({ connectionString: store.settings['DATABASE_URL'] })
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  try {
    await migrate(db)
    await fill(pool, rows)
    await expectReadable(db)
    await change(pool)
    const bytes = Object.entries(await relationBytes(pool)).map(([name, size]) => [
      name,
      size / rows,
    ])
    const { rows: answers } = await pool.query('show server_version')
    const version = String(answers[0]?.server_version)
    return { version, rows, bytesPerRow: Object.fromEntries(bytes) }
  } finally {
    await db.destroy()
    await store.remove()
  }
}

/**
 * As on two days with `updateAge` at its default: each session is written once a day, and what is
 * old is cleared away in between.
 *
 * @param {pg.Pool} pool
 */
async function extendTwice(pool) {
  await pool.query(extendAll)
  await pool.query('vacuum "Session"')
  await pool.query(extendAll)
}

const extendAll = `update "Session" set expires = expires + interval '1 day'`

/**
 * Rows as the adapter writes them, keys in no order.
 *
 * @param {pg.Pool} pool
 * @param {number} count
 */
async function fill(pool, count) {
  await pool.query(`insert into "User" (id, name, email, image)
    select gen_random_uuid()::text, 'Ada Lovelace ' || n, 'ada-' || n || '@app.example',
      'https://lh3.example/a/' || md5(n::text) || '=s96-c'
    from generate_series(1, ${count}) as n`)
  await pool.query(
    `insert into "Session" ("sessionToken", "userId", expires, "createdAt", "userAgent", provider)
    select 'sha256:' || encode(sha256(convert_to(id, 'UTF8')), 'hex'), id,
      date_trunc('second', now()) + random() * interval '30 days', date_trunc('second', now()), $1, 'google'
    from "User"`,
    [userAgent],
  )
  await pool.query('vacuum analyze')
}

/**
 * That the adapter reads what was filled in, and writes the same.
 *
 * @param {Kysely<unknown>} db
 */
async function expectReadable(db) {
  const adapter = kyselyAdapter(db)
  const { id } = await adapter.createUser({
    id: randomUUID(),
    name: 'Ada',
    email: 'ada@app.example',
    emailVerified: null,
  })
  const session = sessionOf(id)
  await adapter.createSession(session)
  const found = await adapter.getSessionAndUser(session.sessionToken)
  if (found?.user.id !== id) throw new Error('What was written cannot be read.')
}

/**
 * @param {pg.Pool} pool
 * @returns {Promise<Record<string, number>>} by table and index
 */
async function relationBytes(pool) {
  const { rows } = await pool.query(`select relname as name, pg_relation_size(oid)::float8 as bytes
    from pg_class where relkind in ('r', 'i') and (relname like 'Session%' or relname like 'User%')
    order by relname`)
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]))
}

/** @param {number} count of users, with a session each */
async function measureRedis(count) {
  const store = await openStore('redis')
  const client = createClient({ url: store.settings['REDIS_URL'] ?? '' })
  await client.connect()
  try {
    const adapter = redisAdapter(client)
    const before = await usedMemory(client)
    /** @type {string[]} */
    const ids = []
    await inParallel(count, async (at) => {
      const email = `ada-${at}@app.example`
      const image = `https://lh3.example/a/${randomBytes(16).toString('hex')}=s96-c`
      const { id } = await adapter.createUser({
        id: randomUUID(),
        name: `Ada ${at}`,
        email,
        image,
        emailVerified: null,
      })
      ids.push(id)
    })
    const withUsers = await usedMemory(client)
    await inParallel(count, async (at) => {
      await adapter.createSession(sessionOf(ids[at] ?? ''))
    })
    const withSessions = await usedMemory(client)
    const info = await client.info('server')
    return {
      version: /redis_version:(\S+)/.exec(info)?.[1] ?? '',
      rows: count,
      bytesPerUser: (withUsers - before) / count,
      bytesPerSession: (withSessions - withUsers) / count,
    }
  } finally {
    client.destroy()
    await store.remove()
  }
}

/** @param {{ info(section: string): Promise<string> }} client */
async function usedMemory(client) {
  return Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1])
}

/** @param {string} userId */
function sessionOf(userId) {
  return {
    sessionToken: `sha256:${randomBytes(32).toString('hex')}`,
    userId,
    expires: new Date(Date.now() + Math.random() * month * 1000),
    createdAt: new Date(),
    userAgent,
    provider: 'google',
    providerSessionId: null,
  }
}

/**
 * @param {number} count
 * @param {(at: number) => Promise<void>} work
 */
async function inParallel(count, work) {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** What a browser sends with every request when its session is a token. */
async function measureCookie() {
  const salt = '__Host-authjs.session-token'
  const token = {
    name: 'Ada Lovelace',
    email: 'ada-000001@app.example',
    picture: `https://lh3.example/a/${'0'.repeat(32)}=s96-c`,
    sub: randomUUID(),
    session_started_at: Math.floor(Date.now() / 1000),
    session_id: randomBytes(32).toString('hex'),
  }
  const sealed = await encode({ token, secret: randomBytes(32).toString('hex'), salt })
  return { jwtBytes: salt.length + 1 + sealed.length, databaseBytes: salt.length + 1 + 72 }
}
