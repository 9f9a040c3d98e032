import { afterEach, describe, expect, it, vi } from 'vitest'
import { resetPassword, revokeSessionsOfUser, setPassword } from '../../../src/core.js'
import type { Browser } from '../../support/browser.js'
import {
  makeMailingApp,
  openMail,
  shownLink,
  submit,
  type MailingApp,
} from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'

afterEach(() => void vi.restoreAllMocks())

const newPassword = 'seven quiet harbours'

const strategies = [{ strategy: 'database' }, { strategy: 'jwt' }] as const

/** An app whose `signIn` callback, once armed, runs right before a new password is stored. */
async function makeRevokingApp(
  session: (typeof strategies)[number],
): Promise<MailingApp & { readonly revokeAtNextSignIn: () => void }> {
  let revoke: (() => Promise<void>) | undefined
  const app = await makeMailingApp({
    session,
    callbacks: {
      signIn: async () => {
        const once = revoke
        revoke = undefined
        await once?.()
        return true
      },
    },
  })
  const revokeAtNextSignIn = (): void => {
    revoke = async () => {
      await new Promise((resolve) => setTimeout(resolve, 2))
      await revokeSessionsOfUser(app.config, app.user.id)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }
  return { ...app, revokeAtNextSignIn }
}

async function signIn(app: MailingApp, secret: string): Promise<Browser> {
  const browser = app.browser()
  await app.attempt({ email, password: secret }, browser)
  return browser
}

describe.each(strategies)(
  'a sign-out everywhere before a new password is stored, with %j',
  (session) => {
    it('beats the reset, whose mail was sent before', async () => {
      const app = await makeRevokingApp(session)
      const browser = app.browser()
      const page = await openMail(browser, await app.mailTo('forgot-password', email))
      app.revokeAtNextSignIn()
      await submit(browser, page, { password: newPassword })
      expect(await browser.session()).toBeNull()
      expect(await (await signIn(app, newPassword)).session()).toBeNull()
      expect(await (await signIn(app, password)).session()).not.toBeNull()
    })

    it('beats the change, whose session it ends', async () => {
      const app = await makeRevokingApp(session)
      const browser = await signIn(app, password)
      const page = await browser.fetchPage('/auth/change-password')
      app.revokeAtNextSignIn()
      await submit(browser, page, { currentPassword: password, password: newPassword })
      expect(await browser.session()).toBeNull()
      expect(await (await signIn(app, newPassword)).session()).toBeNull()
      expect(await (await signIn(app, password)).session()).not.toBeNull()
    })

    it('beats the choice of a password by a user who has to change it', async () => {
      const app = await makeRevokingApp(session)
      await setPassword(app.config, app.user.id, password, { mustChange: true })
      const browser = await signIn(app, password)
      const page = await browser.fetchPage('/auth/reset-password')
      app.revokeAtNextSignIn()
      await submit(browser, page, { password: newPassword })
      expect(await browser.session()).toBeNull()
      expect(await (await signIn(app, newPassword)).session()).toBeNull()
    })
  },
)

describe('a sign-out everywhere', () => {
  it('keeps a mailed link from taking over a user who has not proven the address', async () => {
    const app = await makeMailingApp({ password: { requireVerifiedEmail: false } })
    await app.adapter.updateUser({ id: app.user.id, emailVerified: null })
    const browser = app.browser()
    const page = await openMail(browser, await app.mailTo('forgot-password', email))
    await revokeSessionsOfUser(app.config, app.user.id)
    await submit(browser, page, { password: newPassword })
    expect(await app.adapter.getUser(app.user.id)).toMatchObject({ emailVerified: null })
    expect(await (await signIn(app, password)).session()).not.toBeNull()
  })

  it('ends the sign-in that waits for another password, and its page says so', async () => {
    const app = await makeMailingApp()
    await setPassword(app.config, app.user.id, password, { mustChange: true })
    const browser = await signIn(app, password)
    await new Promise((resolve) => setTimeout(resolve, 2))
    await revokeSessionsOfUser(app.config, app.user.id)
    const page = await browser.fetchPage('/auth/reset-password')
    expect(page.url).toContain('error=Verification')
  })
})

describe('a sign-in that waits for another password', () => {
  it.each([
    [29, true],
    [30, false],
  ])('after %i minutes, with a cookie that the browser kept, works: %j', async (minutes, works) => {
    const app = await makeMailingApp()
    await setPassword(app.config, app.user.id, password, { mustChange: true })
    const browser = await signIn(app, password)
    const link = await shownLink(app, browser)
    const headers = { cookie: browser.cookieHeader(), 'sec-fetch-site': 'same-origin' }
    const request = new Request('https://app.test/own', { method: 'POST', headers })
    const realNow = Date.now.bind(Date)
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + minutes * 60_000)
    const { data } = await resetPassword(request, app.config, { password: newPassword, link })
    expect(data.ok).toBe(works)
  })
})
