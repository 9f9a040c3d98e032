import { describe, expect, it } from 'vitest'
import { resetPassword, revokeSessionsOfUser, setPassword } from '../../../src/core.js'
import type { Browser, Page } from '../../support/browser.js'
import {
  type MailingApp,
  makeMailingApp,
  openMail,
  shownLink,
  submit,
} from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'

const newPassword = 'seven quiet harbours'
const temporary = 'paper boats at noon'

async function makeApp(strategy: 'database' | 'jwt' = 'database'): Promise<MailingApp> {
  const app = await makeMailingApp({ session: { strategy } })
  await setPassword(app.config, app.user.id, temporary, { mustChange: true })
  return app
}

/** Signs in with the form of the sign-in page, and returns the page that follows. */
async function signIn(browser: Browser, secret = temporary): Promise<Page> {
  await new Promise((resolve) => setTimeout(resolve, 2))
  const page = await browser.fetchPage('/auth/signin?callbackUrl=/after')
  return submit(browser, page, { email, password: secret }, { follow: true })
}

async function isAccepted(app: MailingApp, secret: string): Promise<boolean> {
  const browser = app.browser()
  await app.attempt({ email, password: secret }, browser)
  return (await browser.session()) !== null
}

describe.each(['database', 'jwt'] as const)(
  'a password that must be changed, with the strategy %s',
  (strategy) => {
    it('leads to the page for a new one, which signs in', async () => {
      const app = await makeApp(strategy)
      const browser = app.browser()
      const page = await signIn(browser)
      expect(new URL(page.url).pathname).toBe('/auth/reset-password')
      expect(page.html).toContain(email)
      expect(await browser.session()).toBeNull()
      const done = await submit(browser, page, { password: newPassword })
      expect(done.response.headers.get('location')).toContain('/after')
      expect(await browser.session()).toMatchObject({ user: { email } })
      expect(await isAccepted(app, temporary)).toBe(false)
      expect(await isAccepted(app, newPassword)).toBe(true)
      expect((await app.adapter.getPassword(app.user.id))?.mustChange).toBe(false)
    })
  },
)

describe('a forced change', () => {
  it('refuses the same password and a common one (FP21)', async () => {
    const app = await makeApp()
    const browser = app.browser()
    const page = await signIn(browser)
    const same = await submit(browser, page, { password: temporary }, { follow: true })
    expect(same.html).toContain('That is your current password.')
    const short = await submit(browser, same, { password: 'short' }, { follow: true })
    expect(short.html).toContain('Use at least 15 characters.')
    expect(await browser.session()).toBeNull()
    await submit(browser, short, { password: newPassword })
    expect(await browser.session()).not.toBeNull()
  })

  it('works once, in the browser that knew the password', async () => {
    const app = await makeApp()
    const [first, second] = [app.browser(), app.browser()]
    const pages = [await signIn(first), await signIn(second)] as const
    await submit(first, pages[0], { password: newPassword })
    const late = await submit(second, pages[1], { password: 'another seven harbours' })
    expect(late.response.headers.get('location')).toContain('error=Verification')
    expect(await second.session()).toBeNull()
    expect(await isAccepted(app, 'another seven harbours')).toBe(false)
    const stranger = app.browser()
    const shown = await stranger.fetchPage('/auth/reset-password', { follow: false })
    expect(shown.response.headers.get('location')).toContain('error=Verification')
  })

  it('is dead after the user was signed out everywhere', async () => {
    const app = await makeApp()
    const browser = app.browser()
    const page = await signIn(browser)
    await new Promise((resolve) => setTimeout(resolve, 2))
    await revokeSessionsOfUser(app.config, app.user.id)
    await submit(browser, page, { password: newPassword })
    expect(await browser.session()).toBeNull()
    expect(await isAccepted(app, newPassword)).toBe(false)
  })

  it('is dead after the password was changed, also where no session can be ended', async () => {
    const app = await makeMailingApp({ session: { strategy: 'jwt', revocable: false } })
    await setPassword(app.config, app.user.id, temporary, { mustChange: true })
    const browser = app.browser()
    const page = await signIn(browser)
    await setPassword(app.config, app.user.id, 'another seven harbours')
    await submit(browser, page, { password: newPassword })
    expect(await browser.session()).toBeNull()
    expect(await isAccepted(app, newPassword)).toBe(false)
    expect(await isAccepted(app, 'another seven harbours')).toBe(true)
  })

  it('gives way to a mailed link that is opened later, and the other way round', async () => {
    const app = await makeApp()
    const browser = app.browser()
    const forced = await signIn(browser)
    const linked = await openMail(browser, await app.mailTo('forgot-password', email))
    const stale = await submit(browser, forced, { password: newPassword })
    expect(stale.response.headers.get('location')).toContain('error=Verification')
    expect(await browser.session()).toBeNull()

    const again = await signIn(browser)
    const other = await submit(browser, linked, { password: newPassword })
    expect(other.response.headers.get('location')).toContain('error=Verification')
    await submit(browser, again, { password: newPassword })
    expect(await browser.session()).not.toBeNull()
  })

  it('works behind a form of the app', async () => {
    const app = await makeApp()
    const browser = app.browser()
    await signIn(browser)
    const headers = { cookie: browser.cookieHeader(), 'sec-fetch-site': 'same-origin' }
    const request = new Request('https://app.test/choose', { method: 'POST', headers })
    const link = await shownLink(app, browser)
    const unnamed = await resetPassword(request, app.config, {
      password: newPassword,
      link: undefined,
    })
    expect(unnamed.data).toMatchObject({ ok: false, error: { type: 'Verification' } })
    const { data } = await resetPassword(request, app.config, { password: newPassword, link })
    expect(data).toMatchObject({ ok: true })
    expect(await isAccepted(app, newPassword)).toBe(true)
  })

  it('is not asked for with a wrong password, which looks as ever', async () => {
    const app = await makeApp()
    const browser = app.browser()
    const page = await signIn(browser, password)
    expect(new URL(page.url).pathname).toBe('/auth/signin')
  })

  it('asks the `signIn` callback of the app', async () => {
    const app = await makeMailingApp({ callbacks: { signIn: () => false } })
    await setPassword(app.config, app.user.id, temporary, { mustChange: true })
    const browser = app.browser()
    const page = await signIn(browser)
    await submit(browser, page, { password: newPassword })
    expect(await browser.session()).toBeNull()
    const { hash } = (await app.adapter.getPassword(app.user.id)) ?? {}
    expect(await app.adapter.getPassword(app.user.id)).toMatchObject({ hash, mustChange: true })
  })
})
