import { afterEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { revokeSessionsOfUser, signOut } from '../../../src/core.js'
import type { AuthConfig } from '../../../src/core.js'
import type { OIDCConfig } from '../../../src/model/oauth.js'
import type { Profile } from '../../../src/model/records.js'
import type { Browser } from '../../support/browser.js'
import {
  ada,
  login,
  makeApp,
  olderSecret,
  passwordProvider,
  sessionCookie,
} from '../../support/apps/app.js'
import type { FakeProvider } from '../../support/oauth/fake-provider.js'
import {
  makeOAuthApp,
  makeProvider,
  oidc,
  signIn,
  type OAuthApp,
} from '../../support/oauth/sign-in.js'

const endpoint = 'https://op.test/logout?tenant=1'
const returnUri = 'https://app.test/auth/signout/op'
const keptCookie = '__Host-authjs.attempt-provider'
const signOutCookie = '__Host-authjs.attempt-provider-sign-out'

afterEach(() => void vi.useRealTimers())

function setCookie(response: Response, name: string): string | undefined {
  return response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`))
}

interface SignedIn {
  readonly op: FakeProvider
  readonly app: OAuthApp
  readonly browser: Browser
}

/** A user who has signed in at a provider that knows how to sign out. */
async function signedIn(
  overrides: Partial<OIDCConfig<Profile>> = { endSession: true },
  config: Partial<AuthConfig> = {},
  announced: unknown = endpoint,
): Promise<SignedIn> {
  const op = await makeProvider()
  op.misbehaviour = { metadata: (told) => ({ ...told, end_session_endpoint: announced }) }
  const app = makeOAuthApp([oidc(op, overrides), passwordProvider], config)
  const browser = app.browser()
  await signIn(browser, op)
  expect(await browser.session()).not.toBeNull()
  return { op, app, browser }
}

/** Presses the button; gives the address that the browser is sent to. */
async function signOutOfApp(
  browser: Browser,
  fields: Readonly<Record<string, string>> = { callbackUrl: '/bye' },
): Promise<URL> {
  const body = new URLSearchParams({ csrfToken: await browser.csrfToken(), ...fields })
  const response = await browser.fetch('/auth/signout', { method: 'POST', body })
  expect(response.status).toBe(302)
  expect(browser.cookie(sessionCookie)).toBeUndefined()
  return new URL(response.headers.get('location') ?? '')
}

/** Signs out in a page of an application, with what the browser holds. */
async function leaveIn(
  config: AuthConfig,
  browser: Browser,
): Promise<Awaited<ReturnType<typeof signOut>>['data']> {
  const { origin } = browser
  const headers = { cookie: browser.cookieHeader(new URL(origin)), origin }
  const request = new Request(`${origin}/account`, { method: 'POST', headers })
  return (await signOut(request, config, { redirectTo: '/bye' })).data
}

/** Comes back from the provider. */
async function comeBack(browser: Browser, query: string): Promise<string | null> {
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  const response = await browser.send(`${returnUri}${query}`, { headers })
  expect(response.status).toBe(302)
  expect(browser.cookie(signOutCookie)).toBeUndefined()
  return response.headers.get('location')
}

const home = 'https://app.test/'
const bye = 'https://app.test/bye'

describe('LO2: a sign-out that leads over the provider', () => {
  it('tells it who leaves, and where to come back to', async () => {
    const { browser, app } = await signedIn()
    const idToken = app.signedIn[0]?.account?.id_token
    const url = await signOutOfApp(browser)
    expect(url.origin + url.pathname).toBe('https://op.test/logout')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      tenant: '1',
      id_token_hint: idToken,
      client_id: 'client-1',
      post_logout_redirect_uri: returnUri,
      state: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(idToken).toMatch(/^ey/)
  })

  it('ends where the person wanted to go', async () => {
    const { browser } = await signedIn()
    const { searchParams } = await signOutOfApp(browser)
    const state = searchParams.get('state')
    expect(await comeBack(browser, `?state=${state}`)).toBe(bye)
    expect(await comeBack(browser, `?state=${state}`)).toBe(home)
    expect(await browser.session()).toBeNull()
  })

  it.each(['', '?state=', '?state=of-somebody-else', '?state=null', '?callbackUrl=/evil'])(
    'ends at home with the query %j',
    async (query) => {
      const { browser } = await signedIn()
      await signOutOfApp(browser)
      expect(await comeBack(browser, query)).toBe(home)
    },
  )

  it("does not use the callback URL of another browser's sign-out", async () => {
    const { browser, app } = await signedIn()
    const { searchParams } = await signOutOfApp(browser)
    const query = `?state=${searchParams.get('state')}`
    expect(await comeBack(app.browser(), query)).toBe(home)
    const stranger = app.browser()
    stranger.plant(signOutCookie, browser.cookie(sessionCookie) ?? 'forged')
    expect(await comeBack(stranger, query)).toBe(home)
  })

  it('leads to no other site', async () => {
    const { browser } = await signedIn()
    const { searchParams } = await signOutOfApp(browser, { callbackUrl: 'https://evil.example/' })
    expect(await comeBack(browser, `?state=${searchParams.get('state')}`)).toBe(home)
  })

  it('forgets an address that is too long for a cookie', async () => {
    const { browser } = await signedIn()
    const { searchParams } = await signOutOfApp(browser, { callbackUrl: `/${'a'.repeat(1500)}` })
    expect(await comeBack(browser, `?state=${searchParams.get('state')}`)).toBe(home)
  })

  it('works for pages of the application', async () => {
    const { browser, app } = await signedIn()
    const data = await leaveIn(app.config, browser)
    expect(data).toMatchObject({ ok: true, session: null, target: { path: undefined } })
    expect(data.target?.url).toMatch(/^https:\/\/op\.test\/logout\?.*id_token_hint=ey/)
  })

  it('ends all sessions here first, where that is wanted', async () => {
    const config = { adapter: memoryAdapter(), session: { strategy: 'database' } } as const
    const { browser, op, app } = await signedIn({ endSession: true }, config)
    const other = app.browser()
    await signIn(other, op)
    const { hostname } = await signOutOfApp(browser, { everywhere: 'on' })
    expect(hostname).toBe('op.test')
    expect(await other.session()).toBeNull()
  })

  it('is in the metadata also where all other addresses are in the config', async () => {
    const op = await makeProvider()
    const configured = {
      endSession: true,
      authorization: op.address('authorization'),
      token: op.address('token'),
      jwks_endpoint: op.address('jwks'),
    }
    const { browser } = await signedIn(configured)
    expect((await signOutOfApp(browser)).hostname).toBe('op.test')
  })
})

describe('what is kept for it', () => {
  it('is sealed, and gone with the session', async () => {
    const { browser, app } = await signedIn()
    const idToken = app.signedIn[0]?.account?.id_token ?? ''
    const kept = browser.cookies.find(({ name }) => name === keptCookie)
    expect(kept).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax' })
    expect(kept?.value).not.toContain(idToken.slice(0, 20))
    await signOutOfApp(browser)
    expect(browser.cookie(keptCookie)).toBeUndefined()
  })

  it.each<readonly [string, Partial<AuthConfig>]>([
    ['jwt', { session: { maxAge: 1000, updateAge: 100 } }],
    ['jwt', { session: { updateAge: 100 }, jwt: { maxAge: 1000 } }],
    ['jwt', { session: { absoluteMaxAge: 1000, updateAge: 100 } }],
    ['database', { session: { maxAge: 1000, updateAge: 100 }, adapter: memoryAdapter() }],
  ])('ends when the session does, with the strategy %s and %j', async (_strategy, config) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) })
    const { app, browser, op } = await signedIn({ endSession: true }, config)
    const again = await signIn(app.browser(), op)
    expect(setCookie(again, keptCookie)).toContain('Max-Age=1000;')
    vi.setSystemTime(Date.now() + 950_000)
    const renewed = await browser.fetch('/auth/session')
    const [expires = expect.fail()] =
      /Expires=[^;]*/.exec(setCookie(renewed, sessionCookie) ?? '') ?? []
    expect(setCookie(renewed, keptCookie)).toContain(expires)
  })

  it('is gone when the session was ended elsewhere', async () => {
    const adapter = memoryAdapter()
    const { browser, app } = await signedIn({ endSession: true }, { adapter })
    const user = await adapter.getUserByAccount({ provider: 'op', providerAccountId: 'subject-1' })
    await revokeSessionsOfUser(app.config, user?.id ?? '')
    expect(browser.cookie(keptCookie)).toBeDefined()
    expect(await browser.session()).toBeNull()
    expect(browser.cookie(keptCookie)).toBeUndefined()
  })

  it('is gone when the session has ended in its cookie', async () => {
    const { browser } = await signedIn()
    browser.plant(sessionCookie, 'expired')
    expect(await browser.session()).toBeNull()
    expect(browser.cookie(keptCookie)).toBeUndefined()
  })

  it('is no ID token that is too long for a cookie', async () => {
    const op = await makeProvider()
    op.misbehaviour = { metadata: (told) => ({ ...told, end_session_endpoint: endpoint }) }
    const browser = makeOAuthApp([oidc(op, { endSession: true })]).browser()
    await signIn(browser, op, { person: { sub: 'subject-1', note: 'a'.repeat(2000) } })
    const { searchParams } = await signOutOfApp(browser)
    expect(searchParams.has('id_token_hint')).toBe(false)
    expect(searchParams.get('client_id')).toBe('client-1')
  })

  it('is what the last sign-in left', async () => {
    const { browser } = await signedIn()
    const csrfToken = await browser.csrfToken()
    const body = new URLSearchParams({ ...login, csrfToken })
    await browser.fetch('/auth/callback/credentials', { method: 'POST', body })
    expect(await browser.session()).toMatchObject({ user: { email: ada.email } })
    expect((await signOutOfApp(browser)).href).toBe(bye)
  })

  it('is nothing that was made under another secret', async () => {
    const { browser, op } = await signedIn({ endSession: true }, { secret: olderSecret })
    const { config } = makeApp({ providers: [oidc(op, { endSession: true })] })
    expect((await leaveIn(config, browser)).target?.url).toBe(bye)
  })
})

describe('a sign-out stays here', () => {
  it('unless the config wants it', async () => {
    const { browser } = await signedIn({})
    expect(browser.cookie(keptCookie)).toBeUndefined()
    expect((await signOutOfApp(browser)).href).toBe(bye)
  })

  it('when the config no longer wants it', async () => {
    const { browser, op } = await signedIn()
    for (const providers of [[oidc(op)], [oidc(op, { id: 'other', endSession: true })], []]) {
      const { config } = makeApp({ providers: [...providers, passwordProvider] })
      expect((await leaveIn(config, browser)).target?.url).toBe(bye)
    }
  })

  it.each([
    [null, 'OAuthMetadataInvalid'],
    [7, 'OAuthMetadataInvalid'],
    ['no address', 'OAuthMetadataInvalid'],
    ['http://op.test/logout', 'OAuthRequestFailed'],
    ['http://127.0.0.1/logout', 'OAuthRequestFailed'],
    ['javascript:alert(1)', 'OAuthRequestFailed'],
  ])('when the provider announces %j as its address for it', async (announced, why) => {
    const { browser, app } = await signedIn({ endSession: true }, {}, announced)
    expect((await signOutOfApp(browser)).href).toBe(bye)
    expect(app.codes('error')).toEqual(['SignOutError'])
    const complaint = app.logs.find(({ level }) => level === 'error')
    expect(complaint?.message[0]).toMatchObject({ cause: { type: why } })
    expect(browser.cookie(signOutCookie)).toBeUndefined()
  })

  it('when the provider cannot be reached', async () => {
    const { browser, op } = await signedIn()
    const app = makeApp({
      // Another `fetch`, so that nothing is remembered of its metadata.
      providers: [oidc(op, { endSession: true, ...unreachable })],
    })
    const data = await leaveIn(app.config, browser)
    expect(data).toMatchObject({ ok: true, session: null, target: { url: bye } })
    expect(app.codes('error')).toEqual(['SignOutError'])
  })
})

const unreachable = {
  [Symbol.for('latchkey.custom-fetch')]: async () => Promise.reject(new TypeError('fetch failed')),
}
