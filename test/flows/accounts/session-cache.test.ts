import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountPage } from '../../../src/account.js'
import {
  prepareConfig,
  readSession,
  revokeSessionsOfUser,
  updateProfile,
  updateSession,
} from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { withDatabase } from '../../../src/model/database.js'
import type { Browser } from '../../support/browser.js'
import { sessionCookie } from '../../support/apps/app.js'
import {
  enterAnew,
  hashOf,
  makeAccountsApp,
  requestFrom,
  tokenOf,
  type AccountsApp,
  type AccountsOptions,
} from '../../support/apps/accounts-app.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) }))
afterEach(() => void vi.useRealTimers())

function wait(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000)
}

function makeCachingApp({ session, ...options }: AccountsOptions = {}): Promise<AccountsApp> {
  return makeAccountsApp({
    ...options,
    session: { strategy: 'database', cacheAge: 10, ...session },
  })
}

/** Signs in and reads the session once. */
async function enterAndRead(app: AccountsApp): Promise<Browser> {
  const browser = await enterAnew(app)
  expect(await browser.session()).not.toBeNull()
  app.store.take()
  return browser
}

async function rowOf(app: AccountsApp, browser: Browser) {
  const found = await app.store.adapter.getSessionAndUser?.(await hashOf(tokenOf(browser)))
  if (!found) throw new Error('There is no row.')
  return found
}

/** The same session in another browser. */
function copyInto(app: AccountsApp, browser: Browser): Browser {
  const copy = app.browser()
  copy.plant(sessionCookie, tokenOf(browser))
  return copy
}

describe('`session.cacheAge`', () => {
  it('answers reads without a query for that many seconds', async () => {
    const app = await makeCachingApp()
    const browser = await enterAndRead(app)
    const first = await browser.session()
    wait(9)
    expect(await browser.session()).toEqual(first)
    expect(app.store.take()).toEqual([])
    wait(1)
    await browser.session()
    expect(app.store.take()).toEqual(['getSessionAndUser'])
  })

  it('is off by default', async () => {
    const app = await makeCachingApp({ session: { cacheAge: undefined } })
    const browser = await enterAndRead(app)
    await browser.session()
    expect(app.store.take()).toEqual(['getSessionAndUser'])
  })

  it('does not serve a session that has expired in the meantime', async () => {
    const app = await makeCachingApp({
      session: { cacheAge: 600, maxAge: 60, updateAge: 60 },
    })
    const browser = await enterAndRead(app)
    wait(61)
    expect(await copyInto(app, browser).session()).toBeNull()
  })

  it.each<readonly [string, (app: AccountsApp, browser: Browser) => Promise<unknown>]>([
    ['a sign-out', (_, browser) => browser.signOut()],
    [
      'a revocation of all sessions',
      async (app, browser) => revokeSessionsOfUser(app.config, (await rowOf(app, browser)).user.id),
    ],
  ])('ends a session of this process at once by %s', async (_what, end) => {
    const app = await makeCachingApp()
    const browser = await enterAndRead(app)
    const thief = copyInto(app, browser)
    expect(await thief.session()).not.toBeNull()
    await end(app, browser)
    expect(await thief.session()).toBeNull()
  })

  it('is not filled by a read that was under way during a sign-out', async () => {
    const app = await makeCachingApp()
    const browser = await enterAnew(app)
    const thief = copyInto(app, browser)
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    app.store.after = async ({ name }) => {
      if (name === 'getSessionAndUser') await released
    }
    const late = thief.session()
    app.store.after = () => undefined
    await browser.signOut()
    release()
    await late
    expect(await copyInto(app, thief).session()).toBeNull()
  })

  it('shows a new name at once', async () => {
    const app = await makeCachingApp({ account: accountPage() })
    const browser = await enterAndRead(app)
    await updateProfile(requestFrom(browser, sameOrigin), app.config, {
      name: 'Countess Lovelace',
    })
    expect(await browser.session()).toMatchObject({ user: { name: 'Countess Lovelace' } })
  })

  it('notices within that time what another process has changed', async () => {
    const app = await makeCachingApp()
    const browser = await enterAndRead(app)
    const { session } = await rowOf(app, browser)
    await app.store.adapter.deleteSession?.(session.sessionToken)
    wait(9)
    expect(await browser.session()).not.toBeNull()
    wait(1)
    expect(await browser.session()).toBeNull()
  })

  it('does not let one visitor see what a callback has written into the user of a row', async () => {
    let reads = 0
    const app = await makeCachingApp({
      callbacks: {
        session: ({ session, user }) => {
          reads += 1
          const row = user as { visits?: number }
          row.visits = (row.visits ?? 0) + 1
          return { ...session, visits: row.visits }
        },
      },
    })
    const browser = await enterAndRead(app)
    expect(await browser.session()).toMatchObject({ visits: 1 })
    expect(reads).toBe(2)
  })

  it('is not used to write: a session is read again before it is renewed', async () => {
    const app = await makeCachingApp({ session: { maxAge: 400, updateAge: 5 } })
    const browser = await enterAndRead(app)
    wait(6)
    await browser.session()
    expect(app.store.take()).toEqual(['getSessionAndUser', 'updateSession'])
  })

  it('forgets a session that a fresh read did not find', async () => {
    const app = await makeCachingApp()
    const browser = await enterAndRead(app)
    const copy = copyInto(app, browser)
    const { session } = await rowOf(app, browser)
    await app.store.adapter.deleteSession?.(session.sessionToken)
    const { data } = await updateSession(requestFrom(browser, sameOrigin), app.config, {})
    expect(data).toBeNull()
    expect(await copy.session()).toBeNull()
  })

  it.each([
    ['an adapter is copied to filter rows', (own: Adapter) => own],
    ['each request creates a database', unnamed],
  ])('never serves a session of one tenant to another if %s', async (_what, create) => {
    const app = await makeCachingApp()
    const browser = await enterAnew(app)
    const owner = {}
    const read = async (adapter: Adapter): Promise<unknown> => {
      const config = await prepareConfig(() => ({ ...app.config, adapter }), env, owner)
      return (await readSession(requestFrom(browser), config)).data
    }
    const own = withDatabase({ ...app.store.adapter }, app.store, 'tenants')
    // After some requests it is certain whether each one creates a database.
    for (let request = 0; request < 20; request++) {
      expect(await read(create(own))).not.toBeNull()
    }
    expect(await read({ ...create(own), getSessionAndUser: () => null })).toBeNull()
  })
})

const env = { get: () => undefined }
const sameOrigin = { 'sec-fetch-site': 'same-origin' }

/** A new object that names no database. */
function unnamed(adapter: Adapter): Adapter {
  return Object.fromEntries(Object.entries(adapter))
}
