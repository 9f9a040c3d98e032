import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import {
  deleteExpired,
  listAccounts,
  listSessions,
  revokeProviderSession,
  revokeSession,
  revokeSessionsOfUser,
  signOut,
  unlinkAccount,
} from '../../../src/core.js'
import type { Browser } from '../../support/browser.js'
import { sessionCookie } from '../../support/apps/app.js'
import { comeBack, person } from '../../support/oauth/sign-in.js'
import {
  enterAnew,
  hashOf,
  makeAccountsApp,
  pressLink,
  requestFrom,
  takeTold,
  tokenOf,
  type AccountsApp,
  type AccountsOptions,
} from '../../support/apps/accounts-app.js'
import { numericAdapter } from '../../support/adapters/odd-adapters.js'
import { authJsAdapter, without } from '../../support/adapters/watched-adapter.js'

const begin = Date.UTC(2030, 0, 1)

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: begin }))
afterEach(() => void vi.useRealTimers())

const one = { provider: 'op', providerAccountId: 'subject-1' }
const two = { provider: 'two', providerAccountId: 'subject-2' }

function wait(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000)
}

/** What another site makes a browser send. */
const foreign: readonly [string, Record<string, string>][] = [
  ['another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
  ['a sibling', { origin: 'https://x.app.test', 'sec-fetch-site': 'same-site' }],
  ['a browser that does not say', { origin: '', 'sec-fetch-site': '' }],
]

async function linkTwo(app: AccountsApp, browser: Browser): Promise<void> {
  const location = (await pressLink(browser)).headers.get('location') ?? ''
  await comeBack(browser, app.two.authorize(location, { sub: 'subject-2' }))
}

/** A way in for users who have proven an address. */
const mail = {
  id: 'mail',
  name: 'Mail',
  type: 'email',
  sendVerificationRequest() {},
} as const

describe.each(['database', 'jwt'] as const)('a user’s devices, strategy %s,', (strategy) => {
  const options: AccountsOptions = { session: { strategy, recheckAge: 0 } }

  it('are listed, the newest first, this one marked, and no token among them', async () => {
    const app = await makeAccountsApp(options)
    const phone = await enterAnew(app)
    wait(10)
    const laptop = await enterAnew(app)
    await enterAnew(app, { person: { sub: 'somebody else' } })
    const list = await listSessions(requestFrom(phone), app.config)
    expect(list.map(({ isCurrent }) => isCurrent)).toEqual([false, true])
    expect(list[1]).toEqual({
      id: expect.stringMatching(/^sha256:[\da-f]{64}$/) as string,
      isCurrent: true,
      expires: new Date(begin + 30 * 24 * 60 * 60 * 1000),
      createdAt: new Date(begin),
      userAgent: undefined,
      provider: 'op',
    })
    const text = JSON.stringify(list)
    for (const browser of [phone, laptop]) expect(text).not.toContain(tokenOf(browser))
  })

  it('are not listed once they have expired', async () => {
    const app = await makeAccountsApp({ session: { ...options.session, maxAge: 100 } })
    await enterAnew(app)
    wait(60)
    const later = await enterAnew(app)
    expect(await listSessions(requestFrom(later), app.config)).toHaveLength(2)
    wait(40)
    expect(await listSessions(requestFrom(later), app.config)).toHaveLength(1)
  })

  it('can be ended one by one', async () => {
    const app = await makeAccountsApp(options)
    const phone = await enterAnew(app)
    const laptop = await enterAnew(app)
    const list = await listSessions(requestFrom(phone), app.config)
    const other = list.find(({ isCurrent }) => !isCurrent)
    expect(await revokeSession(requestFrom(phone), app.config, other?.id ?? '')).toBe(true)
    expect(await laptop.session()).toBeNull()
    expect(await phone.session()).not.toBeNull()
    expect(await revokeSession(requestFrom(phone), app.config, other?.id ?? '')).toBe(false)
  })

  it('of another user cannot be ended', async () => {
    const app = await makeAccountsApp(options)
    const ada = await enterAnew(app)
    const eve = await enterAnew(app, { person: { sub: 'eve' } })
    const [mine] = await listSessions(requestFrom(ada), app.config)
    expect(await revokeSession(requestFrom(eve), app.config, mine?.id ?? '')).toBe(false)
    expect(await ada.session()).not.toBeNull()
  })

  it('this one can be ended too', async () => {
    const app = await makeAccountsApp(options)
    const browser = await enterAnew(app)
    const [mine] = await listSessions(requestFrom(browser), app.config)
    expect(await revokeSession(requestFrom(browser), app.config, mine?.id ?? '')).toBe(true)
    expect(await browser.session()).toBeNull()
  })

  it.each(foreign)('are not ended for %s', async (_, headers) => {
    const app = await makeAccountsApp(options)
    const browser = await enterAnew(app)
    const [mine] = await listSessions(requestFrom(browser), app.config)
    const request = requestFrom(browser, headers)
    await expect(revokeSession(request, app.config, mine?.id ?? '')).rejects.toMatchObject({
      type: 'CrossSiteRequest',
    })
    expect(await browser.session()).not.toBeNull()
  })

  it('are not listed for a visitor who is not signed in', async () => {
    const app = await makeAccountsApp(options)
    const browser = await enterAnew(app)
    const [mine] = await listSessions(requestFrom(browser), app.config)
    const request = requestFrom(app.browser())
    const denied = { type: 'SessionRequired' }
    await expect(listSessions(request, app.config)).rejects.toMatchObject(denied)
    await expect(revokeSession(request, app.config, mine?.id ?? '')).rejects.toMatchObject(denied)
    await expect(listAccounts(request, app.config)).rejects.toMatchObject(denied)
    await expect(unlinkAccount(request, app.config, one)).rejects.toMatchObject(denied)
    expect(await browser.session()).not.toBeNull()
  })

  it('all end when the user signs out everywhere, by form and by call', async () => {
    const app = await makeAccountsApp(options)
    for (const way of ['form', 'call']) {
      const phone = await enterAnew(app)
      const laptop = await enterAnew(app)
      const eve = await enterAnew(app, { person: { sub: 'eve' } })
      takeTold(app)
      if (way === 'form') {
        const page = await phone.fetchPage('/auth/signout')
        await phone.postForm(page, { everywhere: 'on' })
      } else {
        const { data } = await signOut(requestFrom(phone), app.config, { everywhere: true })
        expect(data).toMatchObject({ ok: true, session: null })
      }
      expect(takeTold(app)).toEqual(['signOut'])
      expect(await laptop.session()).toBeNull()
      expect(await eve.session()).not.toBeNull()
      wait(1)
    }
  })

  it('others stay when the user signs out here', async () => {
    const app = await makeAccountsApp(options)
    const phone = await enterAnew(app)
    const laptop = await enterAnew(app)
    await signOut(requestFrom(phone), app.config)
    expect(await laptop.session()).not.toBeNull()
  })

  it('all end by a call of the application, for one user', async () => {
    const app = await makeAccountsApp(options)
    const browser = await enterAnew(app)
    const eve = await enterAnew(app, { person: { sub: 'eve' } })
    const user = await app.store.adapter.getUserByAccount?.(one)
    await revokeSessionsOfUser(app.config, user?.id ?? '')
    expect(await browser.session()).toBeNull()
    expect(await eve.session()).not.toBeNull()
  })

  it('end with the session at the provider that they began with', async () => {
    const app = await makeAccountsApp(options)
    const browser = await enterAnew(app, { person: { sub: 'subject-1', sid: 'sid-1' } })
    const other = await enterAnew(app, { person: { sub: 'subject-1', sid: 'sid-2' } })
    await revokeProviderSession(app.config, { provider: 'two', providerSessionId: 'sid-1' })
    expect(await browser.session()).not.toBeNull()
    await revokeProviderSession(app.config, { provider: 'op', providerSessionId: 'sid-1' })
    expect(await browser.session()).toBeNull()
    expect(await other.session()).not.toBeNull()
  })

  it('are listed where ids are numbers', async () => {
    const app = await makeAccountsApp({ ...options, adapter: numericAdapter() })
    const browser = await enterAnew(app)
    expect(await listSessions(requestFrom(browser), app.config)).toHaveLength(1)
  })

  describe('and a user’s accounts', () => {
    it('are listed without tokens', async () => {
      const app = await makeAccountsApp(options)
      const browser = await enterAnew(app)
      await linkTwo(app, browser)
      const list = await listAccounts(requestFrom(browser), app.config)
      expect(list).toEqual([
        { ...one, type: 'oidc' },
        { ...two, type: 'oidc' },
      ])
    })

    it('SE7: can be unlinked, which ends the other sessions of the user', async () => {
      const app = await makeAccountsApp(options)
      const other = await enterAnew(app)
      const browser = await enterAnew(app)
      await linkTwo(app, browser)
      const eve = await enterAnew(app, { person: { sub: 'eve' } })
      expect(await unlinkAccount(requestFrom(browser), app.config, one)).toBe(true)
      expect(await app.store.adapter.getUserByAccount?.(one)).toBeNull()
      expect(await browser.session()).not.toBeNull()
      expect(await other.session()).toBeNull()
      expect(await eve.session()).not.toBeNull()
    })

    it('LK4: the last one cannot be unlinked', async () => {
      const app = await makeAccountsApp(options)
      const other = await enterAnew(app)
      const browser = await enterAnew(app)
      await expect(unlinkAccount(requestFrom(browser), app.config, one)).rejects.toMatchObject({
        type: 'LastSignInMethod',
      })
      expect(await app.store.adapter.getUserByAccount?.(one)).not.toBeNull()
      expect(await other.session()).not.toBeNull()
    })

    it('LK4: the last one can be unlinked by a user who can still sign in by mail', async () => {
      const app = await makeAccountsApp(options)
      const browser = await enterAnew(app, { person: { ...person, email_verified: true } })
      const config = { ...app.config, providers: [...app.config.providers, mail] }
      expect(await unlinkAccount(requestFrom(browser), config, one)).toBe(true)
    })

    it('LK4: the last one cannot be unlinked by a user whose address is not proven', async () => {
      const app = await makeAccountsApp(options)
      const browser = await enterAnew(app, { person: { ...person, email_verified: false } })
      const config = { ...app.config, providers: [...app.config.providers, mail] }
      await expect(unlinkAccount(requestFrom(browser), config, one)).rejects.toMatchObject({
        type: 'LastSignInMethod',
      })
    })

    it('LK4: one at a service that is no longer offered is no way to sign in', async () => {
      const app = await makeAccountsApp(options)
      const browser = await enterAnew(app)
      await linkTwo(app, browser)
      const config = { ...app.config, providers: app.config.providers.slice(0, 1) }
      await expect(unlinkAccount(requestFrom(browser), config, one)).rejects.toMatchObject({
        type: 'LastSignInMethod',
      })
      expect(await unlinkAccount(requestFrom(browser), config, two)).toBe(true)
    })

    it('LK4: two that are unlinked at once are not both unlinked', async () => {
      const app = await makeAccountsApp(options)
      const browser = await enterAnew(app)
      await linkTwo(app, browser)
      const results = await Promise.allSettled(
        [one, two].map((keys) => unlinkAccount(requestFrom(browser), app.config, keys)),
      )
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await listAccounts(requestFrom(browser), app.config)).toHaveLength(1)
    })

    it.each([
      ['of another user', { provider: 'op', providerAccountId: 'eve' }],
      ['with the id of mine, elsewhere', { provider: 'two', providerAccountId: 'subject-1' }],
      ['that nobody has', { provider: 'op', providerAccountId: 'nobody' }],
    ])('%s is not unlinked', async (_, keys) => {
      const app = await makeAccountsApp(options)
      await enterAnew(app, { person: { sub: 'eve' } })
      const browser = await enterAnew(app)
      await linkTwo(app, browser)
      app.store.take()
      expect(await unlinkAccount(requestFrom(browser), app.config, keys)).toBe(false)
      expect(app.store.count('unlinkAccount')).toBe(0)
      expect(app.store.count('deleteSessionsByUserId')).toBe(0)
    })

    it.each(foreign)('are not unlinked for %s', async (_, headers) => {
      const app = await makeAccountsApp(options)
      const browser = await enterAnew(app)
      await linkTwo(app, browser)
      const request = requestFrom(browser, headers)
      await expect(unlinkAccount(request, app.config, one)).rejects.toMatchObject({
        type: 'CrossSiteRequest',
      })
      expect(await app.store.adapter.getUserByAccount?.(one)).not.toBeNull()
    })

    it('are not unlinked by an adapter that could not end the other sessions', async () => {
      const adapter = without(memoryAdapter(), 'deleteSessionsByUserId')
      const app = await makeAccountsApp({ ...options, adapter })
      const browser = await enterAnew(app)
      await linkTwo(app, browser)
      await expect(unlinkAccount(requestFrom(browser), app.config, one)).rejects.toMatchObject({
        type: 'MissingAdapterMethods',
      })
      expect(await app.store.adapter.getUserByAccount?.(one)).not.toBeNull()
    })
  })
})

describe('calls that the adapter cannot serve', () => {
  it('say which method is missing', async () => {
    const app = await makeAccountsApp({ adapter: authJsAdapter() })
    const browser = await enterAnew(app)
    const request = () => requestFrom(browser)
    const { config } = app
    const calls: readonly [string, () => Promise<unknown>][] = [
      ['listSessionsByUserId', () => listSessions(request(), config)],
      ['listSessionsByUserId', () => revokeSession(request(), config, 'x')],
      ['deleteSessionsByUserId', () => revokeSessionsOfUser(config, 'x')],
      ['listAccountsByUserId', () => listAccounts(request(), config)],
      ['listAccountsByUserId', () => unlinkAccount(request(), config, one)],
      ['deleteExpired', () => deleteExpired(config)],
      [
        'deleteSessionsByProviderSession',
        () => revokeProviderSession(config, { provider: 'op', providerSessionId: 'x' }),
      ],
    ]
    for (const [method, call] of calls) {
      await expect(call()).rejects.toMatchObject({
        type: 'MissingAdapterMethods',
        message: expect.stringContaining(`\`${method}\``) as string,
      })
    }
  })

  it('are errors of the config without a database, and with a wrong one', async () => {
    const app = await makeAccountsApp()
    const { adapter: _, ...config } = app.config
    const missing = { type: 'MissingAdapter' }
    await expect(revokeSessionsOfUser(config, 'x')).rejects.toMatchObject(missing)
    await expect(deleteExpired(config)).rejects.toMatchObject(missing)
    const wrong = { ...config, secret: '' }
    await expect(deleteExpired(wrong)).rejects.toMatchObject({ type: 'MissingSecret' })
  })
})

describe('signing out everywhere with a cookie that has no user', () => {
  it('ends nothing, and tells of nothing', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    takeTold(app)
    const stranger = app.browser()
    stranger.plant(sessionCookie, 'nobody')
    const page = await stranger.fetchPage('/auth/signout')
    const answer = await stranger.postForm(page, { everywhere: 'true' })
    expect(answer.response.headers.get('location')).toBe('https://app.test/')
    expect(app.codes('error')).toEqual([])
    expect(stranger.cookie(sessionCookie)).toBeUndefined()
    expect(app.store.count('deleteSessionsByUserId')).toBe(0)
    expect(takeTold(app)).toEqual([])
    expect(await browser.session()).not.toBeNull()
  })

  it('an expired session ends nothing elsewhere', async () => {
    const app = await makeAccountsApp({ session: { maxAge: 100, updateAge: 0 } })
    const old = await enterAnew(app)
    const token = tokenOf(old)
    wait(60)
    const living = await enterAnew(app)
    wait(50)
    old.plant(sessionCookie, token)
    await old.postForm(await old.fetchPage('/auth/signout'), { everywhere: 'true' })
    expect(await living.session()).not.toBeNull()
    expect(await app.store.adapter.getSessionAndUser?.(await hashOf(token))).toBeNull()
  })
})
