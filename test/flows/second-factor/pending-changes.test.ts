import { describe, expect, it, vi } from 'vitest'
import { revokeProviderSession, revokeSessionsOfUser, setPassword } from '../../../src/core.js'
import { fakeProvider, type FakeUser } from '../../../src/testing.js'
import type { Browser, Page } from '../../support/browser.js'
import { choose, openMail, submit } from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'
import {
  answer,
  makeFactorApp,
  useClock,
  type Enrolled,
  type FactorApp,
} from '../../support/apps/factor-app.js'

const clock = useClock()
const newPassword = 'seven quiet harbours'

type Options = NonNullable<Parameters<typeof makeFactorApp>[0]>

/** An app whose user has an authenticator app, and the events that it has emitted since. */
async function makeEnrolledApp(options: Options = {}): Promise<{
  readonly app: FactorApp
  readonly enrolled: Enrolled
  readonly events: string[]
}> {
  const events: string[] = []
  const app = await makeFactorApp({
    ...options,
    events: {
      updateUser: () => void events.push('updateUser'),
      linkAccount: () => void events.push('linkAccount'),
      signIn: () => void events.push('signIn'),
    },
  })
  const enrolled = await app.enrol()
  await app.settle()
  events.length = 0
  clock.advance(60)
  return { app, enrolled, events }
}

async function stampOf({ adapter, user }: FactorApp): Promise<string | undefined> {
  return (await adapter.getPassword(user.id))?.stamp
}

/** Changes the address as the user of a browser, who knows the password. */
async function moveAddress(app: FactorApp, browser: Browser, to: string): Promise<void> {
  const csrfToken = await browser.csrfToken()
  const fields = { csrfToken, email: to, currentPassword: password }
  await browser.postJson('/auth/change-email', fields)
  await app.settle()
  const mail = app.sent.findLast(({ purpose }) => purpose === 'newAddress')
  await submit(browser, await openMail(browser, mail), {})
  await app.settle()
}

describe('an account that has only an address in common with a user', () => {
  const ada: FakeUser = { sub: 'ada', name: 'Ada', email, email_verified: true }

  function makeProvider(claims: Readonly<Record<string, string>> = {}): {
    readonly options: Options
    readonly begin: (browser: Browser) => Promise<string>
    readonly comeBack: (browser: Browser, url: string) => Promise<string>
    readonly signIn: (browser: Browser) => Promise<string>
  } {
    const fake = fakeProvider({ users: [{ ...ada, ...claims }] })
    const others = [fake.provider({ id: 'op', allowDangerousEmailAccountLinking: true })]
    const begin = async (browser: Browser): Promise<string> => {
      const csrfToken = await browser.csrfToken()
      const headers = { 'x-auth-return-redirect': '1' }
      const started = await browser.postJson('/auth/signin/op', { csrfToken }, headers)
      const { url } = (await started.json()) as { url: string }
      return url
    }
    const comeBack = async (browser: Browser, url: string): Promise<string> => {
      const response = await browser.send(fake.authorize(url, 'ada').url, {
        headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      })
      return response.headers.get('location') ?? ''
    }
    const signIn = async (browser: Browser): Promise<string> =>
      comeBack(browser, await begin(browser))
    return { options: { others }, begin, comeBack, signIn }
  }

  it('is linked only after the second factor of that user', async () => {
    const { options, signIn } = makeProvider()
    const { app, enrolled, events } = await makeEnrolledApp(options)
    const browser = app.browser()
    expect(await signIn(browser)).toBe('https://app.test/auth/second-factor')
    expect(await app.adapter.listAccountsByUserId(app.user.id)).toEqual([])
    expect(events).toEqual([])
    await answer(browser, { code: await enrolled.authenticator.code() })
    expect(await app.adapter.listAccountsByUserId(app.user.id)).toHaveLength(1)
    expect(events).toEqual(['linkAccount', 'signIn'])
    expect(await browser.session()).toMatchObject({ user: { email } })
  })

  it('is not linked if the user signed out everywhere in the meantime', async () => {
    const { options, signIn } = makeProvider()
    const { app, enrolled } = await makeEnrolledApp(options)
    const browser = app.browser()
    await signIn(browser)
    await revokeSessionsOfUser(app.config, app.user.id)
    await answer(browser, { code: await enrolled.authenticator.code() })
    expect(await app.adapter.listAccountsByUserId(app.user.id)).toEqual([])
    expect(await browser.session()).toBeNull()
  })

  it('is not linked if the address has another user by then', async () => {
    const { options, signIn } = makeProvider()
    const { app, enrolled } = await makeEnrolledApp(options)
    const browser = app.browser()
    await signIn(browser)
    await app.adapter.updateUser({ id: app.user.id, email: 'moved@example.test' })
    await answer(browser, { code: await enrolled.authenticator.code() })
    expect(await app.adapter.listAccountsByUserId(app.user.id)).toEqual([])
    expect(await browser.session()).toBeNull()
  })

  it('is refused if the user signed out at the provider before, however slowly it goes on', async () => {
    const { options, begin, comeBack } = makeProvider({ sid: 'sid-1' })
    const { app, enrolled } = await makeEnrolledApp(options)
    const browser = app.browser()
    const url = await begin(browser)
    await revokeProviderSession(app.config, { provider: 'op', providerSessionId: 'sid-1' })
    clock.advance(14 * 60)
    expect(await comeBack(browser, url)).toBe('https://app.test/auth/second-factor')
    clock.advance(9 * 60)
    await answer(browser, { code: await enrolled.authenticator.code() })
    expect(await browser.session()).toBeNull()
  })

  it('is refused if it was linked in the meantime', async () => {
    const { options, signIn } = makeProvider()
    const { app, enrolled } = await makeEnrolledApp(options)
    const browser = app.browser()
    await signIn(browser)
    await app.adapter.linkAccount({
      userId: app.user.id,
      type: 'oidc',
      provider: 'op',
      providerAccountId: 'ada',
    })
    await answer(browser, { code: await enrolled.authenticator.code() })
    expect(await browser.session()).toBeNull()
  })

  it('sets up no factor for a user who must have one', async () => {
    const { options, signIn } = makeProvider()
    const app = await makeFactorApp({ ...options, secondFactor: { required: () => true } })
    const browser = app.browser()
    expect(await signIn(browser)).toContain('error=AccessDenied')
    const page = await browser.fetchPage('/auth/add-factor')
    expect(new URL(page.url).pathname).not.toBe('/auth/add-factor')
    expect(await app.adapter.listAccountsByUserId(app.user.id)).toEqual([])
    expect(await app.adapter.listFactorsByUserId(app.user.id)).toEqual([])
  })
})

describe('a password that the reader of a mail chooses', () => {
  it('is stored only after the second factor, and the sessions end only then (FP9)', async () => {
    const { app, enrolled } = await makeEnrolledApp()
    const before = await stampOf(app)
    const browser = app.browser()
    await choose(browser, await app.mailTo('forgot-password', email), newPassword)
    expect(await browser.session()).toBeNull()
    expect(await stampOf(app)).toBe(before)
    expect(await enrolled.browser.session()).not.toBeNull()
    await answer(browser, { code: await enrolled.authenticator.code() })
    expect(await browser.session()).toMatchObject({ user: { email } })
    expect(await stampOf(app)).not.toBe(before)
    expect(await enrolled.browser.session()).toBeNull()
    const again = app.browser()
    expect(
      (await app.attempt({ email, password: newPassword }, again)).headers.get('location'),
    ).toBe('https://app.test/auth/second-factor')
  })

  it('does not use up the link while the second factor is awaited, and only once after it', async () => {
    const { app, enrolled } = await makeEnrolledApp()
    const mail = await app.mailTo('forgot-password', email)
    await choose(app.browser(), mail, 'paper boats at noon')
    const browser = app.browser()
    await choose(browser, mail, newPassword)
    await answer(browser, { code: await enrolled.authenticator.code() })
    expect(await browser.session()).not.toBeNull()
    const late = await choose(app.browser(), mail, 'nine amber kettles')
    expect(late.response.headers.get('location')).toContain('error=Verification')
  })

  it('does not use up the link if it cannot be stored after the second factor', async () => {
    const { app, enrolled } = await makeEnrolledApp()
    const mail = await app.mailTo('forgot-password', email)
    const before = await stampOf(app)
    const failed = app.browser()
    await choose(failed, mail, newPassword)
    const broken = vi.spyOn(app.adapter, 'transaction').mockRejectedValue(new Error('x'))
    await answer(failed, { code: await enrolled.authenticator.code() })
    broken.mockRestore()
    expect(await stampOf(app)).toBe(before)
    clock.advance(60)
    const browser = app.browser()
    await choose(browser, mail, newPassword)
    await answer(browser, { code: await enrolled.authenticator.code() })
    expect(await browser.session()).not.toBeNull()
  })

  it('is not stored if another link was used first', async () => {
    const { app, enrolled } = await makeEnrolledApp()
    const browser = app.browser()
    await choose(browser, await app.mailTo('forgot-password', email), newPassword)
    const set = await setPassword(app.config, app.user.id, 'paper boats at noon')
    expect(set.ok).toBe(true)
    const before = await stampOf(app)
    await answer(browser, { code: await enrolled.authenticator.code() })
    expect(await stampOf(app)).toBe(before)
    expect(await browser.session()).toBeNull()
  })

  it('is not stored for a user who has another address by then', async () => {
    const { app, enrolled } = await makeEnrolledApp()
    const before = await stampOf(app)
    const browser = app.browser()
    await choose(browser, await app.mailTo('forgot-password', email), newPassword)
    await app.adapter.updateUser({ id: app.user.id, email: 'moved@example.test' })
    await answer(browser, { code: await enrolled.authenticator.code() })
    expect(await stampOf(app)).toBe(before)
    expect(await browser.session()).toBeNull()
  })

  it('is not stored if the user has given the address up since, also if they took it back', async () => {
    const { app, enrolled } = await makeEnrolledApp({ limits: false })
    const browser = app.browser()
    await choose(browser, await app.mailTo('forgot-password', email), newPassword)
    await moveAddress(app, enrolled.browser, 'moved@example.test')
    await moveAddress(app, enrolled.browser, email)
    expect((await app.adapter.getUser(app.user.id))?.email).toBe(email)
    const before = await stampOf(app)
    await answer(browser, { code: await enrolled.authenticator.code() })
    expect(await stampOf(app)).toBe(before)
    expect(await browser.session()).toBeNull()
    expect(await enrolled.browser.session()).not.toBeNull()
  })

  it('needs the second factor in a remembered browser too', async () => {
    const { app, enrolled } = await makeEnrolledApp({ secondFactor: { rememberDevice: true } })
    const browser = await app.begin()
    const code = await enrolled.authenticator.code()
    await answer(browser, { code, rememberDevice: 'on' })
    await browser.signOut()
    const before = await stampOf(app)
    await choose(browser, await app.mailTo('forgot-password', email), newPassword)
    expect(await browser.session()).toBeNull()
    expect(await stampOf(app)).toBe(before)
  })
})

describe('a password that has to be replaced', () => {
  it('is replaced only after the second factor', async () => {
    const { app, enrolled } = await makeEnrolledApp()
    const temporary = 'paper boats at noon'
    await setPassword(app.config, app.user.id, temporary, { mustChange: true })
    const before = await stampOf(app)
    const browser = app.browser()
    await app.attempt({ email, password: temporary }, browser)
    const page = await browser.fetchPage('/auth/reset-password')
    await submit(browser, page, { password: newPassword })
    expect(await stampOf(app)).toBe(before)
    await answer(browser, { code: await enrolled.authenticator.code() })
    expect(await stampOf(app)).not.toBe(before)
    expect(await browser.session()).not.toBeNull()
  })
})

describe('an address', () => {
  it('is confirmed only after the second factor if the password has to be replaced too', async () => {
    const { app, enrolled, events } = await makeEnrolledApp()
    await app.adapter.updateUser({ id: app.user.id, emailVerified: null })
    const temporary = 'paper boats at noon'
    await setPassword(app.config, app.user.id, temporary, { mustChange: true })
    const before = await stampOf(app)
    const browser = app.browser()
    await app.attempt({ email, password: temporary }, browser)
    await app.settle()
    const mail = app.sent.find(({ purpose }) => purpose === 'verify')
    const shown = await browser.fetchPage(mail?.url ?? '')
    const page = await submit(browser, shown, {}, { follow: true })
    expect(new URL(page.url).pathname).toBe('/auth/reset-password')
    await submit(browser, page, { password: newPassword })
    expect((await app.adapter.getUser(app.user.id))?.emailVerified).toBeNull()
    expect(await stampOf(app)).toBe(before)
    expect(events).toEqual([])
    await answer(browser, { code: await enrolled.authenticator.code() })
    expect((await app.adapter.getUser(app.user.id))?.emailVerified).toBeInstanceOf(Date)
    expect(await stampOf(app)).not.toBe(before)
    expect(events).toEqual(['updateUser', 'signIn'])
    expect(await browser.session()).not.toBeNull()
  })

  it('that a user with the password proves is confirmed only after the second factor', async () => {
    const { app, enrolled, events } = await makeEnrolledApp()
    await app.adapter.updateUser({ id: app.user.id, emailVerified: null })
    const browser = await app.begin()
    await app.settle()
    const mail = app.sent.find(({ purpose }) => purpose === 'verify')
    await submit(browser, await browser.fetchPage(mail?.url ?? ''), {})
    expect((await app.adapter.getUser(app.user.id))?.emailVerified).toBeNull()
    expect(events).toEqual([])
    await answer(browser, { code: await enrolled.authenticator.code() })
    expect((await app.adapter.getUser(app.user.id))?.emailVerified).toBeInstanceOf(Date)
    expect(events).toEqual(['updateUser', 'signIn'])
  })

  describe('that a mailed link proves again', () => {
    async function openLink(app: FactorApp, browser: Browser): Promise<Page> {
      const csrfToken = await browser.csrfToken()
      await browser.postJson('/auth/signin/mail', { csrfToken, email })
      await app.settle()
      const url = app.sent.findLast((mail) => mail.url.includes('/callback/mail'))?.url ?? ''
      return browser.fetchPage(url)
    }

    it('is confirmed only after the second factor, and the mail is used up', async () => {
      const { app, enrolled, events } = await makeEnrolledApp({ mail: { signIn: true } })
      const before = (await app.adapter.getUser(app.user.id))?.emailVerified?.getTime()
      const browser = app.browser()
      const shown = await openLink(app, browser)
      if (shown.forms.length > 0) await browser.postForm(shown)
      expect(await browser.session()).toBeNull()
      expect(events).toEqual([])
      expect((await app.adapter.getUser(app.user.id))?.emailVerified?.getTime()).toBe(before)
      await answer(browser, { code: await enrolled.authenticator.code() })
      expect(events).toEqual(['updateUser', 'signIn'])
      expect(await browser.session()).not.toBeNull()
    })
  })
})
