import { describe, expect, it } from 'vitest'
import { accountPage } from '../../../src/account.js'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import {
  Auth,
  confirmIdentity,
  createRuntime,
  getAuthentication,
  hasProof,
  setPassword,
  signOut,
  withRuntime,
} from '../../../src/core.js'
import { authenticatorApp } from '../../../src/factors.js'
import type { AuthConfig } from '../../../src/model/config.js'
import type { VerificationRequestParams } from '../../../src/model/email.js'
import type { Attempt, AttemptCount } from '../../../src/model/limits.js'
import type { OAuthConfig } from '../../../src/model/oauth.js'
import type { Profile } from '../../../src/model/records.js'
import { fakeProvider, type FakeProvider, type FakeUser } from '../../../src/testing.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import { Browser, type Page } from '../../support/browser.js'
import { recordingProvider } from '../../support/apps/mail-app.js'
import { makeApp, passwordProvider, type App } from '../../support/apps/app.js'
import { cheap } from '../../support/apps/password-app.js'
import Password from '../../../src/providers/password.js'
import { setUp, useClock } from '../../support/apps/factor-app.js'

const clock = useClock()

const ada: FakeUser = { sub: 'ada', name: 'Ada', email: 'ada@example.test', email_verified: true }
const eve: FakeUser = { sub: 'eve', name: 'Eve', email: 'eve@example.test', email_verified: true }
const bob: FakeUser = { sub: 'bob', name: 'Bob', email: 'bob@example.test', email_verified: false }

const nobody: FakeUser = { sub: 'nobody', name: 'Nobody' }

const confirmPage = '/auth/confirm?callbackUrl=/settings'
const within = { within: 600 }

interface Site {
  readonly app: App
  readonly fake: FakeProvider
  readonly sent: readonly VerificationRequestParams[]
  /** The names of the events in the audit trail. */
  readonly audited: readonly string[]
}

type Options = Partial<AuthConfig> & { readonly canMail?: boolean }

/**
 * An app in which users sign in at Hub, which is a service with OAuth 2 only, or at Op, which speaks
 * OpenID Connect.
 */
function makeSite({ canMail = true, providers = [], ...overrides }: Options = {}): Site {
  const fake = fakeProvider({ users: [ada, eve, bob, nobody] })
  const sent: VerificationRequestParams[] = []
  const audited: string[] = []
  const mailers = canMail ? [recordingProvider(sent, { signIn: false })] : []
  const app = makeApp({
    adapter: memoryAdapter(),
    providers: [hubOf(fake), fake.provider({ id: 'op', name: 'Op' }), ...mailers, ...providers],
    secondFactor: { methods: [authenticatorApp()] },
    audit: ({ event }) => audited.push(event),
    ...overrides,
  })
  return { app, fake, sent, audited }
}

/** A service that speaks OAuth 2 only, as GitHub does. It never says when a user signed in. */
function hubOf(fake: FakeProvider): OAuthConfig<Profile> {
  return {
    id: 'hub',
    name: 'Hub',
    type: 'oauth',
    ...fake.client,
    authorization: { url: fake.endpoint('authorization'), params: { scope: 'openid email' } },
    token: fake.endpoint('token'),
    userinfo: fake.endpoint('userinfo'),
    profile: ({ sub, name, email }) => ({
      id: String(sub),
      name: String(name),
      email: String(email),
    }),
  }
}

/** Signs in at a provider, which does not ask the user. */
async function signIn(
  { app, fake }: Pick<Site, 'app' | 'fake'>,
  { provider = 'hub', user = 'ada', browser = app.browser() } = {},
): Promise<Browser> {
  const csrfToken = await browser.csrfToken()
  const headers = { 'x-auth-return-redirect': '1' }
  const started = await browser.postJson(`/auth/signin/${provider}`, { csrfToken }, headers)
  const { url } = (await started.json()) as { url: string }
  await comeBack(fake, browser, url, user)
  return browser
}

async function comeBack(
  fake: FakeProvider,
  browser: Browser,
  url: string | URL,
  user: string,
): Promise<string> {
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  const response = await browser.send(fake.authorize(url, user).url, { headers })
  return response.headers.get('location') ?? ''
}

/** A user who signed up an hour ago. */
async function signInAnHourAgo(
  site: Site,
  options: Parameters<typeof signIn>[1] = {},
): Promise<Browser> {
  const browser = await signIn(site, options)
  clock.advance(3600)
  return browser
}

/** Presses the button that mails a code, and returns the page that asks for it. */
async function askForCode(browser: Browser): Promise<Page> {
  return browser.postForm(await browser.fetchPage(confirmPage), {}, { follow: true })
}

function isFresh({ app }: Site, browser: Browser): Promise<boolean> {
  return hasProof(requestFrom(browser), app.config, within)
}

/** Posts the form without the page, as an attacker may. Returns the error, or the page afterwards. */
async function postForm(
  browser: Browser,
  fields: Readonly<Record<string, string>>,
  path = '/auth/confirm',
): Promise<string> {
  const csrfToken = await browser.csrfToken()
  const headers = { 'x-auth-return-redirect': '1' }
  const response = await browser.postJson(path, { csrfToken, ...fields }, headers)
  const { error, url = '' } = (await response.json()) as { error?: string; url?: string }
  return error ?? url
}

function otherThan(code = '0'): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

describe.each(['database', 'jwt'] as const)('with sessions of the strategy %s', (strategy) => {
  const open = (): Site => makeSite({ session: { strategy } })

  it('a user of a service that does not say when they signed in confirms by a mailed code', async () => {
    const site = open()
    const browser = await signInAnHourAgo(site)
    const page = await browser.fetchPage(confirmPage)
    expect(page.html).toContain('We will send a code to')
    expect(page.html).not.toContain('name="code"')
    expect(site.sent).toEqual([])
    const asked = await browser.postForm(page, {}, { follow: true })
    expect(asked.html).toContain('does not tell us that you just signed in')
    expect(asked.html).toContain('Hub')
    expect(asked.html).toContain(ada.email)
    const [mail] = site.sent
    expect(mail).toMatchObject({ identifier: ada.email, purpose: 'confirmationCode' })
    expect(mail?.code).toMatch(/^\d{6}$/)
    expect(mail?.mail.text).toContain('confirm that it is you')
    expect(await isFresh(site, browser)).toBe(false)
    const former = browser.copy()
    const done = await browser.postForm(asked, { code: mail?.code ?? '' })
    expect(done.response.headers.get('location')).toBe('https://app.test/settings')
    expect(await isFresh(site, browser)).toBe(true)
    expect(await former.session()).toBeNull()
    expect(site.audited).toContain('identity-confirmed')
    const known = await getAuthentication(requestFrom(browser), site.app.config)
    expect(known).toMatchObject({ methods: ['otp'], factors: 1 })
  })

  it('a sign-in at such a service proves nothing, and keeps the time of the former session', async () => {
    const site = open()
    const browser = await signIn(site)
    expect(await isFresh(site, browser)).toBe(true)
    const first = await getAuthentication(requestFrom(browser), site.app.config)
    clock.advance(300)
    await signIn(site, { browser })
    const second = await getAuthentication(requestFrom(browser), site.app.config)
    expect(second?.at).toEqual(first?.at)
    clock.advance(301)
    await signIn(site, { browser })
    expect(await isFresh(site, browser)).toBe(false)
  })

  it('a sign-in at such a service without a former session of the user has no time', async () => {
    const site = open()
    await signIn(site)
    const other = await signIn(site)
    expect(await other.session()).not.toBeNull()
    expect(await isFresh(site, other)).toBe(false)
    const known = await getAuthentication(requestFrom(other), site.app.config)
    expect(known).toMatchObject({ at: undefined })
    // The session of another user says nothing about this one.
    const stranger = await signIn(site, { user: 'eve' })
    await signIn(site, { browser: stranger, user: 'ada' })
    expect(await isFresh(site, stranger)).toBe(false)
  })

  it('a sign-out and a silent sign-in do not make a proof new', async () => {
    const site = open()
    const browser = await signInAnHourAgo(site)
    await browser.signOut()
    await signIn(site, { browser })
    expect(await isFresh(site, browser)).toBe(false)
  })
})

describe('an OpenID provider that does not say when the user signed in', () => {
  it.each([
    ['nothing', () => undefined],
    ['an old time', () => Math.floor(Date.now() / 1000) - 600],
    ['a time in the future', () => Math.floor(Date.now() / 1000) + 600],
    ['a text', () => String(Math.floor(Date.now() / 1000))],
  ])('confirms nothing if it says %s, and a code is mailed (FM17)', async (_, authTime) => {
    const site = makeSite()
    const browser = await signInAnHourAgo(site, { provider: 'op' })
    site.fake.changeClaims((claims) => ({ ...claims, auth_time: authTime() }))
    const pressed = await browser.postForm(await browser.fetchPage(confirmPage))
    const asked = new URL(pressed.response.headers.get('location') ?? '')
    expect(asked.searchParams.get('prompt')).toBe('login')
    const back = await comeBack(site.fake, browser, asked, 'ada')
    expect(await isFresh(site, browser)).toBe(false)
    const page = await browser.fetchPage(back)
    expect(page.html).toContain('Op')
    expect(page.html).toContain('does not tell us that you just signed in')
    expect(site.sent).toHaveLength(1)
    const done = await browser.postForm(page, { code: site.sent[0]?.code ?? '' })
    expect(done.response.headers.get('location')).toBe('https://app.test/settings')
    expect(await isFresh(site, browser)).toBe(true)
  })

  it('has proven nothing at a sign-in whose time is in the future', async () => {
    const site = makeSite()
    await signIn(site, { provider: 'op' })
    site.fake.changeClaims((claims) => ({ ...claims, auth_time: Date.now() / 1000 + 600 }))
    expect(await isFresh(site, await signIn(site, { provider: 'op' }))).toBe(false)
  })

  it('gets no mail sent to a user with a password, who types that', async () => {
    const adapter = memoryAdapter()
    const site = makeSite({ adapter, providers: [Password({ hasher: cheap })] })
    const browser = await signIn(site, { provider: 'op' })
    const user = await adapter.getUserByEmail(ada.email ?? '')
    await setPassword(site.app.config, user?.id ?? '', 'seven quiet harbours')
    clock.advance(1)
    await signIn(site, { provider: 'op', browser })
    clock.advance(3600)
    site.fake.changeClaims(({ auth_time: _, ...claims }) => claims)
    const first = await browser.fetchPage(`${confirmPage}&with=provider`)
    const pressed = await browser.postForm(first)
    const asked = pressed.response.headers.get('location') ?? ''
    const page = await browser.fetchPage(await comeBack(site.fake, browser, asked, 'ada'))
    expect(site.sent).toEqual([])
    expect(page.html).toContain('name="password"')
    expect(page.html).not.toContain('with=provider')
    expect(site.app.codes('warn')).not.toContain('provider-without-auth-time')
  })

  it('gets no mail sent for the account of another user (FM16)', async () => {
    const site = makeSite()
    const browser = await signInAnHourAgo(site, { provider: 'op' })
    site.fake.changeClaims(({ auth_time: _, ...claims }) => claims)
    const pressed = await browser.postForm(await browser.fetchPage(confirmPage))
    const asked = pressed.response.headers.get('location') ?? ''
    expect(await comeBack(site.fake, browser, asked, 'eve')).toContain('error=')
    expect(site.sent).toEqual([])
  })
})

describe('a code that confirms an identity', () => {
  it('is not mailed to a user who has a provider that can prove a sign-in', async () => {
    const site = makeSite()
    const browser = await signInAnHourAgo(site, { provider: 'op' })
    expect((await browser.fetchPage(confirmPage)).html).not.toContain('name="send"')
    expect(await postForm(browser, { send: 'true' })).toBe('InvalidCode')
    // What the query says about the provider is not the provider's answer.
    const path = '/auth/confirm?unproven=op'
    expect((await browser.fetchPage(path)).html).toContain('Continue with')
    expect(await postForm(browser, { send: 'true' }, path)).toBe('InvalidCode')
    expect(site.sent).toEqual([])
  })

  it('is neither mailed to a user with a second factor nor taken instead of it', async () => {
    const site = makeSite()
    const browser = await signIn(site)
    const early = browser.copy()
    await askForCode(early)
    await setUp(browser, await browser.fetchPage('/auth/add-factor'))
    clock.advance(60)
    const [mail] = site.sent
    expect(await postForm(browser, { send: 'true' })).toBe('InvalidCode')
    expect(site.sent.filter(({ purpose }) => purpose === 'confirmationCode')).toHaveLength(1)
    expect(await postForm(browser, { code: mail?.code ?? '' })).toBe('InvalidCode')
  })

  it('works in the session that asked for it only', async () => {
    const site = makeSite()
    const browser = await signInAnHourAgo(site)
    const other = await signIn(site)
    await askForCode(browser)
    const code = site.sent[0]?.code ?? ''
    expect(await postForm(other, { code })).toBe('InvalidCode')
    // The cookie with the code, beside the session of another browser.
    for (const { name, value } of browser.cookies) {
      if (name.endsWith('-factor-code')) other.plant(name, value)
    }
    expect(await postForm(other, { code })).toBe('InvalidCode')
    expect(await isFresh(site, other)).toBe(false)
  })

  it('works once, although two requests arrive at the same time', async () => {
    const site = makeSite()
    const browser = await signInAnHourAgo(site)
    await askForCode(browser)
    const code = site.sent[0]?.code ?? ''
    const copies = [browser.copy(), browser.copy()]
    const answers = await Promise.all(copies.map((copy) => postForm(copy, { code })))
    expect(answers.filter((answer) => answer.startsWith('https:'))).toHaveLength(1)
  })

  it('works once over two processes, whatever the store of the limits counts', async () => {
    const countAttempt = ({ expires }: Attempt): AttemptCount => ({ count: 1, expires })
    const site = makeSite({ limits: { store: { countAttempt } } })
    const elsewhere = withRuntime({ ...site.app.config }, createRuntime())
    const browser = await signInAnHourAgo(site)
    await askForCode(browser)
    const code = site.sent[0]?.code ?? ''
    const copy = new Browser((request) => Auth(request, elsewhere))
    for (const { name, value } of browser.cookies) copy.plant(name, value)
    const answers = await Promise.all([browser, copy].map((one) => postForm(one, { code })))
    expect(answers.filter((answer) => answer.startsWith('https:'))).toHaveLength(1)
  })

  it('expires after ten minutes, also in a browser that keeps the cookie', async () => {
    const site = makeSite()
    const browser = await signInAnHourAgo(site)
    await askForCode(browser)
    const kept = browser.cookies.filter(({ name }) => name.endsWith('-factor-code'))
    clock.advance(601)
    for (const { name, value } of kept) browser.plant(name, value)
    expect(await postForm(browser, { code: site.sent[0]?.code ?? '' })).toBe('InvalidCode')
    expect(await isFresh(site, browser)).toBe(false)
  })

  it('is for the address that the user has now', async () => {
    const adapter = memoryAdapter()
    const site = makeSite({ adapter })
    const browser = await signInAnHourAgo(site)
    await askForCode(browser)
    const user = await adapter.getUserByEmail(ada.email ?? '')
    await adapter.updateUser({ id: user?.id ?? '', email: 'moved@example.test' })
    expect(await postForm(browser, { code: site.sent[0]?.code ?? '' })).toBe('InvalidCode')
  })

  it('is of no use after the user has signed out everywhere', async () => {
    const site = makeSite()
    const browser = await signInAnHourAgo(site)
    const other = browser.copy()
    await askForCode(browser)
    await signOut(requestFrom(other), site.app.config, { everywhere: true })
    expect(await postForm(browser, { code: site.sent[0]?.code ?? '' })).toBe('SessionRequired')
  })

  it('can be guessed five times in a session, and 25 times a day for one user', async () => {
    const site = makeSite({ limits: { mail: { attempts: 100, seconds: 60 } } })
    await signIn(site)
    for (let round = 0; round < 5; round++) {
      const browser = await signIn(site)
      await askForCode(browser)
      const code = site.sent.at(-1)?.code ?? ''
      for (let at = 0; at < 5; at++)
        expect(await postForm(browser, { code: otherThan(code) })).toBe('InvalidCode')
      expect(await postForm(browser, { code })).toBe('TooManyRequests')
    }
    const owner = await signIn(site)
    await askForCode(owner)
    expect(await postForm(owner, { code: site.sent.at(-1)?.code ?? '' })).toBe('TooManyRequests')
  })

  it.each(['mail', 'allMails'] as const)('is mailed as often as limits.%s allows', async (name) => {
    const site = makeSite({ limits: { [name]: { attempts: 2, seconds: 600 } } })
    await signIn(site)
    for (let round = 0; round < 4; round++) await postForm(await signIn(site), { send: 'true' })
    expect(site.sent).toHaveLength(2)
  })

  it('can be asked for and typed by calls', async () => {
    const site = makeSite()
    const browser = await signInAnHourAgo(site)
    const { config } = site.app
    const asked = await confirmIdentity(requestFrom(browser), config, {
      send: true,
      redirectTo: '/vault',
    })
    expect(asked.data).toMatchObject({
      ok: true,
      target: { path: expect.stringMatching(/^\/auth\/confirm\?with=email-code/) as string },
    })
    for (const { name, value } of asked.cookies) browser.plant(name, value)
    const code = site.sent[0]?.code
    const done = await confirmIdentity(requestFrom(browser), config, { code, redirectTo: '/vault' })
    expect(done.data).toMatchObject({ ok: true, target: { path: '/vault' } })
  })
})

describe('a page that mails a code', () => {
  it.each([
    ['an app with credentials of its own', [passwordProvider], true],
    ['an app that signs in by mail too', [recordingProvider([], { id: 'link' })], false],
    ['any other app', [], false],
  ] as const)(
    'knows whether users of %s may sign in again instead',
    async (_, providers, isLinked) => {
      const browser = await signInAnHourAgo(makeSite({ providers: [...providers] }))
      const { html } = await browser.fetchPage(confirmPage)
      expect(html).toContain('name="send"')
      expect(html.includes('Sign in again instead')).toBe(isLinked)
    },
  )
})

describe('a user who has no way to confirm their identity', () => {
  it.each([
    ['the app sends no mails', false, 'hub', 'ada'],
    ['the address was never proven', true, 'op', 'bob'],
  ] as const)('is told so if %s', async (_, canMail, provider, user) => {
    const site = makeSite({ canMail })
    const browser = await signInAnHourAgo(site, { provider, user })
    const path = provider === 'op' ? `${confirmPage}&unproven=op` : confirmPage
    const page = await browser.fetchPage(path)
    expect(page.status).toBe(403)
    expect(page.html).toContain('We have no way to confirm that it is you.')
    expect(page.forms).toEqual([])
    expect(await postForm(browser, { send: 'true' })).toBe('InvalidCode')
    expect(site.sent).toEqual([])
  })

  it.each([
    ['the page of the library', {}],
    ['the page of the library, and not to that of the app', { confirm: '/prove' }],
  ])(
    'comes back from the provider to %s, which says so, and the log names the cure',
    async (_, pages) => {
      const site = makeSite({ canMail: false, pages })
      const browser = await signInAnHourAgo(site, { provider: 'op' })
      site.fake.changeClaims(({ auth_time: _time, ...claims }) => claims)
      const asked = await postForm(browser, {
        with: 'provider',
        provider: 'op',
        callbackUrl: '/settings',
      })
      const page = await browser.fetchPage(await comeBack(site.fake, browser, asked, 'ada'))
      expect(page.html).toContain('We have no way to confirm that it is you.')
      expect(await isFresh(site, browser)).toBe(false)
      expect(site.app.codes('warn')).toContain('provider-without-auth-time')
    },
  )

  it('may sign in again in an app that has other ways to do so', async () => {
    const site = makeSite({ canMail: false, providers: [passwordProvider] })
    const browser = await signInAnHourAgo(site, { user: 'bob', provider: 'op' })
    const page = await browser.fetchPage(`${confirmPage}&unproven=op`)
    expect(page.html).toContain('/auth/signin')
    expect(page.html).toContain('Sign in another way to confirm that it is you.')
    expect(page.html).not.toContain('We have no way')
  })

  it.each([
    ['has no address', 'nobody'],
    ['has never proven the address, which a link would take over', 'bob'],
  ] as const)('is not told to sign in by mail if the user %s', async (_, user) => {
    const site = makeSite({ canMail: false, providers: [recordingProvider([])] })
    const browser = await signInAnHourAgo(site, { user, provider: 'op' })
    const page = await browser.fetchPage(`${confirmPage}&unproven=op`)
    expect(page.status).toBe(403)
    expect(page.html).toContain('We have no way to confirm that it is you.')
    expect(page.html).not.toContain('/auth/signin')
  })
})

describe('an app with the account page and without second factors', () => {
  it('mails a code too', async () => {
    const site = makeSite({ secondFactor: undefined, account: accountPage() })
    const browser = await signInAnHourAgo(site)
    const refused = await browser.fetchPage('/auth/delete-account')
    expect(new URL(refused.url).pathname).toBe('/auth/confirm')
    const page = await browser.postForm(refused, {}, { follow: true })
    const [mail] = site.sent
    expect(mail?.mail.text).toContain('https://app.test/auth/account')
    const done = await browser.postForm(page, { code: mail?.code ?? '' })
    expect(done.response.headers.get('location')).toContain('/auth/delete-account')
    expect(await isFresh(site, browser)).toBe(true)
  })
})

describe('an app whose sessions have no row', () => {
  it('takes a mailed code once, also in a copy of the browser', async () => {
    const session = { strategy: 'jwt', revocable: false } as const
    const site = makeSite({ secondFactor: undefined, account: accountPage(), session })
    const browser = await signInAnHourAgo(site)
    await askForCode(browser)
    const code = site.sent[0]?.code ?? ''
    const copy = browser.copy()
    expect(await postForm(browser, { code })).toMatch(/^https:/)
    expect(await postForm(copy, { code })).toBe('InvalidCode')
  })
})

describe('an app with neither', () => {
  it('has no form for it, and counts a sign-in as a proof, as before', async () => {
    const site = makeSite({ secondFactor: undefined })
    await signIn(site)
    const browser = await signIn(site)
    expect(await isFresh(site, browser)).toBe(true)
    expect(await postForm(browser, { send: 'true' })).toBe('UnknownAction')
  })
})
