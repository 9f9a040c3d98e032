import { createHash } from 'node:crypto'
import { Kysely, MysqlDialect, PostgresDialect, sql } from 'kysely'
import { createPool } from 'mysql2'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  kyselyAdapter,
  migrate,
  type KyselyAdapterOptions,
  type KyselyDatabase,
} from '../../src/adapters/kysely.js'
import type { Adapter } from '../../src/model/adapter.js'
import type { Browser } from '../support/browser.js'
import type { FakeProvider } from '../support/oauth/fake-provider.js'
import {
  makeOAuthApp,
  makeProvider,
  oidc,
  signIn,
  type OAuthApp,
} from '../support/oauth/sign-in.js'
import { signInAtAuthJs } from './published/auth-js-site.js'
import { describeStore } from './published/describe-store.js'
import { publishedStores } from './published/stores.js'
import type { PublishedStore } from './published/store.js'

const origins = ['http://localhost:3000', 'https://app.test'] as const

takesOver(publishedStores['@auth/pg-adapter on PostgreSQL'], {
  title: 'what Auth.js left in PostgreSQL',
  tables: {
    User: 'users',
    Account: 'accounts',
    Session: 'sessions',
    VerificationToken: 'verification_token',
  },
  connect: (url) =>
    new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }) }),
})

takesOver(publishedStores['@auth/drizzle-adapter on MariaDB'], {
  title: 'what Auth.js left in MariaDB',
  tables: {
    User: 'user',
    Account: 'account',
    Session: 'session',
    VerificationToken: 'verificationToken',
    Authenticator: 'authenticator',
  },
  connect: (url) => new Kysely({ dialect: new MysqlDialect({ pool: createPool(url) }) }),
})

interface Ground {
  readonly title: string
  readonly tables: NonNullable<KyselyAdapterOptions['tables']> & { readonly Session: string }
  readonly connect: (url: string) => Kysely<unknown> & KyselyDatabase
}

/** What a site has on its way from Auth.js to here. */
interface Move {
  /** The adapter that Auth.js used. */
  readonly theirs: () => Adapter
  /** The adapter that is used from now on. */
  readonly ours: () => Adapter
  /** The keys of all sessions in the table. */
  readonly keys: () => Promise<string[]>
}

function takesOver(store: PublishedStore, { title, tables, connect }: Ground): void {
  describeStore(title, store, (theirs, url) => {
    let db: ReturnType<typeof connect>
    beforeAll(() => {
      db = connect(url())
    })
    afterAll(async () => db.destroy())
    const keys = async (): Promise<string[]> => {
      const query = sql<{ sessionToken: string }>`select * from ${sql.table(tables.Session)}`
      return (await query.execute(db)).rows.map((row) => row.sessionToken)
    }

    describe('with the adapter that was there', () => {
      keepsPeople({ theirs, ours: theirs, keys })
    })

    describe('with the Kysely adapter', () => {
      beforeAll(async () => migrate(db, { tables }))
      keepsPeople({ theirs, ours: () => kyselyAdapter(db, { tables }), keys })
    })
  })
}

function keepsPeople({ theirs, ours, keys }: Move): void {
  it.each(origins)('keeps people signed in at %s, with the same cookie', async (origin) => {
    const { before, after, app, email } = await move(origin)
    const [name, value] = sessionCookieOf(before)
    expect(name).toBe(
      origin.startsWith('https') ? '__Secure-authjs.session-token' : 'authjs.session-token',
    )
    expect(await keys()).toContain(value)
    const session = await before.session()
    for (let visit = 0; visit < 2; visit += 1) {
      expect((await after.session())?.user).toEqual(session?.user)
      expect(session?.user).toMatchObject({ email })
      expect(sessionCookieOf(after)[1]).toBe(value)
    }
    expect(app.codes('error')).toEqual([])
  })

  it('reads the same moment at which a session ends', async () => {
    const { before, after } = await move('https://app.test')
    const seconds = async (browser: Browser): Promise<number> =>
      Math.floor(Date.parse((await browser.session())?.expires ?? '') / 1000)
    expect(await seconds(after)).toBe(await seconds(before))
  })

  it('knows people by the accounts that they have', async () => {
    const { app, fake, email } = await move('https://app.test')
    const browser = app.browser()
    await signIn(browser, fake)
    expect((await browser.session())?.user).toMatchObject({ email })
    const { user, isNewUser } = app.signedIn[0] ?? expect.fail()
    expect(isNewUser).toBe(false)
    const known = await theirs().getUserByEmail?.(email)
    expect(String(user.id)).toBe(String(known?.id))
  })

  it('stores new sessions as hashes, which are no sessions', async () => {
    const { app, fake } = await move('https://app.test')
    const browser = app.browser()
    await signIn(browser, fake)
    const [name, token] = sessionCookieOf(browser)
    const hash = `sha256:${createHash('sha256').update(token).digest('hex')}`
    const stored = await keys()
    expect(stored).toContain(hash)
    expect(stored).not.toContain(token)
    for (const cookieName of [name, '__Secure-authjs.session-token', 'authjs.session-token']) {
      const thief = app.browser()
      thief.plant(cookieName, hash)
      expect(await thief.session()).toBeNull()
    }
    expect(await keys()).toContain(hash)
  })

  it('ends a session in clear when its person signs in again, or out', async () => {
    for (const leave of [
      (browser: Browser, fake: FakeProvider) => signIn(browser, fake),
      (browser: Browser) => browser.signOut(),
    ]) {
      const { before, after, fake } = await move('https://app.test')
      const [, token] = sessionCookieOf(before)
      expect(await keys()).toContain(token)
      await leave(after, fake)
      expect(await keys()).not.toContain(token)
      expect(await before.session()).toBeNull()
    }
  })

  it('takes an expired session in clear for none, and deletes it', async () => {
    const { before, after } = await move('https://app.test')
    const [, sessionToken] = sessionCookieOf(before)
    await theirs().updateSession?.({ sessionToken, expires: new Date(Date.now() - 5000) })
    expect(await after.session()).toBeNull()
    expect(await keys()).not.toContain(sessionToken)
  })

  /** Signs a new person in with Auth.js, then moves the site. */
  async function move(origin: string): Promise<Moved> {
    const sub = crypto.randomUUID()
    const email = `${sub}@example.test`
    const fake = await makeProvider({ person: { sub, name: 'Ada', email } })
    const before = await signInAtAuthJs(theirs(), fake, origin)
    const app = makeOAuthApp([oidc(fake)], { adapter: ours() })
    const after = app.browser(origin)
    for (const { name, value } of before.cookies) after.plant(name, value)
    return { fake, email, before, after, app }
  }
}

interface Moved {
  readonly fake: FakeProvider
  readonly email: string
  /** The browser at the site as it was. */
  readonly before: Browser
  /** The same browser at the site as it is now. */
  readonly after: Browser
  readonly app: OAuthApp
}

function sessionCookieOf(browser: Browser): readonly [name: string, value: string] {
  const found = browser.cookies.find(({ name }) => name.endsWith('authjs.session-token'))
  return found ? [found.name, found.value] : expect.fail('There is no session cookie.')
}
