import { setTimeout as wait } from 'node:timers/promises'
import { CamelCasePlugin, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kyselyAdapter, migrate } from '../../src/adapters/kysely.js'
import type { KyselyAdapter } from '../../src/adapters/kysely.js'
import { describeWith } from '../support/servers/describe-with.js'
import { details, expires, factor, passkey, person, run } from './kysely-auth-js-tables.js'
import { asMysql, openMariadb, openPostgres, openSqlite } from './kysely-databases.js'
import type { TestDatabase } from './kysely-databases.js'

const link = { type: 'oauth', provider: 'github', providerAccountId: '1' } as const
const expected = { access_token: 'new', refresh_token: null }
const link2 = { provider: 'github', providerAccountId: '2' }
const token = { identifier: 'a@b.c', token: 'hash', expires }
const attempt = { key: 'hash', now: new Date('2026-01-02T03:04:05.006Z'), expires }

/** How many statements each method takes once the columns are known. */
// prettier-ignore
const calls: Record<string, [others: number, mariadb: number, mysql: number, (adapter: KyselyAdapter) => unknown]> = {
  createUser: [1, 1, 1, async (it) => it.createUser({ ...person, id: '2', email: 'other' })],
  getUser: [1, 1, 1, async (it) => it.getUser(person.id)],
  getUserByEmail: [1, 1, 1, async (it) => it.getUserByEmail(person.email)],
  linkAccount: [1, 1, 1, async (it) => it.linkAccount({ ...link, userId: person.id })],
  getUserByAccount: [1, 1, 1, async (it) => it.getUserByAccount(link)],
  getAccount: [1, 1, 1, async (it) => it.getAccount('1', 'github')],
  updateAccount: [1, 2, 2, async (it) => it.updateAccount({ ...link, access_token: 'new' })],
  leaseAccount: [1, 1, 1, async (it) => it.leaseAccount({ ...link, expected, holder: 'a', milliseconds: 1 })],
  swapTokens: [1, 1, 1, async (it) => it.swapTokens({ ...link, expected, changes: { scope: 'read' } })],
  unlinkAccount: [1, 1, 1, async (it) => it.unlinkAccount(link2)],
  createSession: [1, 1, 1, async (it) => it.createSession({ ...details, userId: person.id })],
  getSessionAndUser: [1, 1, 1, async (it) => it.getSessionAndUser(details.sessionToken)],
  updateSession: [1, 2, 2, async (it) => it.updateSession({ sessionToken: 'detailed', expires })],
  listSessionsByUserId: [1, 1, 1, async (it) => it.listSessionsByUserId(person.id)],
  deleteSessionsByUserId: [1, 1, 1, async (it) => it.deleteSessionsByUserId(person.id, 'detailed')],
  deleteSession: [1, 1, 2, async (it) => it.deleteSession(details.sessionToken)],
  createVerificationToken: [1, 1, 1, async (it) => it.createVerificationToken(token)],
  consumeVerificationToken: [1, 1, 2, async (it) => it.consumeVerificationToken(token)],
  createAuthenticator: [1, 1, 1, async (it) => it.createAuthenticator({ ...passkey, userId: person.id })],
  getAuthenticator: [1, 1, 1, async (it) => it.getAuthenticator(passkey.credentialID)],
  listAuthenticatorsByUserId: [1, 1, 1, async (it) => it.listAuthenticatorsByUserId(person.id)],
  updateAuthenticatorCounter: [1, 2, 2, async (it) => it.updateAuthenticatorCounter(passkey.credentialID, 9)],
  updateAuthenticator: [1, 1, 1, async (it) => it.updateAuthenticator({ credentialID: passkey.credentialID, name: 'Key' })],
  deleteAuthenticator: [1, 1, 1, async (it) => it.deleteAuthenticator(passkey.credentialID)],
  'countAttempt, the first time': [1, 1, 1, async (it) => it.countAttempt(attempt)],
  'countAttempt, from then on': [1, 1, 2, async (it) => it.countAttempt(attempt)],
  'countAttempt, from one again': [1, 1, 1, async (it) => it.countAttempt({ ...attempt, now: expires })],
  updateUser: [1, 2, 2, async (it) => it.updateUser({ id: person.id, name: 'Bea' })],
  listFactorsByUserId: [1, 1, 1, async (it) => it.listFactorsByUserId(person.id)],
  createFactor: [2, 2, 2, async (it) => it.createFactor({ ...factor, userId: person.id })],
  useFactorStep: [1, 1, 1, async (it) => it.useFactorStep(factor.id, { step: 4, lastUsedAt: expires })],
  deleteFactor: [1, 1, 1, async (it) => it.deleteFactor(factor.id)],
  'replaceFactors, with none': [1, 1, 1, async (it) => it.replaceFactors(person.id, 'device', [])],
  deleteExpired: [5, 5, 5, async (it) => it.deleteExpired(new Date(0))],
}

describe('statements on SQLite', () => {
  counts(() => openSqlite())

  it('reads the columns once for all calls', async () => {
    const { db, statements } = openSqlite()
    await migrate(db)
    statements.splice(0)
    await kyselyAdapter(db).createUser(person)
    await kyselyAdapter(db).createSession({ ...details, userId: person.id })
    expect(statements.filter((text) => text.includes('pragma_table_info'))).toHaveLength(1)
    await db.destroy()
  })

  it('names the cure for missing tables', async () => {
    const { db } = openSqlite()
    await expect(kyselyAdapter(db).createUser(person)).rejects.toThrow('migrate()')
    await db.destroy()
  })

  it('opens no transaction with `transactions: false`', async () => {
    const { db, statements } = openSqlite()
    await migrate(db, { transactions: false })
    const adapter = kyselyAdapter(db, { transactions: false })
    await adapter.createUser(person)
    await adapter.deleteUser(person.id)
    expect(adapter.transaction).toBeUndefined()
    expect(await adapter.getUser(person.id)).toBeNull()
    expect(statements).not.toContain('begin')
    await db.destroy()
  })

  it('works in a transaction that the application opened', async () => {
    const { db } = openSqlite()
    await migrate(db)
    const failed = db.transaction().execute(async (opened) => {
      const adapter = kyselyAdapter(opened)
      await adapter.createUser(person)
      await adapter.deleteUser('nobody')
      expect(adapter.transaction).toBeUndefined()
      throw new Error('on purpose')
    })
    await expect(failed).rejects.toThrow('on purpose')
    expect(await kyselyAdapter(db).getUser(person.id)).toBeNull()
    await db.destroy()
  })

  it('is not changed by plugins', async () => {
    const { db } = openSqlite()
    await migrate(db)
    const adapter = kyselyAdapter(db.withPlugin(new CamelCasePlugin()))
    await adapter.createUser(person)
    await adapter.linkAccount({ ...link, userId: person.id, access_token: 'access' })
    expect(await adapter.getAccount('1', 'github')).toMatchObject({ access_token: 'access' })
    await db.destroy()
  })

  it('reads and writes columns that the application added, and no others', async () => {
    const { db } = openSqlite()
    await migrate(db)
    await run(db, `alter table "User" add column role text default 'guest'`)
    await run(db, `alter table "User" add column tags text`)
    const adapter = kyselyAdapter(db)
    const extra = { ...person, tags: ['a'], 'x" = 1; --': 1, constructor: 'no' }
    expect(await adapter.createUser(extra)).toEqual({ ...person, role: 'guest', tags: '["a"]' })
    const promoted = { id: person.id, role: 'admin' }
    expect(await adapter.updateUser(promoted)).toMatchObject({ role: 'admin' })
    await db.destroy()
  })

  it('keeps no factor without its user where nothing enforces foreign keys', async () => {
    const { db } = openSqlite()
    await migrate(db)
    await run(db, 'pragma foreign_keys = off')
    const adapter = kyselyAdapter(db)
    const { id } = await adapter.createUser(person)
    const own = { ...factor, userId: id }
    await adapter.createFactor(own)
    await adapter.deleteUser(id)
    expect(await adapter.listFactorsByUserId(id)).toEqual([])
    const refusal = 'The user of the factor does not exist'
    await expect(adapter.createFactor(own)).rejects.toThrow(refusal)
    await expect(adapter.replaceFactors(id, 'totp', [own])).rejects.toThrow(refusal)
    expect(await adapter.listFactorsByUserId(id)).toEqual([])
  })

  it('names the cure for a missing table of attempts', async () => {
    const { db } = openSqlite()
    await expect(kyselyAdapter(db).countAttempt(attempt)).rejects.toThrow('migrate()')
    await db.destroy()
  })

  it('keeps dates as numbers where the column is one', async () => {
    const { db } = openSqlite()
    await run(db, 'create table "User" (id text primary key, email text, "emailVerified" integer)')
    await run(
      db,
      'create table "Session" ("sessionToken" text primary key, "userId" text, expires integer)',
    )
    await migrate(db)
    const adapter = kyselyAdapter(db)
    await adapter.createUser({ ...person, emailVerified: expires })
    await adapter.createSession({ ...details, userId: person.id })
    const { rows } = await sql`select expires from "Session"`.execute(db)
    expect(rows).toEqual([{ expires: expires.getTime() }])
    expect(await adapter.getSessionAndUser(details.sessionToken)).toMatchObject({
      session: { expires },
      user: { emailVerified: expires },
    })
    await db.destroy()
  })

  it('deletes what expired whatever form its dates have', async () => {
    const { db } = openSqlite()
    await migrate(db)
    const now = new Date('2026-03-04T12:00:00.000Z')
    const forms = {
      'iso old': now.toISOString().replace('12:', '11:'),
      'iso new': now.toISOString(),
      'sql old': '2026-03-04 11:59:59',
      'sql new': '2026-03-04 12:00:01',
    }
    for (const [name, date] of Object.entries(forms))
      await sql`insert into "VerificationToken" values (${name}, ${name}, ${date})`.execute(db)
    await kyselyAdapter(db).deleteExpired(now)
    const { rows } = await sql`select token from "VerificationToken" order by token`.execute(db)
    expect(rows).toEqual([{ token: 'iso new' }, { token: 'sql new' }])
    await db.destroy()
  })

  it('deletes what expired and no other where dates are numbers', async () => {
    const { db } = openSqlite()
    await run(
      db,
      'create table "VerificationToken" (identifier text, token text, expires datetime not null)',
    )
    await migrate(db)
    const now = Date.now()
    for (const [name, date] of [
      ['old', now - 1],
      ['new', now],
    ] as const)
      await sql`insert into "VerificationToken" values (${name}, ${name}, ${date})`.execute(db)
    await kyselyAdapter(db).deleteExpired(new Date(now))
    const { rows } = await sql`select token from "VerificationToken"`.execute(db)
    expect(rows).toEqual([{ token: 'new' }])
    await db.destroy()
  })
})

describe('counts of attempts on SQLite', () => {
  const now = new Date('2026-01-02T03:04:05.006Z')
  const key = 'hash'

  it('are deleted when they are over, and no others', async () => {
    const { db } = openSqlite()
    await migrate(db)
    const adapter = kyselyAdapter(db)
    await adapter.countAttempt({ key: 'old', now: new Date(0), expires: new Date(+now - 1) })
    await adapter.countAttempt({ key: 'new', now: new Date(0), expires: now })
    await adapter.deleteExpired(now)
    const { rows } = await sql`select key from "Attempt"`.execute(db)
    expect(rows).toEqual([{ key: 'new' }])
    await db.destroy()
  })

  it('end where dates are numbers, and rows have a key of their own', async () => {
    const { db } = openSqlite()
    await run(
      db,
      'create table "Attempt" (id text not null, key text, count integer, expires integer)',
    )
    await migrate(db)
    const adapter = kyselyAdapter(db)
    expect(await adapter.countAttempt({ key, now, expires })).toEqual({ count: 1, expires })
    expect(await adapter.countAttempt({ key, now, expires })).toEqual({ count: 2, expires })
    const later = new Date(+expires + 1)
    const again = { key, now: expires, expires: later }
    expect(await adapter.countAttempt(again)).toEqual({ count: 1, expires: later })
    const { rows } = await sql`select count, expires from "Attempt"`.execute(db)
    expect(rows).toEqual([{ count: 1, expires: +later }])
    await db.destroy()
  })
})

describe('the dialect', () => {
  it('is refused where it is SQL Server', () => {
    const adapter = { supportsReturning: false, supportsTransactionalDdl: true }
    const { db } = openSqlite()
    const getExecutor = () => ({ adapter: { ...adapter, supportsOutput: true } })
    const server = Object.assign(Object.create(db) as typeof db, { getExecutor })
    expect(() => kyselyAdapter(server)).toThrow('SQL Server')
  })

  it('can be told by an option', async () => {
    const { db, statements } = openSqlite()
    const adapter = kyselyAdapter(db, { dialect: 'postgres' })
    await expect(adapter.getUser('1')).rejects.toThrow()
    expect(statements[0]).toContain('= $1')
    await db.destroy()
  })
})

describeWith('postgres', 'statements on PostgreSQL', (server) => {
  counts(async () => openPostgres(await server.createDatabase('queries')))

  it('reads dates without a time zone as UTC, and whatever the parsers of the driver are', async () => {
    const url = await server.createDatabase('queries')
    const types = { getTypeParser: () => (text: string) => text }
    const { db } = openPostgres(url, { types })
    await run(db, 'create table "User" (id text primary key, "emailVerified" timestamp(3))')
    await migrate(db)
    const adapter = kyselyAdapter(db)
    await adapter.createUser({ ...person, emailVerified: expires })
    await adapter.createSession({ ...details, userId: person.id })
    const { rows } = await sql`select "emailVerified"::text as text from "User"`.execute(db)
    expect(rows).toEqual([{ text: '2031-02-03 04:05:06.789' }])
    expect(await adapter.getSessionAndUser(details.sessionToken)).toMatchObject({
      session: { expires },
      user: { emailVerified: expires },
    })
    await db.destroy()
  })

  it('rounds what is finer than a millisecond', async () => {
    const { db } = openPostgres(await server.createDatabase('queries'))
    await migrate(db)
    const adapter = kyselyAdapter(db)
    await adapter.createUser(person)
    await run(db, `update "User" set "emailVerified" = '2031-02-03 04:05:06.788700Z'`)
    expect((await adapter.getUser(person.id))?.emailVerified).toEqual(expires)
    await db.destroy()
  })
})

describeWith('mariadb', 'statements on MariaDB', (server) => {
  counts(async () => openMariadb(await server.createDatabase('queries')), 'mariadb')

  describe('without RETURNING', () => {
    counts(async () => openMariadb(await server.createDatabase('queries')), 'mysql')

    it('refuses to count attempts where the driver does not tell their number', async () => {
      const { db } = openMariadb(await server.createDatabase('queries'))
      await migrate(db)
      const mysql = asMysql(db)
      const silent = {
        ...mysql,
        withoutPlugins: () => ({
          ...mysql,
          executeQuery: async (query: object) => {
            const { insertId: _insertId, ...result } = await mysql.executeQuery(query)
            return result
          },
        }),
      }
      const adapter = kyselyAdapter(silent)
      expect(await adapter.countAttempt(attempt)).toEqual({ count: 1, expires })
      await expect(adapter.countAttempt(attempt)).rejects.toThrow('no insertId')
      await db.destroy()
    })
  })

  it.each(['local', 'Z', '+09:00'])(
    'keeps dates in UTC with the time zone %s',
    async (timezone) => {
      const url = await server.createDatabase('queries')
      const { db } = openMariadb(url, { timezone, dateStrings: timezone === 'Z' })
      await migrate(db)
      const adapter = kyselyAdapter(db)
      await adapter.createUser({ ...person, emailVerified: expires })
      const { rows } = await sql`select cast(emailVerified as char) as text from User`.execute(db)
      expect(rows).toEqual([{ text: '2031-02-03 04:05:06.789' }])
      expect(await adapter.getUser(person.id)).toEqual({ ...person, emailVerified: expires })
      await db.destroy()
    },
  )

  it('counts attempts while another process deletes expired counts', async () => {
    const { db } = openMariadb(await server.createDatabase('queries'))
    await migrate(db)
    await kyselyAdapter(db).countAttempt(attempt)
    await run(
      db,
      `insert into Attempt select concat('other ', seq), 1, '2099-01-01' from seq_1_to_3000`,
    )
    const adapter = kyselyAdapter(db)
    const later = new Date(+expires + 1000)
    let deleting: unknown
    const counted = await adapter.transaction?.(async (inner) => {
      await inner.countAttempt?.(attempt)
      deleting = adapter.deleteExpired(later)
      await wait(500)
      return inner.countAttempt?.({ key: attempt.key, now: later, expires: new Date(+later + 1) })
    })
    expect(counted?.count).toBe(1)
    await deleting
    await db.destroy()
  })

  it('counts users itself where the table does, and finds none by half a number', async () => {
    const { db } = openMariadb(await server.createDatabase('queries'))
    await run(db, 'create table User (id int auto_increment primary key, email varchar(255))')
    await migrate(db)
    for (const database of [db, asMysql(db)]) {
      const adapter = kyselyAdapter(database)
      const user = await adapter.createUser({ ...person, email: crypto.randomUUID() })
      expect(user.id).toMatch(/^\d+$/)
      expect(await adapter.getUser(user.id)).toEqual(user)
      expect(await adapter.getUser(`${user.id}x`)).toBeNull()
      await adapter.createSession({ ...details, sessionToken: user.id, userId: user.id })
      expect(await adapter.getSessionAndUser(user.id)).toMatchObject({ user })
    }
    await db.destroy()
  })

  it('refuses text that a server in a lenient mode would cut', async () => {
    const { db } = openMariadb(await server.createDatabase('queries'), { connectionLimit: 1 })
    await migrate(db)
    await run(db, `set sql_mode = ''`)
    await expect(
      kyselyAdapter(db).createUser({ ...person, email: 'a'.repeat(513) }),
    ).rejects.toThrow('User.email accepts at most 512 characters, got 513')
    await db.destroy()
  })
})

function counts(
  open: () => Promise<TestDatabase> | TestDatabase,
  server: 'others' | 'mariadb' | 'mysql' = 'others',
): void {
  let database: TestDatabase
  let adapter: KyselyAdapter
  beforeAll(async () => {
    database = await open()
    await migrate(database.db)
    adapter = kyselyAdapter(server === 'mysql' ? asMysql(database.db) : database.db)
    await adapter.createUser(person)
  })
  afterAll(async () => database.db.destroy())

  it('takes no more statements than it needs', async () => {
    const column = { others: 0, mariadb: 1, mysql: 2 } as const
    for (const [name, counted] of Object.entries(calls)) {
      database.statements.splice(0)
      await counted[3](adapter)
      expect([name, database.statements.length]).toEqual([name, counted[column[server]]])
    }
  })
}
