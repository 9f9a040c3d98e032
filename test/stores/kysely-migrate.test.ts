import { KyselyAdapter as AuthJsAdapter } from '@auth/kysely-adapter'
import PostgresAdapter from '@auth/pg-adapter'
import { PGlite } from '@electric-sql/pglite'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { kyselyAdapter, migrate, schema } from '../../src/adapters/kysely.js'
import type { KyselyAdapter } from '../../src/adapters/kysely.js'
import { keepsContract, oneStepMethods } from '../support/adapters/keeps-contract.js'
import { describeWith } from '../support/servers/describe-with.js'
import {
  account,
  authentication,
  details,
  expires,
  factor,
  makeKyselyTables,
  makePgTables,
  passkey,
  passkeyDetails,
  person,
  pgTables,
  run,
} from './kysely-auth-js-tables.js'
import { openMariadb, openPglite, openPostgres, openSqlite } from './kysely-databases.js'
import type { Tables, TestDatabase } from './kysely-databases.js'
import { makeOlderTables } from './kysely-older-tables.js'

const opened: TestDatabase[] = []
afterEach(async () => {
  for (const { db } of opened.splice(0)) await db.destroy()
})

describe('migrate on SQLite', () => {
  migrates('sqlite', () => keep(openSqlite()))
})

describe('migrate on PGlite', () => {
  // It takes seconds to start, so that its one database is emptied for each test.
  const pglite = new PGlite()
  afterAll(async () => pglite.close())
  migrates('postgres', async () => {
    await pglite.exec('drop schema public cascade; create schema public')
    return keep(openPglite(pglite))
  })
})

describeWith('postgres', 'migrate on PostgreSQL', (server) => {
  migrates('postgres', async () => keep(openPostgres(await server.createDatabase('migrate'))))

  it('lets processes that run it at once take turns', async () => {
    const url = await server.createDatabase('migrate')
    const all = Array.from({ length: 6 }, () => keep(openPostgres(url)))
    await Promise.all(all.map(async ({ db }) => migrate(db)))
    expect(creations(all.flatMap(({ statements }) => statements))).toBe(
      Object.keys(pgTables).length,
    )
  })

  it('changes nothing when it fails half-way', async () => {
    const { db } = keep(openPostgres(await server.createDatabase('migrate')))
    await run(db, 'create table "VerificationToken" (identifier text, token text)')
    await expect(migrate(db)).rejects.toThrow('"VerificationToken" has no column "expires"')
    expect(await db.introspection.getTables()).toHaveLength(1)
  })

  it('finds tables in a schema of their own', async () => {
    const { db } = keep(openPostgres(await server.createDatabase('migrate')))
    await run(db, 'create schema auth')
    const tables = Object.fromEntries(Object.keys(pgTables).map((name) => [name, `auth.${name}`]))
    await migrate(db, { tables })
    await migrate(db, { tables })
    const adapter = kyselyAdapter(db, { tables })
    const user = await adapter.createUser(person)
    expect(await adapter.getUser(user.id)).toMatchObject(person)
    const attempt = { key: 'hash', now: new Date(0), expires }
    for (const count of [1, 2])
      expect(await adapter.countAttempt(attempt)).toEqual({ count, expires })
    expect((await db.introspection.getTables()).every((table) => table.schema === 'auth')).toBe(
      true,
    )
  })

  describe('with the tables of @auth/pg-adapter', () => {
    it('keeps what they hold, and adds what is missing', async () => {
      const url = await server.createDatabase('migrate')
      const { db } = keep(openPostgres(url))
      await makePgTables(db)
      const pool = new pg.Pool({ connectionString: url })
      const authJs = PostgresAdapter(pool) as Required<ReturnType<typeof PostgresAdapter>>
      const old = await authJs.createUser({ ...person, emailVerified: expires })
      await authJs.linkAccount({ ...account, userId: old.id })
      await authJs.createSession({ sessionToken: 'old', userId: old.id, expires })
      await authJs.createVerificationToken({ identifier: 'a@b.c', token: 'hash', expires })
      await pool.end()

      await migrate(db, { tables: pgTables })
      await migrate(db, { tables: pgTables })

      const adapter = kyselyAdapter(db, { tables: pgTables })
      const user = { ...person, id: '1', emailVerified: expires }
      expect(await adapter.getUserByAccount(account)).toEqual(user)
      expect(await adapter.getSessionAndUser('old')).toEqual({
        session: { sessionToken: 'old', userId: '1', expires },
        user,
      })
      expect(await adapter.getAccount('1', 'github')).toEqual({ ...account, userId: user.id })
      expect(
        await adapter.consumeVerificationToken({ identifier: 'a@b.c', token: 'hash' }),
      ).toEqual({
        identifier: 'a@b.c',
        token: 'hash',
        expires,
      })
      expect(await adapter.getUser('no number')).toBeNull()
      await adapter.createSession({ ...details, userId: user.id })
      expect(await adapter.listSessionsByUserId(user.id)).toContainEqual({
        ...details,
        userId: user.id,
      })
      await adapter.deleteUser(user.id)
      expect(await adapter.getAccount('1', 'github')).toBeNull()
    })

    describe('keeps the contract', () => {
      let database: TestDatabase
      beforeAll(async () => {
        database = openPostgres(await server.createDatabase('migrate'))
        await makePgTables(database.db)
        await migrate(database.db, { tables: pgTables })
      })
      afterAll(async () => database.db.destroy())
      const open = (): KyselyAdapter => kyselyAdapter(database.db, { tables: pgTables })
      // An address is a varchar(255) there, and an id a number.
      const failing = ['text: keys may be as long as their standards allow']
      const unknownId = (): string => '999999999'
      keepsContract(open, { unknownId, lacks: oneStepMethods, fails: failing })
    })

    it('refuses rows that are not unique, and names their columns', async () => {
      const { db } = keep(openPostgres(await server.createDatabase('migrate')))
      await makePgTables(db, { constraints: false })
      await run(db, `insert into users (email) values ('a@b.c')`)
      for (const token of ['1', '2'])
        await run(
          db,
          `insert into accounts ("userId", type, provider, "providerAccountId", access_token)
           values (1, 'oauth', 'github', '1', '${token}')`,
        )
      await expect(migrate(db, { tables: pgTables })).rejects.toThrow(
        'table "accounts" has rows with the same "provider", "providerAccountId"',
      )
      const tables = (await db.introspection.getTables()).map(({ name }) => name)
      expect(tables).not.toContain('authenticators')
      await run(db, `delete from accounts where access_token = '2'`)
      await migrate(db, { tables: pgTables })
      await expect(
        kyselyAdapter(db, { tables: pgTables }).linkAccount({ ...account, userId: '1' }),
      ).rejects.toThrow('unique')
    })
  })
})

describeWith('mariadb', 'migrate on MariaDB', (server) => {
  migrates('mariadb', async () => keep(openMariadb(await server.createDatabase('migrate'))))

  it('lets processes that run it at once take turns', async () => {
    const url = await server.createDatabase('migrate')
    const all = Array.from({ length: 6 }, () => keep(openMariadb(url)))
    await Promise.all(all.map(async ({ db }) => migrate(db)))
    expect(creations(all.flatMap(({ statements }) => statements))).toBe(
      Object.keys(pgTables).length,
    )
  })
})

/** What holds on every engine. */
function migrates(
  dialect: 'postgres' | 'mariadb' | 'sqlite',
  open: () => Promise<TestDatabase> | TestDatabase,
): void {
  it('creates the tables, and finds nothing to do the second time', async () => {
    const { db, statements } = await open()
    await migrate(db)
    expect(creations(statements)).toBe(Object.keys(pgTables).length)
    const tables = (await db.introspection.getTables()).map(({ name }) => name)
    expect(tables.toSorted()).toEqual(Object.keys(pgTables).toSorted())
    statements.splice(0)
    await migrate(db)
    expect(statements.filter((it) => /^(create|alter|drop)/.test(it) && !isLock(it))).toEqual([])
  })

  it('may be called any number of times at once', async () => {
    const { db, statements } = await open()
    await Promise.all(Array.from({ length: 5 }, async () => migrate(db)))
    expect(creations(statements)).toBe(Object.keys(pgTables).length)
  })

  it('creates the same tables as the text of schema()', async () => {
    const migrated = await open()
    await migrate(migrated.db)
    const expected = await describeTables(migrated.db)
    const written = await open()
    for (const statement of schema(dialect).split(';\n'))
      if (statement.trim()) await run(written.db, statement)
    written.statements.splice(0)
    await migrate(written.db)
    expect(written.statements.filter((it) => /^(create|alter)/.test(it) && !isLock(it))).toEqual([])
    expect(await describeTables(written.db)).toEqual(expected)
  })

  it('deletes with a user what refers to it, by foreign keys too', async () => {
    const { db } = await open()
    await migrate(db)
    if (dialect === 'sqlite') await run(db, 'pragma foreign_keys = on')
    const adapter = kyselyAdapter(db)
    const user = await adapter.createUser(person)
    await adapter.createSession({ ...details, userId: user.id })
    await db.deleteFrom('User').execute()
    expect(await adapter.listSessionsByUserId(user.id)).toEqual([])
  })

  it('keeps what @auth/kysely-adapter stored, and adds what is missing', async () => {
    const { db } = await open()
    await makeKyselyTables(db, dialect)
    const authJs = AuthJsAdapter(db) as Required<ReturnType<typeof AuthJsAdapter>>
    const old = await authJs.createUser({ ...person, id: '', emailVerified: expires })
    await authJs.linkAccount({ ...account, userId: old.id })
    await authJs.createSession({ sessionToken: 'old', userId: old.id, expires })
    await authJs.createVerificationToken({ identifier: 'a@b.c', token: 'hash', expires })

    // Before, with the columns that there are.
    await kyselyAdapter(db).createSession({ ...details, sessionToken: 'plain', userId: old.id })
    await migrate(db)
    await migrate(db)

    const adapter = kyselyAdapter(db)
    const user = { ...person, id: old.id, emailVerified: expires }
    expect(await adapter.getUserByEmail(person.email)).toEqual(user)
    expect(await adapter.getUserByEmail(person.email.toUpperCase())).toBeNull()
    expect(await adapter.getSessionAndUser('old')).toEqual({
      session: { sessionToken: 'old', userId: old.id, expires },
      user,
    })
    expect(await adapter.getSessionAndUser('OLD ')).toBeNull()
    expect(await adapter.getAccount('1', 'github')).toEqual({ ...account, userId: old.id })
    await adapter.createSession({ ...details, userId: old.id })
    expect(await adapter.listSessionsByUserId(old.id)).toContainEqual({
      ...details,
      userId: old.id,
    })
    await expect(adapter.linkAccount({ ...account, userId: old.id })).rejects.toThrow()
    await adapter.createAuthenticator({ ...passkey, userId: old.id })
    await adapter.deleteUser(old.id)
    expect(await adapter.getAuthenticator('AA==')).toBeNull()
    expect(await adapter.consumeVerificationToken({ identifier: 'a@b.c', token: 'hash' })).toEqual({
      identifier: 'a@b.c',
      token: 'hash',
      expires,
    })
    // Columns that say by default that an address is verified are there in tables of Auth.js.
    expect((await adapter.createUser(person)).emailVerified).toBeNull()
  })

  it('adds to tables that an older version made what they lack', async () => {
    const { db, statements } = await open()
    await makeOlderTables(db, dialect)
    const adapter = kyselyAdapter(db)
    const user = await adapter.createUser(person)
    const older = { ...passkey, userId: user.id }
    const newer = { ...older, ...passkeyDetails, credentialID: 'BB==', transports: 'usb' }
    const none = { name: null, createdAt: null, lastUsedAt: null, userHandle: null }
    const attempt = { key: 'hash', now: new Date(0), expires }

    await adapter.createAuthenticator({ ...older, ...passkeyDetails })
    await adapter.updateAuthenticator({ credentialID: older.credentialID, name: 'Ignored' })
    const before = { ...older, transports: null, ...none }
    expect(await adapter.getAuthenticator(older.credentialID)).toEqual(before)
    expect(await adapter.listAuthenticatorsByUserId(user.id)).toEqual([before])
    await expect(adapter.countAttempt(attempt)).rejects.toThrow(
      'There is no table for Attempt; create it with migrate()',
    )
    await expect(adapter.getPassword(user.id)).rejects.toThrow(
      'There is no table for UserPassword; create it with migrate()',
    )
    await adapter.deletePassword(user.id)
    const own = { ...factor, userId: user.id }
    const use = { step: 9, lastUsedAt: expires }
    for (const call of [
      async () => adapter.listFactorsByUserId(user.id),
      async () => adapter.createFactor(own),
      async () => adapter.useFactorStep(own.id, use),
      async () => adapter.deleteFactor(own.id),
      async () => adapter.replaceFactors(user.id, 'totp', [own]),
    ]) {
      const cure = 'There is no table for UserFactor; create it with migrate()'
      await expect(call()).rejects.toThrow(cure)
    }
    await adapter.replaceFactors(user.id, 'device', [])
    const session = { sessionToken: 'older', userId: user.id, expires }
    await adapter.createSession({ ...session, ...authentication })
    const unknown = { authenticatedAt: null, amr: null }
    const beforeColumns = await adapter.getSessionAndUser('older')
    expect(beforeColumns).toEqual({ session, user })
    expect(await adapter.listSessionsByUserId(user.id)).toMatchObject([{ ...session, ...unknown }])
    await adapter.deleteSession('older')
    const gone = await adapter.createUser({
      ...person,
      id: randomUUID(),
      email: 'gone@example.org',
    })
    await adapter.deleteUser(gone.id)
    expect(await adapter.getUser(gone.id)).toBeNull()
    await adapter.createSession({ ...details, userId: user.id, expires: new Date(0) })
    await adapter.deleteExpired(new Date(1))
    expect(await adapter.listSessionsByUserId(user.id)).toEqual([])

    await migrate(db)
    statements.splice(0)
    await migrate(db)
    expect(statements.filter((it) => /^(create|alter|drop)/.test(it) && !isLock(it))).toEqual([])

    expect(await adapter.getAuthenticator(older.credentialID)).toEqual(before)
    await adapter.createAuthenticator(newer)
    expect(await adapter.getAuthenticator(newer.credentialID)).toEqual(newer)
    await adapter.updateAuthenticator({ credentialID: older.credentialID, ...passkeyDetails })
    const after = await adapter.updateAuthenticatorCounter(older.credentialID, 1)
    expect(after).toEqual({ ...before, ...passkeyDetails, counter: 1 })
    expect(await adapter.countAttempt(attempt)).toEqual({ count: 1, expires })
    expect(await adapter.countAttempt(attempt)).toEqual({ count: 2, expires })
    const password = { hash: '$scrypt$', stamp: 's', changedAt: expires, mustChange: true }
    expect(await adapter.setPassword(user.id, password, null)).toBe(true)
    expect(await adapter.getPassword(user.id)).toEqual({ ...password, userId: user.id })
    await adapter.createFactor(own)
    expect(await adapter.listFactorsByUserId(user.id)).toEqual([own])
    await adapter.createSession({ ...session, ...authentication })
    const afterColumns = await adapter.getSessionAndUser('older')
    expect(afterColumns).toEqual({ session, user })
    const listed = await adapter.listSessionsByUserId(user.id)
    expect(listed).toMatchObject([{ ...session, ...authentication }])
    statements.splice(0)
    const late = kyselyAdapter(db.withoutPlugins())
    expect(await late.getSessionAndUser('older')).toEqual(afterColumns)
    expect(await late.getSessionAndUser('older\0')).toBeNull()
    expect(statements).toHaveLength(2)
    await adapter.deleteUser(user.id)
    expect(await adapter.listFactorsByUserId(user.id)).toEqual([])
  })

  it('reads a session of an app whose users have columns of the same names', async () => {
    const { db } = await open()
    await migrate(db)
    const text = dialect === 'mariadb' ? 'varchar(20)' : 'text'
    for (const column of ['amr', 'authenticatedAt', 'userAgent'])
      await sql`alter table ${sql.table('User')} add column ${sql.id(column)} ${sql.raw(text)}`.execute(
        db,
      )
    const adapter = kyselyAdapter(db)
    const own = { amr: 'of the app', authenticatedAt: 'yesterday', userAgent: 'none' }
    const user = await adapter.createUser({ ...person, ...own })
    const session = { sessionToken: 'token', userId: user.id, expires }
    await adapter.createSession(session)
    for (const reader of [adapter, kyselyAdapter(db.withoutPlugins())]) {
      const found = await reader.getSessionAndUser('token')
      expect(found?.session).toEqual(session)
      expect(found?.user).toMatchObject(own)
    }
  })

  it('leaves factors alone that are in a table of the app', async () => {
    const { db } = await open()
    await migrate(db, { tables: { UserFactor: 'other' } })
    const adapter = kyselyAdapter(db)
    const { id } = await adapter.createUser(person)
    await sql`create table ${sql.table('UserFactor')} (${sql.id('userId')} varchar(255), secret varchar(255), expires varchar(30))`.execute(
      db,
    )
    await sql`insert into ${sql.table('UserFactor')} values (${id}, 'of the app', '2000-01-01')`.execute(
      db,
    )
    await adapter.replaceFactors(id, 'device', [])
    await adapter.deleteExpired(new Date())
    await adapter.deleteUser(id)
    const { rows } = await sql`select secret from ${sql.table('UserFactor')}`.execute(db)
    expect(rows).toEqual([{ secret: 'of the app' }])
    await expect(migrate(db)).rejects.toThrow('"UserFactor" has no column "id"')
  })

  it('leaves an app alone that has a table of the same name', async () => {
    const { db } = await open()
    await migrate(db, { tables: { UserPassword: 'other' } })
    const adapter = kyselyAdapter(db)
    const { id } = await adapter.createUser(person)
    await sql`create table ${sql.table('UserPassword')} (${sql.id('userId')} varchar(255), secret varchar(255))`.execute(
      db,
    )
    await sql`insert into ${sql.table('UserPassword')} values (${id}, 'of the app')`.execute(db)
    await adapter.deleteUser(id)
    const { rows } = await sql`select secret from ${sql.table('UserPassword')}`.execute(db)
    expect(rows).toEqual([{ secret: 'of the app' }])
    await expect(migrate(db)).rejects.toThrow('"UserPassword" has no column "hash"')
  })

  it('counts attempts in a table of another name', async () => {
    const { db } = await open()
    await migrate(db, { tables: { Attempt: 'tries' } })
    const adapter = kyselyAdapter(db, { tables: { Attempt: 'tries' } })
    const attempt = { key: 'hash', now: new Date(0), expires }
    for (const count of [1, 2])
      expect(await adapter.countAttempt(attempt)).toEqual({ count, expires })
    expect(await db.selectFrom('tries').select(['key']).execute()).toEqual([{ key: 'hash' }])
  })

  it('refuses rows that are not unique, and loses none', async () => {
    const { db } = await open()
    await makeKyselyTables(db, dialect)
    const user = await kyselyAdapter(db).createUser(person)
    for (const access_token of ['1', '2'])
      await kyselyAdapter(db).linkAccount({ ...account, access_token, userId: user.id })
    await expect(migrate(db)).rejects.toThrow(
      'table "Account" has rows with the same "provider", "providerAccountId"',
    )
    expect(await kyselyAdapter(db).listAccountsByUserId(user.id)).toHaveLength(2)
    expect((await db.introspection.getTables()).map(({ name }) => name)).not.toContain(
      'Authenticator',
    )
  })

  it('leaves alone a table of that name that is not ours', async () => {
    const { db } = await open()
    await db.schema.createTable('Session').addColumn('title', 'text').execute()
    await expect(migrate(db)).rejects.toThrow('table "Session" has no column "sessionToken"')
    expect(await db.introspection.getTables()).toHaveLength(1)
  })
}

async function describeTables(db: Kysely<Tables>): Promise<unknown> {
  const tables = await db.introspection.getTables()
  return tables.map(({ name, columns }) => ({ name, columns }))
}

function creations(statements: readonly string[]): number {
  return statements.filter((it) => it.startsWith('create table') && !isLock(it)).length
}

function isLock(statement: string): boolean {
  return statement.includes('latchkey_migrating')
}

function keep(database: TestDatabase): TestDatabase {
  opened.push(database)
  return database
}
