import { Kysely, MysqlDialect, PostgresDialect, SqliteDialect } from 'kysely'
import Database from 'libsql'
import { createPool } from 'mysql2'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { kyselyAdapter, migrate } from '../../src/adapters/kysely.js'
import type {
  KyselyAdapter,
  KyselyDatabase,
  PreparedStatement,
  SendPrepared,
} from '../../src/adapters/kysely.js'
import { describeWith } from '../support/servers/describe-with.js'
import { expires, person } from './kysely-auth-js-tables.js'
import { openSqlite } from './kysely-databases.js'
import type { Tables } from './kysely-databases.js'

const session = { sessionToken: 'key', userId: person.id, expires }

describeWith('postgres', 'a prepared read on PostgreSQL', ({ createDatabase }) => {
  it('is prepared once and returns what the ordinary read returns', async () => {
    const { pool, db, close } = await open()
    const adapter = await fill(db, (statement) => pool.query(statement))
    const plain = await kyselyAdapter(db).getSessionAndUser('key')
    expect(plain).toMatchObject({ session: { userId: person.id }, user: { id: person.id } })
    for (let round = 0; round < 3; round += 1) {
      expect(await adapter.getSessionAndUser('key')).toEqual(plain)
    }
    expect(await adapter.getSessionAndUser('unknown')).toBeNull()
    expect(await preparedIn(pool)).toHaveLength(1)
    await close()
  })

  it('is prepared anew after a table has changed', async () => {
    const { pool, db, close } = await open()
    const adapter = await fill(db, (statement) => pool.query(statement))
    await adapter.getSessionAndUser('key')
    const before = await preparedIn(pool)
    await pool.query(`alter table "User" add column "role" text default 'editor'`)
    for (let round = 0; round < 2; round += 1) {
      expect(await adapter.getSessionAndUser('key')).toMatchObject({ user: { role: 'editor' } })
    }
    expect(await preparedIn(pool)).not.toEqual(before)
    expect(await preparedIn(pool)).toHaveLength(1)
    await close()
  })

  it('has a name of its own for each set of tables', async () => {
    const { pool, db, close } = await open()
    const tables = { Session: 'other_sessions' }
    await migrate(db, { tables })
    const other = kyselyAdapter(db, { tables, prepared: (statement) => pool.query(statement) })
    const adapter = await fill(db, (statement) => pool.query(statement))
    expect(await other.getSessionAndUser('key')).toBeNull()
    expect(await adapter.getSessionAndUser('key')).not.toBeNull()
    await close()
  })

  /** With one connection, so that its statements can be asked for. */
  async function open() {
    const pool = new pg.Pool({ connectionString: await createDatabase('prepared'), max: 1 })
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    await migrate(db)
    return { pool, db, close: () => db.destroy() }
  }

  async function preparedIn(pool: pg.Pool): Promise<readonly unknown[]> {
    return (await pool.query(`select name from pg_prepared_statements where name like 'latchkey%'`))
      .rows
  }
})

describeWith('mariadb', 'a prepared read on MariaDB', ({ createDatabase }) => {
  it('returns what the ordinary read returns', async () => {
    const pool = createPool({ uri: await createDatabase('prepared') })
    const db = new Kysely<Tables>({ dialect: new MysqlDialect({ pool }) })
    await migrate(db)
    const adapter = await fill(db, async ({ text, values }) => {
      const [rows] = await pool.promise().execute(text, values as string[])
      return { rows: rows as unknown[] }
    })
    const plain = await kyselyAdapter(db).getSessionAndUser('key')
    expect(plain).not.toBeNull()
    expect(await adapter.getSessionAndUser('key')).toEqual(plain)
    await db.destroy()
  })
})

describe('a prepared read on SQLite', () => {
  it('returns what the ordinary read returns', async () => {
    const database = new Database(':memory:')
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
    await migrate(db)
    const statements = new Map<string, Database.Statement>()
    const adapter = await fill(db, ({ text, values }) => {
      const statement = statements.get(text) ?? database.prepare(text)
      statements.set(text, statement)
      return { rows: statement.all(...values) }
    })
    const plain = await kyselyAdapter(db).getSessionAndUser('key')
    expect(plain).not.toBeNull()
    expect(await adapter.getSessionAndUser('key')).toEqual(plain)
    expect(await adapter.getSessionAndUser('key')).toEqual(plain)
    expect(statements.size).toBe(1)
    await db.destroy()
  })

  it('returns no promise if the driver returns none', async () => {
    const database = new Database(':memory:')
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
    await migrate(db)
    const adapter = await fill(db, ({ text, values }) => ({
      rows: database.prepare(text).all(...values),
    }))
    expect(adapter.getSessionAndUser('key')).toMatchObject({ user: { id: person.id } })
    await db.destroy()
  })
})

describe('a prepared read', () => {
  it.each([
    ['26000', 'prepared statement "latchkey" does not exist'],
    ['42P05', 'prepared statement "latchkey" already exists'],
  ])('gives up behind a pooler of transactions (%s)', async (code, message) => {
    const { adapter, sent } = await failing(Object.assign(new Error(message), { code }))
    expect(await adapter.getSessionAndUser('key')).not.toBeNull()
    expect(await adapter.getSessionAndUser('key')).not.toBeNull()
    expect(sent).toHaveLength(1)
  })

  it('stays given up for an adapter that the app creates for its next request', async () => {
    const lost = Object.assign(new Error('unknown statement'), { code: '26000' })
    const { adapter, sent, db, send } = await failing(lost)
    await adapter.getSessionAndUser('key')
    expect(await kyselyAdapter(db, { prepared: send }).getSessionAndUser('key')).not.toBeNull()
    expect(sent).toHaveLength(1)
  })

  it('falls back if the driver throws at once', async () => {
    const lost = Object.assign(new Error('unknown statement'), { code: '26000' })
    const { db } = await failing(lost)
    const throwing = kyselyAdapter(db, {
      prepared: () => {
        throw lost
      },
    })
    expect(await throwing.getSessionAndUser('key')).not.toBeNull()
  })

  it('hands on every other error', async () => {
    const lost = Object.assign(new Error('The connection was lost.'), { code: 'ECONNRESET' })
    const { adapter, sent } = await failing(lost)
    await expect(adapter.getSessionAndUser('key')).rejects.toBe(lost)
    await expect(adapter.getSessionAndUser('key')).rejects.toBe(lost)
    expect(sent).toHaveLength(2)
  })

  it('stays out of a transaction, whose changes it would not see', async () => {
    const { adapter, sent } = await failing(new Error('This is another connection.'))
    const found = await adapter.transaction?.(async (inner) => {
      await inner.createSession?.({ ...session, sessionToken: 'inner' })
      return inner.getSessionAndUser?.('inner')
    })
    expect(found).not.toBeNull()
    expect(sent).toEqual([])
  })

  it('stays out of the pool for pages, because its own pool may be exhausted', async () => {
    const { sent, db, send } = await failing(new Error('timeout exceeded when trying to connect'))
    const adapter = kyselyAdapter(db, { prepared: send, sessionDb: db })
    expect(await adapter.getRecentSessionAndUser?.('key')).not.toBeNull()
    expect(sent).toEqual([])
  })

  it('has a name that PostgreSQL takes whole', async () => {
    const { adapter, sent } = await failing(Object.assign(new Error('none'), { code: '26000' }))
    await adapter.getSessionAndUser('key')
    expect(sent[0]?.name).toMatch(/^latchkey_\w{1,50}$/)
  })

  async function failing(error: Error) {
    const { db } = openSqlite()
    await migrate(db)
    const sent: PreparedStatement[] = []
    const send = async (statement: PreparedStatement): Promise<never> => {
      sent.push(statement)
      throw error
    }
    return { adapter: await fill(db, send), sent, db, send }
  }
})

async function fill(db: KyselyDatabase, prepared: SendPrepared): Promise<KyselyAdapter> {
  const adapter = kyselyAdapter(db, { prepared })
  await adapter.createUser(person)
  await adapter.createSession(session)
  return adapter
}
