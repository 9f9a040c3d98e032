import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { revokeSessionsOfUser, signIn, type CallResult } from '../../../src/core.js'
import type { ProfileUser } from '../../../src/model/oauth.js'
import type { Profile } from '../../../src/model/records.js'
import { openBrowser, type Browser } from '../../support/browser.js'
import { hostileAddresses } from '../../support/addresses.js'
import { sessionCookie } from '../../support/apps/app.js'
import { attempts, comeBack } from '../../support/oauth/sign-in.js'
import {
  enter,
  enterAnew,
  enterByPassword,
  errorOf,
  hashOf,
  logText,
  makeAccountsApp,
  pressLink,
  verifiedClaims,
  requestFrom,
  storeAda,
  takeTold,
  tokenOf,
  type AccountsApp,
} from '../../support/apps/accounts-app.js'
import { numericAdapter } from '../../support/adapters/odd-adapters.js'
import { authJsAdapter, connectionLost, without } from '../../support/adapters/watched-adapter.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const bob = { sub: 'subject-2', name: 'Bob', email: 'bob@example.test' }
const strategies = ['database', 'jwt'] as const

/** Asks to link `two`, and comes back with an account there. */
async function link(app: AccountsApp, browser: Browser, person = bob): Promise<Response> {
  const response = await pressLink(browser)
  expect(response.status).toBe(302)
  return comeBack(browser, app.two.authorize(response.headers.get('location') ?? '', person))
}

async function ownerOf(app: AccountsApp, provider: string, providerAccountId: string) {
  return (await app.store.adapter.getUserByAccount?.({ provider, providerAccountId })) ?? null
}

describe.each(strategies)('linking, with sessions of the strategy %s', (strategy) => {
  const session = { strategy, recheckAge: 0 }

  it('links an account to the current user, who stays signed in', async () => {
    const app = await makeAccountsApp({ session })
    const browser = await enterAnew(app)
    const user = await ownerOf(app, 'op', 'subject-1')
    takeTold(app)
    const response = await link(app, browser)
    expect(response.headers.get('location')).toBe('https://app.test/welcome')
    expect(await ownerOf(app, 'two', 'subject-2')).toEqual(user)
    expect((await browser.session())?.user).toMatchObject({ name: 'Ada' })
    expect(await app.store.countUsers()).toBe(1)
    expect(app.told.map(({ name }) => name)).toEqual(['linkAccount', 'signIn'])
    expect(app.told[0]?.message).toMatchObject({
      account: { provider: 'two', providerAccountId: 'subject-2', userId: user?.id },
      user: { id: user?.id },
      profile: { name: 'Bob', email: 'bob@example.test' },
    })
    expect(app.told[1]?.message).toMatchObject({ user: { id: user?.id }, isNewUser: false })
  })

  it.each(['on', '1'])('takes the field `link` with the value %s', async (value) => {
    const app = await makeAccountsApp({ session })
    const browser = await enterAnew(app)
    const location = (await pressLink(browser, 'two', value)).headers.get('location') ?? ''
    await comeBack(browser, app.two.authorize(location, bob))
    expect(await app.store.countUsers()).toBe(1)
  })

  it.each(['false', '', '0'])('takes `link=%s` for no wish to link', async (value) => {
    const app = await makeAccountsApp({ session })
    const browser = await enterAnew(app)
    const location = (await pressLink(browser, 'two', value)).headers.get('location') ?? ''
    await comeBack(browser, app.two.authorize(location, bob))
    expect(await app.store.countUsers()).toBe(2)
  })

  it('does not take the wish to link from the address of a form', async () => {
    const app = await makeAccountsApp({ session })
    const browser = await enterAnew(app)
    const response = await enter(app, browser, { id: 'two', query: '?link=true', person: bob })
    expect(response.status).toBe(302)
    expect(app.two.received.some(({ url }) => url.searchParams.has('link'))).toBe(false)
    expect(await app.store.countUsers()).toBe(2)
  })

  it('links by a call of the application', async () => {
    const app = await makeAccountsApp({ session })
    const browser = await enterAnew(app)
    const call = { providerId: 'two', link: true, redirectTo: '/welcome' }
    const { data, cookies } = await signIn(requestFrom(browser), app.config, call)
    expect(data.ok).toBe(true)
    keep(browser, cookies)
    const location = (data.ok && data.target.url) || ''
    const response = await comeBack(browser, app.two.authorize(location, bob))
    expect(response.headers.get('location')).toBe('https://app.test/welcome')
    expect(await ownerOf(app, 'two', 'subject-2')).toEqual(await ownerOf(app, 'op', 'subject-1'))
  })

  it('a call without the wish does not link', async () => {
    const app = await makeAccountsApp({ session })
    const browser = await enterAnew(app)
    const { data, cookies } = await signIn(requestFrom(browser), app.config, { providerId: 'two' })
    keep(browser, cookies)
    const location = (data.ok && data.target.url) || ''
    await comeBack(browser, app.two.authorize(location, bob))
    expect(await app.store.countUsers()).toBe(2)
  })

  it('SE2: signing in with another account while signed in switches the user', async () => {
    const app = await makeAccountsApp({ session })
    const browser = await enterAnew(app)
    const first = tokenOf(browser)
    const response = await enter(app, browser, { id: 'two', person: bob })
    expect(response.headers.get('location')).toBe('https://app.test/welcome')
    expect((await browser.session())?.user).toMatchObject({ name: 'Bob' })
    expect(await app.store.countUsers()).toBe(2)
    const thief = app.browser()
    thief.plant(sessionCookie, first)
    expect(await thief.session()).toBeNull()
  })

  it('SE2: signing in with an account of another user switches to its owner', async () => {
    const app = await makeAccountsApp({ session })
    await enterAnew(app, { id: 'two', person: bob })
    const browser = await enterAnew(app)
    await enter(app, browser, { id: 'two', person: bob })
    expect((await browser.session())?.user).toMatchObject({ name: 'Bob' })
    expect(await app.store.countUsers()).toBe(2)
  })

  it('refuses the request of a visitor who is not signed in, before anything is asked', async () => {
    const app = await makeAccountsApp({ session })
    const browser = app.browser()
    const response = await pressLink(browser)
    expect(errorOf(response)).toBe('AccountNotLinked')
    expect(attempts(browser)).toEqual([])
    expect(app.two.received).toEqual([])
  })

  it('refuses a link whose user has signed out in between', async () => {
    const app = await makeAccountsApp({ session })
    const browser = await enterAnew(app)
    const location = (await pressLink(browser)).headers.get('location') ?? ''
    await browser.signOut()
    takeTold(app)
    const response = await comeBack(browser, app.two.authorize(location, bob))
    expect(errorOf(response)).toBe('AccountNotLinked')
    await expectNothingHappened(app, browser)
  })

  it('refuses a link whose browser has lost the session cookie', async () => {
    const app = await makeAccountsApp({ session })
    const browser = await enterAnew(app)
    const location = (await pressLink(browser)).headers.get('location') ?? ''
    browser.forget(sessionCookie)
    takeTold(app)
    const response = await comeBack(browser, app.two.authorize(location, bob))
    expect(errorOf(response)).toBe('AccountNotLinked')
    await expectNothingHappened(app, browser)
  })

  it('refuses a link when another user has signed in in between', async () => {
    const app = await makeAccountsApp({ session })
    const browser = await enterAnew(app)
    const location = (await pressLink(browser)).headers.get('location') ?? ''
    await enter(app, browser, { person: { sub: 'subject-3', email: 'eve@example.test' } })
    const response = await comeBack(browser, app.two.authorize(location, bob))
    expect(errorOf(response)).toBe('AccountNotLinked')
    expect(await ownerOf(app, 'two', 'subject-2')).toBeNull()
    expect((await browser.session())?.user).toMatchObject({ email: 'eve@example.test' })
  })

  it('refuses a link to a user who was deleted in between', async () => {
    const app = await makeAccountsApp({ session })
    const browser = await enterAnew(app)
    const location = (await pressLink(browser)).headers.get('location') ?? ''
    const user = await ownerOf(app, 'op', 'subject-1')
    await app.store.adapter.deleteUser?.(user?.id ?? '')
    takeTold(app)
    const response = await comeBack(browser, app.two.authorize(location, bob))
    expect(errorOf(response)).toBe('AccountNotLinked')
    expect(await app.store.countUsers()).toBe(0)
    await expectNothingHappened(app, browser)
  })

  it('refuses a link when the session expired in between', async () => {
    const app = await makeAccountsApp({ session: { ...session, maxAge: 120 } })
    const browser = await enterAnew(app)
    const location = (await pressLink(browser)).headers.get('location') ?? ''
    const token = tokenOf(browser)
    vi.setSystemTime(Date.now() + 120_000)
    browser.plant(sessionCookie, token)
    takeTold(app)
    const response = await comeBack(browser, app.two.authorize(location, bob))
    expect(errorOf(response)).toBe('AccountNotLinked')
    await expectNothingHappened(app, browser)
  })

  it('refuses to start a link with a session that has expired or whose user is gone', async () => {
    const app = await makeAccountsApp({ session: { ...session, maxAge: 120 } })
    const gone = await enterAnew(app)
    const token = tokenOf(gone)
    vi.setSystemTime(Date.now() + 120_000)
    gone.plant(sessionCookie, token)
    expect(errorOf(await pressLink(gone))).toBe('AccountNotLinked')

    const orphan = await enterAnew(app)
    const user = await ownerOf(app, 'op', 'subject-1')
    await app.store.adapter.deleteUser?.(user?.id ?? '')
    expect(errorOf(await pressLink(orphan))).toBe('AccountNotLinked')
  })

  it('links when the same user has signed in anew in between', async () => {
    const app = await makeAccountsApp({ session })
    const browser = await enterAnew(app)
    const location = (await pressLink(browser)).headers.get('location') ?? ''
    await enter(app, browser)
    const response = await comeBack(browser, app.two.authorize(location, bob))
    expect(response.headers.get('location')).toBe('https://app.test/welcome')
    expect(await app.store.countUsers()).toBe(1)
  })

  it('refuses to link an account that another user has', async () => {
    const app = await makeAccountsApp({ session })
    await enterAnew(app, { id: 'two', person: bob })
    const owner = await ownerOf(app, 'two', 'subject-2')
    const browser = await enterAnew(app)
    takeTold(app)
    expect(errorOf(await link(app, browser))).toBe('AccountNotLinked')
    expect(await ownerOf(app, 'two', 'subject-2')).toEqual(owner)
    expect((await browser.session())?.user).toMatchObject({ name: 'Ada' })
    expect(takeTold(app)).toEqual([])
  })

  it('linking what is linked already is a sign-in and no news', async () => {
    const app = await makeAccountsApp({ session })
    const browser = await enterAnew(app)
    await link(app, browser)
    takeTold(app)
    const response = await link(app, browser)
    expect(response.headers.get('location')).toBe('https://app.test/welcome')
    expect(takeTold(app)).toEqual(['signIn'])
  })

  it('links an account whose address another user has', async () => {
    const app = await makeAccountsApp({ session })
    await enterAnew(app, { id: 'two', person: bob })
    const browser = await enterAnew(app)
    const response = await link(app, browser, { ...bob, sub: 'subject-4' })
    expect(response.headers.get('location')).toBe('https://app.test/welcome')
    expect(await ownerOf(app, 'two', 'subject-4')).toEqual(await ownerOf(app, 'op', 'subject-1'))
  })

  it('links to a user who signed in by password', async () => {
    const app = await makeAccountsApp({ session })
    const user = await storeAda(app)
    await link(app, await enterByPassword(app))
    expect(await ownerOf(app, 'two', 'subject-2')).toMatchObject({ id: user.id })
  })

  it('links where ids are numbers', async () => {
    const app = await makeAccountsApp({ session, adapter: numericAdapter() })
    const browser = await enterAnew(app)
    const response = await link(app, browser)
    expect(response.headers.get('location')).toBe('https://app.test/welcome')
    expect(await ownerOf(app, 'two', 'subject-2')).toMatchObject({ id: 42 })
    expect(app.told.map(({ name }) => name)).toEqual([
      'createUser',
      'linkAccount',
      'signIn',
      'linkAccount',
      'signIn',
    ])
  })

  it('an account that was linked by a faster request is refused, or done if it was the same', async () => {
    const app = await makeAccountsApp({ session })
    const browser = await enterAnew(app)
    const user = await ownerOf(app, 'op', 'subject-1')
    const other = await app.store.adapter.createUser?.({
      id: 'other',
      email: 'other@example.test',
      emailVerified: null,
    })
    for (const [userId, error] of [
      [user?.id, null],
      [other?.id, 'AccountNotLinked'],
    ] as const) {
      const keys = { provider: 'two', providerAccountId: `faster-${error}` }
      const faster = { ...keys, type: 'oidc', userId: userId ?? '' } as const
      app.store.before = async ({ name }) => {
        if (name !== 'transaction') return
        app.store.before = () => undefined
        await app.store.adapter.linkAccount?.(faster)
      }
      takeTold(app)
      const response = await link(app, browser, {
        sub: keys.providerAccountId,
        email: 'x@y.test',
        name: 'X',
      })
      expect(errorOf(response)).toBe(error)
      expect(takeTold(app)).toEqual(error ? [] : ['signIn'])
    }
  })

  it('an adapter that cannot link is reported, and no event says that an account was linked', async () => {
    const app = await makeAccountsApp({ session })
    const browser = await enterAnew(app)
    takeTold(app)
    app.store.before = ({ name }) => {
      if (name === 'linkAccount') throw new Error('disk full')
    }
    const response = await link(app, browser)
    expect(errorOf(response)).toBe('Configuration')
    expect(app.codes('error')).toContain('AdapterError')
    expect(takeTold(app)).toEqual([])
    expect((await browser.session())?.user).toMatchObject({ name: 'Ada' })
  })
})

describe('a link at a service that posts its response', () => {
  const authorization = { params: { response_mode: 'form_post' } }
  const options = { twoOptions: { authorization }, session: { recheckAge: 0 } }

  /** What a browser does: a form from another site brings no `SameSite=Lax` cookie along. */
  async function postBack(browser: Browser, app: AccountsApp, location: string): Promise<Response> {
    const kept = browser.cookies.filter(({ sameSite }) => sameSite?.toLowerCase() === 'lax')
    for (const { name } of kept) browser.forget(name)
    const response = await comeBack(browser, app.two.authorize(location, bob))
    for (const { name, value } of kept) browser.plant(name, value)
    return response
  }

  it('takes one redirect, so that the session comes along', async () => {
    const app = await makeAccountsApp(options)
    const browser = await enterAnew(app)
    const location = (await pressLink(browser)).headers.get('location') ?? ''
    const first = await postBack(browser, app, location)
    const next = new URL(first.headers.get('location') ?? '')
    expect(next.origin + next.pathname).toBe('https://app.test/auth/callback/two')
    expect(first.headers.get('cache-control')).toContain('no-store')
    expect(app.two.count('token')).toBe(0)
    const second = await browser.send(next.href, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(second.headers.get('location')).toBe('https://app.test/welcome')
    expect(await ownerOf(app, 'two', 'subject-2')).toEqual(await ownerOf(app, 'op', 'subject-1'))
    expect(attempts(browser)).toEqual([])
  })

  it('is refused after the redirect when the user is not signed in any more', async () => {
    const app = await makeAccountsApp(options)
    const browser = await enterAnew(app)
    const location = (await pressLink(browser)).headers.get('location') ?? ''
    browser.forget(sessionCookie)
    const first = await postBack(browser, app, location)
    const next = first.headers.get('location') ?? ''
    const second = await browser.send(next, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(errorOf(second)).toBe('AccountNotLinked')
    expect(await ownerOf(app, 'two', 'subject-2')).toBeNull()
    expect(attempts(browser)).toEqual([])
  })

  it('takes no redirect when the session came along, nor without the wish', async () => {
    const app = await makeAccountsApp(options)
    const browser = await enterAnew(app)
    const location = (await pressLink(browser)).headers.get('location') ?? ''
    const linked = await comeBack(browser, app.two.authorize(location, bob))
    expect(linked.headers.get('location')).toBe('https://app.test/welcome')
    const other = app.browser()
    const switched = await enter(app, other, { id: 'two', person: bob })
    expect(switched.headers.get('location')).toBe('https://app.test/welcome')
  })

  it('a parameter that was posted twice is still twice after the redirect', async () => {
    const app = await makeAccountsApp(options)
    const browser = await enterAnew(app)
    const location = (await pressLink(browser)).headers.get('location') ?? ''
    app.two.misbehaviour = { response: (params) => params.append('code', 'another') }
    const first = await postBack(browser, app, location)
    const next = first.headers.get('location') ?? ''
    const last = next.includes('/callback/')
      ? await browser.send(next, { headers: { 'sec-fetch-site': 'cross-site' } })
      : first
    expect(errorOf(last)).toBe('OAuthResponseInvalid')
    expect(app.two.count('token')).toBe(0)
  })
})

describe('linking by address', () => {
  const allow = { twoOptions: { allowDangerousEmailAccountLinking: true } }
  const other = { ...verifiedClaims, sub: 'subject-9' }

  it('LK1: a verified address at a second service does not link by default', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    const response = await enter(app, app.browser(), { id: 'two', person: other })
    expect(errorOf(response)).toBe('OAuthAccountNotLinked')
    expect(await ownerOf(app, 'two', 'subject-9')).toBeNull()
  })

  it('links when the application allows it and both sides have proven the address', async () => {
    const app = await makeAccountsApp(allow)
    await enterAnew(app)
    takeTold(app)
    const browser = await enterAnew(app, { id: 'two', person: other })
    expect(await ownerOf(app, 'two', 'subject-9')).toEqual(await ownerOf(app, 'op', 'subject-1'))
    expect(takeTold(app)).toEqual(['linkAccount', 'signIn'])
    expect((await browser.session())?.user).toMatchObject({ name: 'Ada' })
  })

  it.each([
    ['absent', undefined],
    ['null', null],
  ])('links to a proven user when `email_verified` is %s', async (_, value) => {
    const app = await makeAccountsApp(allow)
    await enterAnew(app)
    takeTold(app)
    await enterAnew(app, { id: 'two', person: { ...other, email_verified: value } })
    expect(await ownerOf(app, 'two', 'subject-9')).toEqual(await ownerOf(app, 'op', 'subject-1'))
    expect(takeTold(app)).toEqual(['linkAccount', 'signIn'])
    expect(app.codes('warn')).toEqual([])
  })

  it.each([
    ['false', false],
    ['the text "false"', 'false'],
    ['the text "true"', 'true'],
    ['1', 1],
    ['a list', [true]],
  ])('does not link when `email_verified` is %s, and warns why [LK1]', async (_, value) => {
    const app = await makeAccountsApp(allow)
    await enterAnew(app)
    const person = { ...other, email_verified: value }
    const response = await enter(app, app.browser(), { id: 'two', person })
    expect(errorOf(response)).toBe('OAuthAccountNotLinked')
    expect(app.codes('warn')).toEqual(['account-not-linked'])
    expect(logText(app)).toContain('`email_verified: true`')
    expect(logText(app)).not.toContain('ada@example.test')
  })

  it('does not link two unproven addresses, and warns why [LK1]', async () => {
    const app = await makeAccountsApp(allow)
    await storeAda(app)
    const person = { ...other, email_verified: undefined }
    const response = await enter(app, app.browser(), { id: 'two', person })
    expect(errorOf(response)).toBe('OAuthAccountNotLinked')
    expect(app.codes('warn')).toEqual(['account-not-linked'])
    expect(logText(app)).toContain('`emailVerified`')
  })

  it('the warning names `vouchesForEmail` if the provider may not vouch for an address', async () => {
    const twoOptions = { ...allow.twoOptions, vouchesForEmail: false }
    const app = await makeAccountsApp({ twoOptions })
    await storeAda(app)
    const response = await enter(app, app.browser(), { id: 'two', person: other })
    expect(errorOf(response)).toBe('OAuthAccountNotLinked')
    expect(app.codes('warn')).toEqual(['account-not-linked'])
    expect(logText(app)).toContain('`vouchesForEmail`')
    expect(logText(app)).not.toContain('does not say whether')
  })

  it.each([
    ['invalid', new Date(NaN)],
    ['1970', new Date(0)],
  ])('a date in `profile` that is %s withdraws the claim about the address', async (_, date) => {
    const profile = ({ sub }: { sub?: unknown }) => ({
      id: String(sub),
      email: 'ada@example.test',
      emailVerified: date,
    })
    const app = await makeAccountsApp({ twoOptions: { profile } })
    await enterAnew(app, { id: 'two', person: other })
    expect((await ownerOf(app, 'two', 'subject-9'))?.emailVerified).toBeNull()
  })

  it('does not warn while linking by address is off', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    await enter(app, app.browser(), { id: 'two', person: { ...other, email_verified: false } })
    expect(app.codes('warn')).toEqual([])
  })

  it('removes unproven ways in and their sessions when it links to an unproven user', async () => {
    const app = await makeAccountsApp({ ...allow, session: { recheckAge: 0 } })
    const planted = await enterAnew(app, {
      person: { ...verifiedClaims, email_verified: undefined },
    })
    expect(await planted.session()).not.toBeNull()
    await enterAnew(app, { id: 'two', person: other })
    expect(await planted.session()).toBeNull()
    expect(await ownerOf(app, 'op', 'subject-1')).toBeNull()
    expect(await app.store.countUsers()).toBe(1)
  })

  it('warns when the adapter cannot remove the unproven ways in', async () => {
    const app = await makeAccountsApp({ ...allow, adapter: authJsAdapter() })
    await storeAda(app)
    const response = await enter(app, app.browser(), { id: 'two', person: other })
    expect(errorOf(response)).toBe('OAuthAccountNotLinked')
    expect(app.codes('warn')).toEqual(['account-not-linked'])
    expect(logText(app)).toContain('`listAccountsByUserId`')
  })

  it('LK1: takes over a user who never proved the address', async () => {
    const app = await makeAccountsApp(allow)
    const { id } = await storeAda(app)
    const response = await enter(app, app.browser(), { id: 'two', person: other })
    expect(errorOf(response)).toBeNull()
    expect(app.told.map(({ name }) => name)).toEqual(['updateUser', 'linkAccount', 'signIn'])
    expect((await app.store.adapter.getUser?.(id))?.emailVerified).toBeInstanceOf(Date)
  })

  it('`emailVerified` of `profile` speaks for the address that `profile` picked [LK1]', async () => {
    for (const [vouched, error, verified] of [
      // A claim about another address says nothing about this one.
      [undefined, null, false],
      [null, null, false],
      [false, 'OAuthAccountNotLinked', false],
      ['true', 'OAuthAccountNotLinked', false],
      [true, null, true],
      [new Date(1), null, true],
      // A field that is missing or null in the profile makes these dates.
      [new Date(NaN), null, false],
      [new Date(0), null, false],
    ] as const) {
      const profile = (claims: object) => ({
        id: Reflect.get(claims, 'sub') as string,
        email: 'ada@example.test',
        ...(vouched !== undefined && { emailVerified: vouched as boolean }),
      })
      const twoOptions = { ...allow.twoOptions, profile }
      const app = await makeAccountsApp({ twoOptions })
      await enterAnew(app)
      const person = { ...other, email: 'someone@example.test' }
      const response = await enter(app, app.browser(), { id: 'two', person })
      expect([vouched, errorOf(response)]).toEqual([vouched, error])
      const alone = await makeAccountsApp({ twoOptions })
      await enterAnew(alone, { id: 'two', person })
      const owner = await ownerOf(alone, 'two', 'subject-9')
      expect([vouched, Boolean(owner?.emailVerified)]).toEqual([vouched, verified])
    }
  })

  describe('with a profile from the user info endpoint', () => {
    const linkingOn = { idToken: false, allowDangerousEmailAccountLinking: true } as const

    /** Signs in at `two`, whose ID token and user info say different things about the address. */
    async function enterTwo(twoOptions: object, idToken: object, userinfo: object) {
      const app = await makeAccountsApp({ twoOptions: { ...linkingOn, ...twoOptions } })
      await enterAnew(app)
      app.two.misbehaviour = {
        claims: ({ email: _, email_verified: __, ...claims }) => ({ ...claims, ...idToken }),
        userinfo: ({ email_verified: _, ...person }) => ({ ...person, ...userinfo }),
      }
      const person = { ...verifiedClaims, sub: 'other' }
      const response = await enter(app, app.browser(), { id: 'two', person })
      return { app, error: errorOf(response) }
    }

    it.each([
      ['says nothing', {}, {}],
      ['says that it is verified', {}, { email_verified: true }],
      ['is read by a `profile` that vouches', { profile: vouch }, {}],
    ])(
      'a denial in the ID token counts although the user info %s',
      async (_, options, userinfo) => {
        for (const email of [verifiedClaims['email'], 'ADA@example.test', undefined]) {
          const denial = { email_verified: false, ...(email !== undefined && { email }) }
          const { app, error } = await enterTwo(options, denial, userinfo)
          expect(error).toBe('OAuthAccountNotLinked')
          expect(await ownerOf(app, 'two', 'other')).toBeNull()
          expect(logText(app)).toContain('email_verified')
        }
      },
    )

    it.each([
      ['says nothing', {}],
      ['vouches', { email: 'ada@example.test', email_verified: true }],
      ['denies another address', { email: 'old@example.test', email_verified: false }],
    ])('the account is linked if the ID token %s', async (_, idToken) => {
      const { app, error } = await enterTwo({}, idToken, {})
      expect(error).toBeNull()
      expect(await ownerOf(app, 'two', 'other')).toEqual(await ownerOf(app, 'op', 'subject-1'))
    })

    function vouch({ sub, email }: Profile): ProfileUser {
      return { id: sub ?? undefined, email, emailVerified: true }
    }
  })

  it('LK3: the case of an address makes no other person', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    const person = { ...other, email: 'ADA@Example.test' }
    const response = await enter(app, app.browser(), { id: 'two', person })
    expect(errorOf(response)).toBe('OAuthAccountNotLinked')
  })

  it('LK3: an address that only Unicode rules lower-case to another is not that address', async () => {
    const app = await makeAccountsApp(allow)
    await enterAnew(app, { person: { ...verifiedClaims, email: 'kim@example.test' } })
    const person = { ...other, email: '\u212aim@example.test' }
    const browser = await enterAnew(app, { id: 'two', person })
    expect(await ownerOf(app, 'two', 'subject-9')).not.toEqual(
      await ownerOf(app, 'op', 'subject-1'),
    )
    expect((await browser.session())?.user?.email ?? null).toBeNull()
  })

  it.each(hostileAddresses)('LK3: an ID token with %j vouches for no address', async (email) => {
    const app = await makeAccountsApp(allow)
    await enter(app, app.browser(), { person: { ...verifiedClaims, email } })
    const owner = await ownerOf(app, 'op', 'subject-1')
    expect([owner?.email ?? null, owner?.emailVerified ?? null]).toEqual([null, null])
  })

  it('LK3: an ID token writes the domain of an address as the mail form does', async () => {
    const app = await makeAccountsApp(allow)
    await enterAnew(app, { person: { ...verifiedClaims, email: 'ada@xn--mnchen-3ya.test' } })
    await enterAnew(app, { id: 'two', person: { ...other, email: 'Ada@M\u00dcNCHEN.test' } })
    expect(await ownerOf(app, 'two', 'subject-9')).toEqual(await ownerOf(app, 'op', 'subject-1'))
  })

  it('LK3: an address that changed at the provider does not switch the user', async () => {
    const app = await makeAccountsApp()
    await storeAda(app, { email: 'new@example.test', emailVerified: new Date(0) })
    await enterAnew(app)
    const browser = await enterAnew(app, {
      person: { ...verifiedClaims, email: 'new@example.test' },
    })
    expect((await browser.session())?.user).toMatchObject({ email: 'ada@example.test' })
  })

  it.each([[['ada@example.test']], [{ a: 1 }], [7], [null], ['']])(
    'LK3: %j in place of an address is no address',
    async (email) => {
      const app = await makeAccountsApp({ ...allow })
      await enterAnew(app)
      const response = await enter(app, app.browser(), { id: 'two', person: { ...other, email } })
      expect(errorOf(response)).toBeNull()
      expect(await app.store.countUsers()).toBe(2)
    },
  )
})

describe('tokens of a known account', () => {
  it('are refreshed at every sign-in', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    const first = await app.store.adapter.getAccount?.('subject-1', 'op')
    app.op.misbehaviour = { tokens: ({ refresh_token: _, ...rest }) => rest }
    await enterAnew(app)
    const second = await app.store.adapter.getAccount?.('subject-1', 'op')
    expect(second?.access_token).toMatch(/^access-/)
    expect(second?.access_token).not.toBe(first?.access_token)
    expect(second).toMatchObject({ userId: first?.userId, refresh_token: first?.refresh_token })
  })

  it('stay as they are where the adapter cannot change them', async () => {
    const app = await makeAccountsApp({ adapter: authJsAdapter() })
    await enterAnew(app)
    const first = await app.store.adapter.getAccount?.('subject-1', 'op')
    await enterAnew(app)
    expect(await app.store.adapter.getAccount?.('subject-1', 'op')).toEqual(first)
  })

  it('belong to the account, whatever `account` of the provider returns', async () => {
    const account = () => ({
      access_token: 'mine',
      provider: 'x',
      providerAccountId: 'y',
      type: 'z',
    })
    const app = await makeAccountsApp({ opOptions: { account } })
    await enterAnew(app)
    const user = await ownerOf(app, 'op', 'subject-1')
    expect(await app.store.adapter.getAccount?.('subject-1', 'op')).toEqual({
      access_token: 'mine',
      type: 'oidc',
      provider: 'op',
      providerAccountId: 'subject-1',
      userId: user?.id,
      issuer: 'https://op.test',
    })
  })
})

describe('a link without a database', () => {
  it('is refused, signed in or not, because there is no stored user to link to', async () => {
    const app = await makeAccountsApp()
    const { adapter: _, ...config } = app.config
    const browser = openBrowser(config)
    expect(errorOf(await pressLink(browser))).toBe('AccountNotLinked')
    await enter(app, browser)
    expect(await browser.session()).not.toBeNull()
    expect(errorOf(await pressLink(browser))).toBe('AccountNotLinked')
    expect(app.codes('error')).toEqual([])
  })
})

async function expectNothingHappened(app: AccountsApp, browser: Browser): Promise<void> {
  expect(await ownerOf(app, 'two', 'subject-2')).toBeNull()
  expect(takeTold(app)).toEqual([])
  expect(attempts(browser)).toEqual([])
  expect(app.codes('error')).toEqual([])
}

/** Gives the cookies of a call to the browser, as the framework does. */
function keep(browser: Browser, cookies: CallResult<unknown>['cookies']): void {
  for (const { name, value, attributes } of cookies) {
    if (attributes.maxAge === 0) browser.forget(name)
    else browser.plant(name, encodeURIComponent(value))
  }
}

describe('a link whose session the owner ends meanwhile', () => {
  it.each([
    ['before the new one is written', 'createSession'],
    ['right before it is replaced', 'deleteSession'],
  ])('is removed again and gets no session: %s', async (_when, method) => {
    const app = await makeAccountsApp()
    const thief = await enterAnew(app)
    const target = (await pressLink(thief)).headers.get('location') ?? ''
    const key = await hashOf(tokenOf(thief))
    takeTold(app)
    app.store.before = async ({ name }) => {
      if (name !== method) return
      app.store.before = () => undefined
      // As `revokeSession` does, which leaves no mark that a sign-in could find.
      await app.store.adapter.deleteSession?.(key)
    }
    await comeBack(thief, app.two.authorize(target, bob))
    expect(await thief.session()).toBeNull()
    expect(await ownerOf(app, 'two', bob.sub)).toBeNull()
    expect(takeTold(app)).toEqual([])
  })
})

describe('a link that is removed again', () => {
  it('takes along the sessions that another tab has begun with it', async () => {
    const app = await makeAccountsApp()
    const thief = await enterAnew(app)
    const target = (await pressLink(thief)).headers.get('location') ?? ''
    const key = await hashOf(tokenOf(thief))
    const tabs: Browser[] = []
    app.store.before = async ({ name }) => {
      if (name !== 'createSession') return
      app.store.before = () => undefined
      const tab = await enterAnew(app, { id: 'two', person: bob })
      expect((await tab.session())?.user).toMatchObject({ name: 'Ada' })
      tabs.push(tab)
      await app.store.adapter.deleteSession?.(key)
    }
    await comeBack(thief, app.two.authorize(target, bob))
    expect(await ownerOf(app, 'two', bob.sub)).toBeNull()
    expect(await tabs[0]?.session()).toBeNull()
  })

  it('is one whose session could not be read after the write, with an adapter of several steps', async () => {
    const app = await makeAccountsApp({ adapter: without(memoryAdapter(), 'transaction') })
    const browser = await enterAnew(app)
    const target = (await pressLink(browser)).headers.get('location') ?? ''
    app.store.after = ({ name }) => {
      if (name !== 'linkAccount') return
      app.store.before = (call) => {
        if (call.name === 'getSessionAndUser') connectionLost()
      }
    }
    await comeBack(browser, app.two.authorize(target, bob))
    app.store.before = () => undefined
    expect(await ownerOf(app, 'two', bob.sub)).toBeNull()
    expect(await browser.session()).not.toBeNull()
  })
})

describe('a link whose session ends while it is written', () => {
  it('is not committed, also if the database fails right after it', async () => {
    const app = await makeAccountsApp()
    const thief = await enterAnew(app)
    const target = (await pressLink(thief)).headers.get('location') ?? ''
    const key = await hashOf(tokenOf(thief))
    app.store.before = async ({ name }) => {
      if (name === 'createSession') connectionLost()
      // Right before, because the memory adapter lets no other call into a transaction.
      if (name === 'transaction') await app.store.adapter.deleteSession?.(key)
    }
    await comeBack(thief, app.two.authorize(target, bob))
    app.store.before = () => undefined
    expect(await ownerOf(app, 'two', bob.sub)).toBeNull()
    expect(await thief.session()).toBeNull()
  })
})

it.each([
  ['transactions', memoryAdapter],
  ['no transactions', () => without(memoryAdapter(), 'transaction')],
])(
  'an account that moves to another user during a sign-in starts no session (%s)',
  async (...given) => {
    const [, makeAdapter] = given
    const app = await makeAccountsApp({ adapter: makeAdapter() })
    await enterAnew(app)
    const keys = { provider: 'op', providerAccountId: 'subject-1' }
    const row = await app.store.adapter.getAccount?.('subject-1', 'op')
    await storeAda(app, { id: 'other', email: 'other@example.test' })
    app.store.before = async ({ name }) => {
      if (name !== 'createSession') return
      app.store.before = () => undefined
      await app.store.adapter.unlinkAccount?.(keys)
      if (row) await app.store.adapter.linkAccount?.({ ...row, userId: 'other' })
    }
    const browser = app.browser()
    expect(errorOf(await enter(app, browser))).toBe('AccountNotLinked')
    expect(await browser.session()).toBeNull()
    expect((await ownerOf(app, 'op', 'subject-1'))?.id).toBe('other')
  },
)

describe('a link to a user whose address another person proves meanwhile', () => {
  it.each([
    ['transactions', memoryAdapter],
    ['no transactions', () => without(memoryAdapter(), 'transaction')],
  ])('is refused for a session without a row (%s)', async (_kind, makeAdapter) => {
    const session = { strategy: 'jwt', revocable: false } as const
    const app = await makeAccountsApp({ adapter: makeAdapter(), session })
    const { id } = await storeAda(app)
    const stranger = await enterByPassword(app)
    const target = (await pressLink(stranger)).headers.get('location') ?? ''
    app.store.before = async ({ name }) => {
      if (name !== 'transaction' && name !== 'linkAccount') return
      app.store.before = () => undefined
      await app.store.adapter.updateUser?.({ id, emailVerified: new Date() })
    }
    const response = await comeBack(stranger, app.two.authorize(target, bob))
    expect(errorOf(response)).toBe('AccountNotLinked')
    expect(await ownerOf(app, 'two', bob.sub)).toBeNull()
  })
})

describe('a link whose session is not issued', () => {
  /** An app whose `jwt` callback refuses the session of the link, and the answer to that link. */
  async function refuseLink(
    prepare: (app: AccountsApp) => unknown = () => undefined,
  ): Promise<AccountsApp> {
    let isBlocked = false
    const app = await makeAccountsApp({
      session: { strategy: 'jwt' },
      callbacks: { jwt: ({ token, account }) => (isBlocked && account ? null : token) },
    })
    const browser = await enterAnew(app)
    const target = (await pressLink(browser)).headers.get('location') ?? ''
    takeTold(app)
    isBlocked = true
    prepare(app)
    const response = await comeBack(browser, app.two.authorize(target, bob))
    expect(errorOf(response)).toBe('AccessDenied')
    return app
  }

  it('is removed again if the `jwt` callback wants no session, and is not told as an event', async () => {
    const app = await refuseLink()
    expect(await app.store.adapter.getAccount?.(bob.sub, 'two')).toBeNull()
    expect(takeTold(app)).toEqual([])
  })

  it('is not told as an event if the answer to its removal is lost', async () => {
    const app = await refuseLink(({ store }) => {
      store.after = ({ name }) => {
        if (name === 'unlinkAccount') throw new Error('The connection was lost.')
      }
    })
    expect(await app.store.adapter.getAccount?.(bob.sub, 'two')).toBeNull()
    expect(takeTold(app)).toEqual([])
  })

  it('is told as an event if it could not be removed', async () => {
    const app = await refuseLink(({ store }) => {
      store.before = ({ name }) => {
        if (name === 'unlinkAccount') throw new Error('The connection was lost.')
      }
    })
    expect(await app.store.adapter.getAccount?.(bob.sub, 'two')).not.toBeNull()
    expect(takeTold(app)).toEqual(['linkAccount'])
    expect(app.codes('error')).toContain('AdapterError')
  })

  it('is told and logged if the adapter cannot remove it', async () => {
    const app = await refuseLink(({ store }) =>
      Reflect.deleteProperty(store.adapter, 'unlinkAccount'),
    )
    expect(takeTold(app)).toEqual(['linkAccount'])
    expect(app.codes('warn')).toContain('account-not-unlinked')
  })

  it('stays with the user who has it by then', async () => {
    const app = await refuseLink(({ store }) => {
      store.after = async ({ name }) => {
        const keys = { provider: 'two', providerAccountId: bob.sub }
        if (name !== 'transaction') return
        const { adapter } = store
        const row = await adapter.getAccount?.(bob.sub, 'two')
        if (!row) return
        store.after = () => undefined
        await adapter.createUser?.({ id: 'other', email: 'o@example.test', emailVerified: null })
        await adapter.unlinkAccount?.(keys)
        await adapter.linkAccount?.({ ...row, userId: 'other' })
      }
    })
    expect((await ownerOf(app, 'two', bob.sub))?.id).toBe('other')
  })

  it('stays if the database failed, because that is no refusal, and is told as an event', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    const target = (await pressLink(browser)).headers.get('location') ?? ''
    takeTold(app)
    const failing = vi.spyOn(app.store.adapter, 'createSession')
    failing.mockRejectedValueOnce(new Error('The connection was lost.'))
    await comeBack(browser, app.two.authorize(target, bob))
    expect(await app.store.adapter.getAccount?.(bob.sub, 'two')).not.toBeNull()
    expect(takeTold(app)).toEqual(['linkAccount'])
  })
})

describe('a link whose row was written, but whose answer is lost', () => {
  /** Links with an adapter that works in several steps. `meanwhile` runs right before the row is written. */
  async function loseAnswer(
    meanwhile: (app: AccountsApp, userId: string) => unknown,
  ): Promise<{ readonly app: AccountsApp; readonly response: Response }> {
    const app = await makeAccountsApp({ adapter: without(memoryAdapter(), 'transaction') })
    const browser = await enterAnew(app)
    const target = (await pressLink(browser)).headers.get('location') ?? ''
    const { id = '' } = (await ownerOf(app, 'op', 'subject-1')) ?? {}
    takeTold(app)
    app.store.before = async ({ name }) => {
      if (name === 'linkAccount') await meanwhile(app, id)
    }
    app.store.after = ({ name }) => {
      if (name !== 'linkAccount') return
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    }
    const response = await comeBack(browser, app.two.authorize(target, bob))
    return { app, response }
  }

  it('is removed again if the session that asked for it was ended meanwhile', async () => {
    const { app, response } = await loseAnswer(({ config }, id) => revokeSessionsOfUser(config, id))
    expect(errorOf(response)).toBe('AccountNotLinked')
    expect(await ownerOf(app, 'two', bob.sub)).toBeNull()
    expect(await ownerOf(app, 'op', 'subject-1')).not.toBeNull()
    expect(takeTold(app)).toEqual([])
  })

  it('stays if the session lives, and signs in', async () => {
    const { app, response } = await loseAnswer(() => undefined)
    expect(response.headers.get('location')).toBe('https://app.test/welcome')
    expect(await ownerOf(app, 'two', bob.sub)).toEqual(await ownerOf(app, 'op', 'subject-1'))
  })
})
