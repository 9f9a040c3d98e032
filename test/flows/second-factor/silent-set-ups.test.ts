import { describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { getAuthentication, setPassword, signOut } from '../../../src/core.js'
import { authenticatorApp, emailCode } from '../../../src/factors.js'
import type { AuthConfig } from '../../../src/model/config.js'
import type { VerificationRequestParams } from '../../../src/model/email.js'
import type { OAuthConfig } from '../../../src/model/oauth.js'
import type { Profile } from '../../../src/model/records.js'
import Password from '../../../src/providers/password.js'
import { fakeProvider, type FakeProvider, type FakeUser } from '../../../src/testing.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import type { Browser } from '../../support/browser.js'
import { recordingProvider } from '../../support/apps/mail-app.js'
import { makeApp, type App } from '../../support/apps/app.js'
import { cheap } from '../../support/apps/password-app.js'
import { patient } from '../../support/patient.js'
import { setUp, useClock } from '../../support/apps/factor-app.js'

const clock = useClock()

const ada: FakeUser = { sub: 'ada', name: 'Ada', email: 'ada@example.test', email_verified: true }
const setUpPath = '/auth/add-factor'
const provePath = '/auth/second-factor'

interface Site {
  readonly app: App
  readonly fake: FakeProvider
  readonly sent: readonly VerificationRequestParams[]
  /** Requires a second factor of everybody from now on. */
  require(): void
}

type Options = Partial<AuthConfig> & {
  readonly canMail?: boolean
  readonly isRequired?: boolean
  readonly withCodes?: boolean
}

/** An app that asks all its users for a second factor from one day to the next. */
function makeSite(options: Options = {}): Site {
  const { canMail = true, isRequired = false, withCodes = false, ...rest } = options
  const { providers = [], ...overrides } = rest
  const fake = fakeProvider({ users: [ada] })
  const sent: VerificationRequestParams[] = []
  let required = isRequired
  const app = makeApp({
    adapter: memoryAdapter(),
    providers: [
      hubOf(fake),
      fake.provider({ id: 'op', name: 'Op' }),
      ...(canMail ? [recordingProvider(sent, { signIn: false })] : []),
      ...providers,
    ],
    secondFactor: {
      methods: [authenticatorApp(), ...(withCodes ? [emailCode()] : [])],
      required: () => required,
    },
    ...overrides,
  })
  return { app, fake, sent, require: () => void (required = true) }
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

/** Signs in at a provider, which does not ask the user. Returns the page that it leads to. */
async function signIn(
  { app, fake }: Site,
  { provider = 'hub', browser = app.browser() } = {},
): Promise<{ readonly browser: Browser; readonly to: string }> {
  const csrfToken = await browser.csrfToken()
  const headers = { 'x-auth-return-redirect': '1' }
  const started = await browser.postJson(`/auth/signin/${provider}`, { csrfToken }, headers)
  const { url } = (await started.json()) as { url: string }
  return { browser, to: await comeBack(fake, browser, url) }
}

async function comeBack(fake: FakeProvider, browser: Browser, url: string): Promise<string> {
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  const { url: back } = fake.authorize(url, 'ada')
  const response = await browser.send(back, { headers })
  return new URL(response.headers.get('location') ?? '', 'https://app.test').pathname
}

/** The owner has used the app for an hour when it begins to require a second factor. */
async function openAfterAnHour(
  options: Options = {},
  provider = 'hub',
): Promise<{ readonly site: Site; readonly owner: Browser }> {
  const site = makeSite(options)
  const { browser: owner } = await signIn(site, { provider })
  clock.advance(3600)
  site.require()
  return { site, owner }
}

/** Posts the form without the page, as an attacker may. Returns the error, or the page afterwards. */
async function postAsScript(
  browser: Browser,
  fields: Readonly<Record<string, string>>,
  path = provePath,
): Promise<string> {
  const csrfToken = await browser.csrfToken()
  const headers = { 'x-auth-return-redirect': '1' }
  const response = await browser.postJson(path, { csrfToken, ...fields }, headers)
  const { error, url = '' } = (await response.json()) as { error?: string; url?: string }
  return error ?? url
}

async function expectNoSetUp(browser: Browser): Promise<void> {
  expect((await browser.fetchPage(setUpPath)).html).not.toContain('secret=')
  expect(await postAsScript(browser, { code: '000000' }, setUpPath)).toBe('SessionRequired')
}

describe.each(['database', 'jwt'] as const)('with sessions of the strategy %s', (strategy) => {
  it('a silent sign-in sets up no factor before the user has typed a mailed code (FM17)', async () => {
    const { site, owner } = await openAfterAnHour({ session: { strategy } })
    const { browser, to } = await signIn(site)
    expect(to).toBe(provePath)
    await expectNoSetUp(browser)
    const page = await browser.fetchPage(provePath)
    expect(page.html).toContain('a•••@example.test')
    expect(page.html).not.toContain(ada.email)
    const asked = await browser.postForm(page, {}, { follow: true })
    await expectNoSetUp(browser)
    const [mail] = site.sent
    expect(mail).toMatchObject({ identifier: ada.email, purpose: 'secondFactorCode' })
    expect(await browser.session()).toBeNull()
    expect(await owner.session()).not.toBeNull()
    const done = await browser.postForm(asked, { code: mail?.code ?? '' }, { follow: true })
    expect(await browser.session()).toBeNull()
    await setUp(browser, done)
    const known = await getAuthentication(requestFrom(browser), site.app.config)
    expect(known).toMatchObject({ methods: ['otp', 'mfa'], factors: 2 })
    expect(await owner.session()).toBeNull()
  })
})

describe('a user who has to prove who they are before the set-up', () => {
  it.each([
    ['says nothing', () => undefined],
    ['says an old time', () => Math.floor(Date.now() / 1000) - 601],
  ])('has signed in at a provider that %s about the time', async (_, authTime) => {
    const { site } = await openAfterAnHour({}, 'op')
    site.fake.changeClaims((claims) => ({ ...claims, auth_time: authTime() }))
    const { browser, to } = await signIn(site, { provider: 'op' })
    expect(to).toBe(provePath)
    await expectNoSetUp(browser)
  })

  it('is neither new nor has signed in just now', async () => {
    const { site } = await openAfterAnHour({}, 'op')
    expect(await signIn(site, { provider: 'op' })).toMatchObject({ to: setUpPath })
    const other = makeSite({ isRequired: true })
    expect(await signIn(other)).toMatchObject({ to: setUpPath })
  })

  it('gets a session that is as old as the sign-in at the provider', async () => {
    const { site } = await openAfterAnHour({}, 'op')
    const at = Math.floor(Date.now() / 1000) - 400
    site.fake.changeClaims((claims) => ({ ...claims, auth_time: at }))
    const { browser } = await signIn(site, { provider: 'op' })
    await setUp(browser, await browser.fetchPage(setUpPath))
    const known = await getAuthentication(requestFrom(browser), site.app.config)
    expect(known).toMatchObject({ at: new Date(at * 1000), factors: 2 })
  })

  it('types the password if there is one, and is mailed nothing', async () => {
    const adapter = memoryAdapter()
    const { site } = await openAfterAnHour({ adapter, providers: [Password({ hasher: cheap })] })
    const user = await adapter.getUserByEmail(ada.email ?? '')
    await setPassword(site.app.config, user?.id ?? '', 'seven quiet harbours')
    clock.advance(1)
    const { browser } = await signIn(site)
    expect(await postAsScript(browser, { send: 'true' })).toBe('CredentialsSignin')
    expect(await postAsScript(browser, { password: 'another one' })).toBe('CredentialsSignin')
    await expectNoSetUp(browser)
    const page = await browser.fetchPage(provePath)
    const password = 'seven quiet harbours'
    await setUp(browser, await browser.postForm(page, { password }, { follow: true }))
    expect(await browser.session()).not.toBeNull()
    expect(site.sent.filter(({ code }) => code !== undefined)).toEqual([])
  })

  it.each([
    ['is mailed a code', true, 'InvalidCode'],
    ['has no proof', false, 'CredentialsSignin'],
  ])('%s if the password must be changed', async (_kind, canMail, error) => {
    const adapter = memoryAdapter()
    const providers = [Password({ hasher: cheap })]
    const { site } = await openAfterAnHour({ adapter, providers, canMail })
    const user = await adapter.getUserByEmail(ada.email ?? '')
    const password = 'seven quiet harbours'
    await setPassword(site.app.config, user?.id ?? '', password, { mustChange: true })
    clock.advance(1)
    const { browser } = await signIn(site)
    expect(await postAsScript(browser, { password })).toBe(error)
    await expectNoSetUp(browser)
    const { html, status } = await browser.fetchPage(provePath)
    expect(html).not.toContain('name="password"')
    expect(status).toBe(canMail ? 200 : 403)
  })

  it('has five tries for the password in one sign-in (FM7)', async () => {
    const adapter = memoryAdapter()
    const limits = { client: { attempts: 1e6, seconds: 1 } }
    const providers = [Password({ hasher: cheap })]
    const { site } = await openAfterAnHour({ adapter, limits, providers })
    const user = await adapter.getUserByEmail(ada.email ?? '')
    const password = 'seven quiet harbours'
    await setPassword(site.app.config, user?.id ?? '', password)
    clock.advance(1)
    const { browser } = await signIn(site)
    for (let tries = 0; tries < 5; tries++) {
      expect(await postAsScript(browser, { password: 'another one' })).toBe('CredentialsSignin')
    }
    expect(await postAsScript(browser, { password })).toBe('TooManyRequests')
    const { browser: again } = await signIn(site)
    expect(new URL(await postAsScript(again, { password })).pathname).toBe(setUpPath)
  })

  it('keeps the tries for the password while the server is busy (FM7)', async () => {
    const adapter = memoryAdapter()
    const limits = { client: { attempts: 1e6, seconds: 1 } }
    const providers = [Password({ hasher: cheap, hashesAtOnce: 1, hashesWaiting: 0 })]
    const { site } = await openAfterAnHour({ adapter, limits, providers })
    const user = await adapter.getUserByEmail(ada.email ?? '')
    const password = 'seven quiet harbours'
    await setPassword(site.app.config, user?.id ?? '', password)
    clock.advance(1)
    const { browser } = await signIn(site)
    let answer = (): void => undefined
    const answered = new Promise<null>((resolve) => (answer = () => resolve(null)))
    const read = vi.spyOn(adapter, 'getUserByEmail').mockImplementationOnce(() => answered)
    const guess = { email: 'nobody@example.test', password }
    const slow = postAsScript(site.app.browser(), guess, '/auth/callback/password')
    await vi.waitFor(() => expect(read).toHaveBeenCalled(), patient)
    for (let tries = 0; tries < 5; tries++) {
      expect(await postAsScript(browser, { password })).toBe('ServerBusy')
    }
    answer()
    await slow
    expect(new URL(await postAsScript(browser, { password })).pathname).toBe(setUpPath)
  })

  it('signs in at an OpenID provider again if the app sends no mails', async () => {
    const { site } = await openAfterAnHour({ canMail: false }, 'op')
    site.fake.changeClaims((claims) => ({ ...claims, auth_time: Date.now() / 1000 - 3600 }))
    const { browser } = await signIn(site, { provider: 'op' })
    await expectNoSetUp(browser)
    const pressed = await browser.postForm(await browser.fetchPage(provePath))
    const asked = pressed.response.headers.get('location') ?? ''
    expect(new URL(asked).searchParams.get('prompt')).toBe('login')
    site.fake.recover()
    expect(await comeBack(site.fake, browser, asked)).toBe(setUpPath)
    await setUp(browser, await browser.fetchPage(setUpPath))
    expect(await browser.session()).not.toBeNull()
  })

  it('is told that there is no way, and the log names the cure', async () => {
    const { site } = await openAfterAnHour({ canMail: false })
    const { browser } = await signIn(site)
    const page = await browser.fetchPage(provePath)
    expect(page.status).toBe(403)
    expect(page.html).toContain('We have no way to confirm that it is you.')
    expect(page.html).toContain('/auth/signin')
    expect(site.app.codes('warn')).toContain('provider-without-auth-time')
    expect(await postAsScript(browser, { send: 'true' })).toBe('InvalidCode')
    expect(await postAsScript(browser, { code: '000000' })).toBe('InvalidCode')
    await expectNoSetUp(browser)
  })

  it.each([
    ['does not say when it asked the user', undefined],
    ['has not asked the user again', 3600],
  ])('is told that there is no way, if the OpenID provider %s', async (_, age) => {
    const { site } = await openAfterAnHour({ canMail: false }, 'op')
    const authTime = (): number | undefined => age && Date.now() / 1000 - age
    site.fake.changeClaims((claims) => ({ ...claims, auth_time: authTime() }))
    const { browser } = await signIn(site, { provider: 'op' })
    const pressed = await browser.postForm(await browser.fetchPage(provePath))
    const asked = pressed.response.headers.get('location') ?? ''
    expect(site.app.codes('warn')).not.toContain('provider-without-auth-time')
    expect(await comeBack(site.fake, browser, asked)).toBe(provePath)
    const page = await browser.fetchPage(provePath)
    expect(page.status).toBe(403)
    expect(page.html).toContain('We have no way to confirm that it is you.')
    expect(site.app.codes('warn')).toContain('provider-without-auth-time')
    expect(await postAsScript(browser, {})).toBe('InvalidCode')
    await expectNoSetUp(browser)
    expect(await browser.session()).toBeNull()
  })

  it('sees the page of the library, because a page of the app asks for other things', async () => {
    const { site } = await openAfterAnHour({ pages: { secondFactor: '/two' } })
    const { browser, to } = await signIn(site)
    expect(to).toBe(provePath)
    expect((await browser.fetchPage(provePath)).html).toContain('name="send"')
  })
})

describe('the code before the set-up', () => {
  it('works once, in one of two copies of the browser', async () => {
    const { site } = await openAfterAnHour()
    const { browser } = await signIn(site)
    await postAsScript(browser, { send: 'true' })
    const code = site.sent[0]?.code ?? ''
    const copies = [browser.copy(), browser.copy()]
    const answers = await Promise.all(copies.map((copy) => postAsScript(copy, { code })))
    expect(answers.filter((answer) => answer.endsWith(setUpPath))).toHaveLength(1)
  })

  it('is of no use after the address has changed', async () => {
    const adapter = memoryAdapter()
    const { site } = await openAfterAnHour({ adapter })
    const { browser } = await signIn(site)
    await postAsScript(browser, { send: 'true' })
    const user = await adapter.getUserByEmail(ada.email ?? '')
    await adapter.updateUser({ id: user?.id ?? '', email: 'moved@example.test' })
    expect(await postAsScript(browser, { code: site.sent[0]?.code ?? '' })).toBe('InvalidCode')
    await expectNoSetUp(browser)
  })

  it('gives no session after the user has signed out everywhere', async () => {
    const { site, owner } = await openAfterAnHour()
    const { browser } = await signIn(site)
    await postAsScript(browser, { send: 'true' })
    await postAsScript(browser, { code: site.sent[0]?.code ?? '' })
    await signOut(requestFrom(owner), site.app.config, { everywhere: true })
    await setUp(browser, await browser.fetchPage(setUpPath))
    expect(await browser.session()).toBeNull()
  })
})

describe('codes that confirm an identity', () => {
  const limits = { mail: { attempts: 3, seconds: 600 }, codes: { attempts: 5, seconds: 600 } }

  it('do not use up the codes of sign-ins, and the other way round (FM8)', async () => {
    const { site, owner: thief } = await openAfterAnHour({ withCodes: true, limits })
    for (let at = 0; at < 4; at++) await postAsScript(thief, { send: 'true' }, '/auth/confirm')
    expect(site.sent).toHaveLength(3)
    for (let at = 0; at < 6; at++) await postAsScript(thief, { code: '' }, '/auth/confirm')
    const { browser: owner } = await signIn(site)
    expect(await postAsScript(owner, { send: 'true' })).toContain(provePath)
    expect(await postAsScript(owner, { code: site.sent.at(-1)?.code ?? '' })).toMatch(/^https:/)
    expect(await owner.session()).not.toBeNull()
  })

  it('are not used up by those of sign-ins', async () => {
    const { site, owner } = await openAfterAnHour({ withCodes: true, limits })
    const { browser: thief } = await signIn(site)
    for (let at = 0; at < 4; at++) await postAsScript(thief, { send: 'true' })
    for (let at = 0; at < 6; at++) await postAsScript(thief, { code: '' })
    await postAsScript(owner, { send: 'true' }, '/auth/confirm')
    expect(
      await postAsScript(owner, { code: site.sent.at(-1)?.code ?? '' }, '/auth/confirm'),
    ).toMatch(/^https:/)
  })
})
