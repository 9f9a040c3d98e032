import Database from 'libsql'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { kyselyAdapter, migrate, type KyselyAdapter } from '../../../src/adapters/kysely.js'
import { readSession } from '../../../src/core.js'
import { createHasher } from '../../../src/passwords/hasher.js'

const page = readFileSync(new URL('../../../docs/guide/moving.md', import.meta.url), 'utf8')
const sqlBlocks = [...page.matchAll(/```sql\n(.*?)```/gs)].map(([, block = '']) => block)
const [recordProofs = '', fromBetterAuth = '', fromLucia = '', sessionsFromLucia = ''] = sqlBlocks

const tables = {
  User: 'auth_user',
  Account: 'auth_account',
  Session: 'auth_session',
  VerificationToken: 'auth_verification_token',
  Authenticator: 'auth_authenticator',
  Attempt: 'auth_attempt',
  UserPassword: 'auth_user_password',
}

type Tables = Record<string, Record<string, unknown>>

const opened: Kysely<Tables>[] = []
afterEach(async () => {
  for (const db of opened.splice(0)) await db.destroy()
})

function open(): { readonly db: Kysely<Tables>; readonly dialect: SqliteDialect } {
  const dialect = new SqliteDialect({ database: new Database(':memory:') })
  const db = new Kysely<Tables>({ dialect })
  opened.push(db)
  return { db, dialect }
}

/** Runs the statements of the page, one after the other. */
async function runStatements(db: Kysely<Tables>, statements: string): Promise<void> {
  const parts = statements.split(/;\s*(?:\n|$)/).filter((text) => text.trim() !== '')
  for (const statement of parts) await sql.raw(statement).execute(db)
}

async function moveIn(db: Kysely<Tables>, statements: string): Promise<KyselyAdapter> {
  await migrate(db, { tables })
  await runStatements(db, statements)
  return kyselyAdapter(db, { tables })
}

describe('the recipe for users of Auth.js without a proven address', () => {
  it('records a proof for users with one account at a provider that vouches, and for no other', async () => {
    const { db } = open()
    await migrate(db)
    const adapter = kyselyAdapter(db)
    const people = [['google'], ['github'], ['google', 'github'], []]
    for (const [at, providers] of people.entries()) {
      const user = await adapter.createUser({
        id: `u${at}`,
        email: `u${at}@example.com`,
        emailVerified: null,
      })
      for (const provider of providers) {
        const account = { userId: user.id, provider, providerAccountId: user.id }
        await adapter.linkAccount({ ...account, type: 'oauth' })
      }
    }
    await runStatements(db, recordProofs)
    const proven = await Promise.all(
      people.map(async (_, at) => (await adapter.getUser(`u${at}`))?.emailVerified instanceof Date),
    )
    expect(proven).toEqual([true, false, false, false])
  })
})

describe('the recipe for tables of better-auth', () => {
  const email = 'ada@example.com'
  const password = 'correct horse battery staple é'

  it('keeps users, accounts and passwords of a real better-auth database', async () => {
    const { db } = open()
    const id = await signUp(db, email, password)
    await sql`insert into account (id, "accountId", "providerId", "userId", "accessToken", scope, "createdAt", "updatedAt")
      values ('a1', '4711', 'github', ${id}, 'token-1', 'read:user,user:email', '2026-01-01', '2026-01-01')`.execute(
      db,
    )
    const adapter = await moveIn(db, fromBetterAuth)
    expect(await adapter.getUserByEmail(email)).toMatchObject({
      id,
      name: 'Ada',
      emailVerified: null,
    })
    const account = { provider: 'github', providerAccountId: '4711' }
    expect(await adapter.getUserByAccount(account)).toMatchObject({ id })
    expect(await adapter.listAccountsByUserId(id)).toEqual([
      {
        ...account,
        userId: id,
        type: 'oauth',
        access_token: 'token-1',
        scope: 'read:user user:email',
      },
    ])
    const stored = await adapter.getPassword(id)
    const hasher = createHasher()
    expect(stored).toMatchObject({ mustChange: false, changedAt: expect.any(Date) })
    expect(stored?.stamp).toMatch(/^\w{16,}$/)
    expect(await hasher.verify(stored?.hash ?? '', password)).toMatchObject({ matches: true })
    expect(await hasher.verify(stored?.hash ?? '', `${password}!`)).toEqual({ matches: false })
  })

  it('keeps the time at which an address was verified', async () => {
    const { db } = open()
    const id = await signUp(db, email, password)
    await sql`update "user" set "emailVerified" = 1 where id = ${id}`.execute(db)
    const adapter = await moveIn(db, fromBetterAuth)
    const { rows } = await sql<{ updatedAt: string }>`select "updatedAt" from "user"`.execute(db)
    const user = await adapter.getUserByEmail(email)
    expect(user?.emailVerified).toEqual(new Date(rows[0]?.updatedAt ?? ''))
  })
})

describe('the recipe for tables of Lucia', () => {
  const token = 'q2v7n4x5k3m8c6b9z1l0a2s4d6f8g0h2j4k6l8p0'

  it.each([
    ['the id of the session', token, sessionsFromLucia],
    [
      'a token whose hash is the id',
      createHash('sha256').update(token).digest('hex'),
      sessionsFromLucia.replace('select id,', "select 'sha256:' || id,"),
    ],
  ])('keeps users signed in whose cookie has %s', async (_what, id, statements) => {
    const { db } = open()
    const expires = Math.floor(Date.now() / 1000) + 86_400
    await runStatements(
      db,
      `create table "user" (id text primary key, name text, email text);
       create table oauth_account (provider_id text, provider_user_id text, user_id text);
       create table session (id text primary key, user_id text, expires_at integer);
       insert into "user" values ('u1', 'Ada', 'Ada@Example.com');
       insert into oauth_account values ('github', '4711', 'u1');
       insert into session values ('${id}', 'u1', ${expires});`,
    )
    const adapter = await moveIn(db, `${fromLucia}\n${statements}`)
    const account = { provider: 'github', providerAccountId: '4711' }
    expect(await adapter.getUserByAccount(account)).toMatchObject({
      id: 'u1',
      email: 'ada@example.com',
    })
    expect(await readName(adapter, token)).toBe('Ada')
    expect(await readName(adapter, `${token}x`)).toBeUndefined()
  })

  /** Reads the session of a visitor, as the config of the page does it. */
  async function readName(adapter: KyselyAdapter, value: string): Promise<unknown> {
    const request = new Request('https://app.test/', {
      headers: { cookie: `auth_session=${value}` },
    })
    const { data } = await readSession(request, {
      adapter,
      secret: 'a-secret-of-an-app-that-moved-0123456789',
      trustHost: true,
      session: { strategy: 'database' },
      cookies: { sessionToken: { name: 'auth_session' } },
      providers: [],
    })
    return data?.user?.name
  }
})

/** Creates the tables of better-auth and a user with a password, through better-auth itself. */
async function signUp(db: Kysely<Tables>, email: string, password: string): Promise<string> {
  const { betterAuth } = await importFromBench('better-auth')
  const { getMigrations } = await importFromBench('better-auth/db/migration')
  const auth = betterAuth({
    secret: 'a-secret-of-better-auth-0123456789',
    baseURL: 'https://app.test',
    database: { db, type: 'sqlite' },
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  })
  await (await getMigrations(auth.options)).runMigrations()
  const { user } = await auth.api.signUpEmail({ body: { name: 'Ada', email, password } })
  return user.id
}

/** The members of better-auth that this test uses. */
interface BetterAuth {
  readonly betterAuth: (options: object) => {
    readonly options: object
    readonly api: {
      signUpEmail(input: object): Promise<{ readonly user: { readonly id: string } }>
    }
  }
  readonly getMigrations: (options: object) => Promise<{ runMigrations(): Promise<void> }>
}

/** better-auth is installed for the benchmarks only. */
async function importFromBench(name: string): Promise<BetterAuth> {
  const { resolve } = createRequire(new URL('../../../bench/package.json', import.meta.url))
  return import(pathToFileURL(resolve(name)).href) as Promise<BetterAuth>
}
