import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { Auth, checkSecondFactor, getAuthentication, setPassword } from '../../../src/core.js'
import { authenticatorApp, emailCode } from '../../../src/factors.js'
import type { SecondFactorMethod } from '../../../src/model/second-factor.js'
import { fakeProvider } from '../../../src/testing.js'
import { Browser } from '../../support/browser.js'
import { makeApp, secret } from '../../support/apps/app.js'
import { choose } from '../../support/apps/mailing-app.js'
import { email } from '../../support/apps/password-app.js'
import {
  answer,
  makeFactorApp,
  setUp,
  useClock,
  type FactorApp,
} from '../../support/apps/factor-app.js'

const clock = useClock()

type Options = NonNullable<Parameters<typeof makeFactorApp>[0]>

async function makeCodeApp({ secondFactor, ...options }: Options = {}): Promise<FactorApp> {
  const methods = [authenticatorApp(), emailCode()]
  return makeFactorApp({
    ...options,
    secondFactor: { methods, required: () => true, ...secondFactor },
  })
}

/** Presses the button that sends a code, and returns the code of the mail. */
async function requestCode(app: FactorApp, browser: Browser): Promise<string> {
  const before = app.sent.length
  await browser.postForm(await browser.fetchPage('/auth/second-factor'))
  const mail = app.sent.slice(before).find(({ purpose }) => purpose === 'secondFactorCode')
  return mail?.code ?? 'none was sent'
}

/** Types a code on the page that has a field for it, whether a code was sent or not. */
async function type(browser: Browser, code: string): Promise<string> {
  const csrfToken = await browser.csrfToken()
  const headers = { 'x-auth-return-redirect': '1' }
  const response = await browser.postJson('/auth/second-factor', { csrfToken, code }, headers)
  const { error = '' } = (await response.json()) as { error?: string }
  return error
}

function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

describe('a user who must have a second factor and has none', () => {
  it('gets a code by mail, and a session with one factor after typing it', async () => {
    const app = await makeCodeApp()
    const browser = await app.begin()
    const page = await browser.fetchPage('/auth/second-factor')
    expect(page.html).toContain('a•••@example.test')
    expect(page.html).not.toContain(email)
    expect(page.html).not.toContain('name="code"')
    expect(app.sent).toEqual([])
    const code = await requestCode(app, browser)
    expect((await browser.fetchPage('/auth/second-factor')).html).not.toContain(email)
    expect(code).toMatch(/^\d{6}$/)
    expect(app.sent[0]).toMatchObject({ identifier: email, purpose: 'secondFactorCode' })
    expect(app.sent[0]?.mail.text).toContain(code)
    expect(app.sent[0]?.mail.html).toContain(code)
    await answer(browser, { code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(await browser.session()).toMatchObject({ user: { email } })
    const request = new Request('https://app.test/', {
      headers: { cookie: browser.cookieHeader() },
    })
    const known = await getAuthentication(request, app.config)
    expect(known).toMatchObject({ methods: ['pwd', 'otp'], factors: 1 })
  })

  it('is told how long the code of the mail still works', async () => {
    const app = await makeCodeApp()
    const browser = await app.begin()
    clock.advance(90)
    await requestCode(app, browser)
    expect(app.sent[0]?.mail.text).toContain('for 8 minutes')
  })

  it('is told that a code is wrong, and may ask for another one', async () => {
    const app = await makeCodeApp()
    const browser = await app.begin()
    const first = await requestCode(app, browser)
    const wrong = await answer(browser, { code: otherThan(first) })
    expect(wrong.response.headers.get('location')).toContain('code=email-code')
    const again = await browser.fetchPage(wrong.response.headers.get('location') ?? '')
    expect(again.html).toContain('aria-invalid')
    const form = again.forms.length - 1
    await browser.postForm(again, {}, { form })
    const second = app.sent.at(-1)?.code ?? ''
    expect(app.sent).toHaveLength(2)
    expect(await type(browser, second)).toBe('')
    expect(await browser.session()).not.toBeNull()
  })

  it('can use the call instead of the page', async () => {
    const app = await makeCodeApp()
    const browser = await app.begin()
    const request = (): Request =>
      new Request('https://app.test/settings', {
        method: 'POST',
        headers: { cookie: browser.cookieHeader(), 'sec-fetch-site': 'same-origin' },
      })
    const { data, cookies } = await checkSecondFactor(request(), app.config, { send: true })
    expect(data).toMatchObject({ ok: true, session: null })
    for (const { name, value } of cookies) browser.plant(name, value)
    const code = app.sent[0]?.code
    const done = await checkSecondFactor(request(), app.config, { code })
    expect(done.data).toMatchObject({ ok: true, session: { user: { email } } })
  })

  it('may have this browser remembered', async () => {
    const app = await makeCodeApp({ secondFactor: { rememberDevice: true } })
    const browser = await app.begin()
    const code = await requestCode(app, browser)
    await answer(browser, { code, rememberDevice: 'on' })
    await browser.signOut()
    await app.begin(browser)
    expect(await browser.session()).not.toBeNull()
  })

  it('sets up an authenticator app afterwards, and is then asked for that alone', async () => {
    const app = await makeCodeApp()
    const browser = await app.begin()
    await type(browser, await requestCode(app, browser))
    await setUp(browser, await browser.fetchPage('/auth/add-factor'))
    const other = await app.begin()
    const page = await other.fetchPage('/auth/second-factor')
    expect(page.html).not.toContain('name="send"')
    expect(await type(other, '000000')).toBe('InvalidCode')
    const csrfToken = await other.csrfToken()
    const before = app.sent.length
    await other.postJson('/auth/second-factor', { csrfToken, send: 'true' })
    expect(app.sent.slice(before).map(({ purpose }) => purpose)).not.toContain('secondFactorCode')
  })
})

describe('a mailed code', () => {
  it('belongs to one sign-in in one browser', async () => {
    const app = await makeCodeApp()
    const browser = await app.begin()
    const code = await requestCode(app, browser)
    const other = await app.begin()
    expect(await type(other, code)).toBe('InvalidCode')
    // The same browser begins again.
    await app.begin(browser)
    expect(await type(browser, code)).toBe('InvalidCode')
    expect(await browser.session()).toBeNull()
  })

  it('works once', async () => {
    const app = await makeCodeApp()
    const browser = await app.begin()
    const code = await requestCode(app, browser)
    const copy = browser.copy()
    expect(await type(browser, code)).toBe('')
    expect(await type(copy, code)).toBe('PendingSignInLost')
    expect(await copy.session()).toBeNull()
  })

  it('works once if the secret is replaced in between', async () => {
    const app = await makeCodeApp()
    const browser = await app.begin()
    const code = await requestCode(app, browser)
    const rotated = { ...app.config, secret: ['the next secret of this app, 32 bytes', secret] }
    const copy = new Browser((request) => Auth(request, rotated))
    for (const { name, value } of browser.cookies) copy.plant(name, value)
    expect(await type(browser, code)).toBe('')
    expect(await type(copy, code)).toBe('PendingSignInLost')
    expect(await copy.session()).toBeNull()
  })

  it('expires with the sign-in', async () => {
    const app = await makeCodeApp()
    const browser = await app.begin()
    const code = await requestCode(app, browser)
    clock.advance(601)
    expect(await type(browser, code)).toBe('PendingSignInLost')
  })

  it('can be guessed five times, and 25 times for one user', async () => {
    const app = await makeCodeApp({ limits: { mail: { attempts: 100, seconds: 60 } } })
    for (let round = 0; round < 5; round++) {
      const browser = await app.begin()
      const code = await requestCode(app, browser)
      for (let at = 0; at < 5; at++)
        expect(await type(browser, otherThan(code))).toBe('InvalidCode')
      expect(await type(browser, code)).toBe('TooManyRequests')
    }
    const owner = await app.begin()
    expect(await type(owner, await requestCode(app, owner))).toBe('TooManyRequests')
    expect(await owner.session()).toBeNull()
  })

  it('counts among the mails to its user', async () => {
    const app = await makeCodeApp({ limits: { mail: { attempts: 2, seconds: 600 } } })
    for (let round = 0; round < 4; round++) await requestCode(app, await app.begin())
    expect(app.sent).toHaveLength(2)
  })

  it('is mailed although a stranger has used up the mails to the address', async () => {
    const app = await makeCodeApp({ limits: { mail: { attempts: 2, seconds: 600 } } })
    for (let at = 0; at < 3; at++) await app.ask('forgot-password', email)
    await app.settle()
    expect(await requestCode(app, await app.begin())).toMatch(/^\d{6}$/)
  })

  it('counts among all mails', async () => {
    const app = await makeCodeApp({ limits: { allMails: { attempts: 2, seconds: 600 } } })
    for (let round = 0; round < 4; round++) await requestCode(app, await app.begin())
    expect(app.sent).toHaveLength(2)
  })

  it('does not open the account of a user who has set up a factor in the meantime', async () => {
    const app = await makeCodeApp()
    const [browser, other] = [await app.begin(), await app.begin()]
    const code = await requestCode(app, browser)
    await type(other, await requestCode(app, other))
    await setUp(other, await other.fetchPage('/auth/add-factor'))
    expect(await type(browser, code)).toBe('InvalidCode')
    expect(await browser.session()).toBeNull()
  })

  it('is for the address that the user has now', async () => {
    const app = await makeCodeApp()
    const browser = await app.begin()
    const code = await requestCode(app, browser)
    await app.adapter.updateUser({ id: app.user.id, email: 'moved@example.test' })
    expect(await type(browser, code)).toBe('InvalidCode')
  })

  it.each([
    ['is offered for an address that the provider has verified', true, 'second-factor'],
    ['is not offered for an address that was never proven', false, 'add-factor'],
    ['is not offered to an account that has only the address in common', 'ada', 'AccessDenied'],
  ])('%s', async (_, verified, words) => {
    const sub = verified === 'ada' ? 'ada' : 'eve'
    const user = { sub, email: `${sub}@example.test`, email_verified: Boolean(verified) }
    const fake = fakeProvider({ users: [user] })
    const others = [fake.provider({ id: 'op', allowDangerousEmailAccountLinking: true })]
    const app = await makeCodeApp({ others })
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const headers = { 'x-auth-return-redirect': '1' }
    const started = await browser.postJson('/auth/signin/op', { csrfToken }, headers)
    const { url } = (await started.json()) as { url: string }
    const response = await browser.send(fake.authorize(url, sub).url, {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    })
    expect(response.headers.get('location')).toContain(words)
  })

  it('is not offered after a mail', async () => {
    const app = await makeCodeApp()
    const browser = app.browser()
    const chosen = await choose(
      browser,
      await app.mailTo('forgot-password', email),
      'seven quiet harbours',
    )
    expect(chosen.response.headers.get('location')).toBe('https://app.test/auth/add-factor')
    const csrfToken = await browser.csrfToken()
    const before = app.sent.length
    await browser.postJson('/auth/second-factor', { csrfToken, send: 'true' })
    await app.settle()
    expect(app.sent.slice(before).map(({ purpose }) => purpose)).not.toContain('secondFactorCode')
    expect(await browser.session()).toBeNull()
  })

  it('comes before a new password is stored', async () => {
    const app = await makeCodeApp()
    const temporary = 'paper boats at noon'
    await setPassword(app.config, app.user.id, temporary, { mustChange: true })
    const stamp = (await app.adapter.getPassword(app.user.id))?.stamp
    const browser = app.browser()
    await app.attempt({ email, password: temporary }, browser)
    const page = await browser.fetchPage('/auth/reset-password')
    await browser.postForm(page, { password: 'seven quiet harbours' })
    expect((await app.adapter.getPassword(app.user.id))?.stamp).toBe(stamp)
    expect(await type(browser, await requestCode(app, browser))).toBe('')
    expect((await app.adapter.getPassword(app.user.id))?.stamp).not.toBe(stamp)
  })
})

describe('a config with mailed codes', () => {
  it.each<[string, readonly SecondFactorMethod[], (() => boolean) | undefined, string]>([
    [
      'without an e-mail provider',
      [authenticatorApp(), emailCode()],
      () => true,
      'e-mail provider',
    ],
    ['that requires no factor', [authenticatorApp(), emailCode()], undefined, 'must have a second'],
  ])('is refused %s', async (_, methods, required, words) => {
    const app = makeApp({ adapter: memoryAdapter(), secondFactor: { methods, required } })
    await app.browser().fetchPage('/auth/signin')
    const lines = app.logs.flatMap(({ code, message }) => [code, ...message].map(String))
    expect(lines.join('\n')).toContain(words)
  })
})
