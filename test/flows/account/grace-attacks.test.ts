import { describe, expect, it, vi } from 'vitest'
import { authenticatorApp } from '../../../src/factors.js'
import {
  deleteAccount,
  resetFactors,
  revokeProviderSession,
  setPassword,
} from '../../../src/core.js'
import type { AdapterPassword } from '../../../src/model/adapter.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import { nextMillisecond } from '../../support/next-millisecond.js'
import { choose } from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'
import { comeBack, makeProvider, oidc, start } from '../../support/oauth/sign-in.js'
import { setUp, useClock } from '../../support/apps/factor-app.js'
import { press } from '../../support/apps/account-app.js'
import { askForDeletion, keep, keepRoute, makeGraceApp, signInHeld, stateOf } from './grace-app.js'

const clock = useClock()

describe('an account is kept only by the sign-in of its user', () => {
  it('not by opening the page', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    const browser = app.browser()
    await signInHeld(app, browser)
    await browser.fetchPage(keepRoute)
    await browser.send(keepRoute, { method: 'HEAD' })
    expect(await stateOf(app)).toBe('pending')
    expect(await browser.session()).toBeNull()
  })

  it('not by a form of another site, or with the token of another browser', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    const browser = app.browser()
    await signInHeld(app, browser)
    const csrfToken = await browser.csrfToken()
    await browser.send(keepRoute, {
      method: 'POST',
      headers: { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ csrfToken }),
    })
    const stolen = await app.browser().csrfToken()
    await browser.send(keepRoute, {
      method: 'POST',
      headers: { origin: 'https://app.test' },
      body: new URLSearchParams({ csrfToken: stolen }),
    })
    expect(await stateOf(app)).toBe('pending')
    expect(await browser.session()).toBeNull()
  })

  it('not without a sign-in that waits', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    await browser.postJson(keepRoute, { csrfToken })
    expect(await stateOf(app)).toBe('pending')
  })

  it('not by the sign-in of another user that waits', async () => {
    const app = await makeGraceApp()
    const other = { id: 'user-2', name: 'Eve', email: 'eve@example.test' }
    await app.adapter.createUser({ ...other, emailVerified: new Date() })
    await setPassword(app.config, other.id, password)
    await askForDeletion(app)
    const eve = app.browser()
    await app.attempt({ email: other.email, password }, eve)
    await deleteAccount(requestFrom(eve), app.config, { email: other.email })
    await nextMillisecond()
    await app.attempt({ email: other.email, password }, eve)
    await keep(eve)
    expect(await eve.session()).toMatchObject({ user: { email: other.email } })
    expect(await stateOf(app)).toBe('pending')
  })

  it('not by a sign-in that has waited for more than ten minutes', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    const browser = app.browser()
    const page = await signInHeld(app, browser)
    clock.advance(601)
    await press(browser, page, 'keep-account')
    expect(await stateOf(app)).toBe('pending')
    expect(await browser.session()).toBeNull()
  })

  it('not by a sign-in that began before all sessions were ended again', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    const browser = app.browser()
    const page = await signInHeld(app, browser)
    const mail = await app.mailTo('forgot-password', email)
    await choose(app.browser(), mail, 'moss harbour violet anvil')
    await press(browser, page, 'keep-account')
    expect(await browser.session()).toBeNull()
    expect(await stateOf(app)).toBe('pending')
  })

  it('not by the next person at the computer, after the user has let it be deleted', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    const browser = app.browser()
    const page = await signInHeld(app, browser)
    const left = await press(browser, page, 'signout')
    expect(new URL(left.url).pathname).toBe('/')
    expect((await browser.fetchPage(keepRoute)).url).toContain('/auth/signin')
    await browser.postForm(page)
    expect(await browser.session()).toBeNull()
    expect(await stateOf(app)).toBe('pending')
  })

  it('not by another user who signs in with the same browser', async () => {
    const app = await makeGraceApp()
    const other = { id: 'user-2', name: 'Eve', email: 'eve@example.test' }
    await app.adapter.createUser({ ...other, emailVerified: new Date() })
    await setPassword(app.config, other.id, password)
    await askForDeletion(app)
    const browser = app.browser()
    await signInHeld(app, browser)
    await app.attempt({ email: other.email, password }, browser)
    const offered = await browser.fetchPage(keepRoute)
    expect(offered.html).not.toContain('Keep my account')
    expect(await browser.session()).toMatchObject({ user: { email: other.email } })
    expect(await stateOf(app)).toBe('pending')
  })

  it('not by another user whose sign-in waits for a second factor in the same browser', async () => {
    const app = await makeGraceApp({ secondFactor: { methods: [authenticatorApp()] } })
    const other = { id: 'user-2', name: 'Eve', email: 'eve@example.test' }
    await app.adapter.createUser({ ...other, emailVerified: new Date() })
    await setPassword(app.config, other.id, password)
    const eve = app.browser()
    await app.attempt({ email: other.email, password }, eve)
    await setUp(eve, await eve.fetchPage('/auth/add-factor'))
    await askForDeletion(app)
    const browser = app.browser()
    const page = await signInHeld(app, browser)
    await app.attempt({ email: other.email, password }, browser)
    await browser.postForm(page)
    expect(await browser.session()).toBeNull()
    expect(await stateOf(app)).toBe('pending')
  })

  it('not by a sign-in whose account was removed while it waited', async () => {
    const op = await makeProvider({ person: { sub: 'subject-1', email, email_verified: true } })
    const app = await makeGraceApp({ others: [oidc(op)] })
    const account = { provider: 'op', providerAccountId: 'subject-1' }
    await app.adapter.linkAccount({ ...account, userId: app.user.id, type: 'oidc' })
    await askForDeletion(app)
    const browser = app.browser()
    await comeBack(browser, op.authorize(await start(browser)))
    const page = await browser.fetchPage(keepRoute)
    await app.adapter.unlinkAccount(account)
    await press(browser, page, 'keep-account')
    expect(await browser.session()).toBeNull()
    expect(await stateOf(app)).toBe('pending')
  })

  it.each(['jwt', 'database'] as const)(
    'not by a sign-in whose user signed out at the provider while it waited (%s)',
    async (strategy) => {
      const op = await makeProvider({
        person: { sub: 'subject-1', sid: 'sid-1', email, email_verified: true },
      })
      const app = await makeGraceApp({ others: [oidc(op)], session: { strategy } })
      const account = { provider: 'op', providerAccountId: 'subject-1' }
      await app.adapter.linkAccount({ ...account, userId: app.user.id, type: 'oidc' })
      await askForDeletion(app)
      const browser = app.browser()
      await comeBack(browser, op.authorize(await start(browser)))
      const page = await browser.fetchPage(keepRoute)
      await nextMillisecond()
      await revokeProviderSession(app.config, { provider: 'op', providerSessionId: 'sid-1' })
      await press(browser, page, 'keep-account')
      expect(await browser.session()).toBeNull()
      expect(await stateOf(app)).toBe('pending')
    },
  )

  it('not by a sign-in whose password was changed while it waited', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    const browser = app.browser()
    const page = await signInHeld(app, browser)
    const stored = await app.adapter.getPassword(app.user.id)
    // A process stops after it has written a new password, and before it ends the sessions.
    const { userId, ...row } = stored as AdapterPassword
    await app.adapter.setPassword(userId, { ...row, hash: 'other', stamp: 'other' }, row.hash)
    await press(browser, page, 'keep-account')
    expect(await browser.session()).toBeNull()
    expect(await stateOf(app)).toBe('pending')
  })

  it('once: what was kept before cannot keep a later deletion', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    const browser = app.browser()
    const page = await signInHeld(app, browser)
    const copy = browser.copy()
    await press(browser, page, 'keep-account')
    expect(await stateOf(app)).toBe('kept')
    await askForDeletion(app)
    await press(copy, page, 'keep-account')
    expect(await stateOf(app)).toBe('pending')
    expect(await copy.session()).toBeNull()
  })

  it('once, however often the form is sent at once', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    const browser = app.browser()
    const page = await signInHeld(app, browser)
    const browsers = [1, 2, 3].map(() => browser.copy())
    await Promise.all(browsers.map((one) => press(one, page, 'keep-account')))
    const sessions = await Promise.all(browsers.map((one) => one.session()))
    expect(sessions.filter((session) => session !== null)).toHaveLength(1)
    expect(await stateOf(app)).toBe('kept')
  })
})

describe('nothing else keeps the account', () => {
  it('not a new password from a mailed link', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    const mail = await app.mailTo('forgot-password', email)
    const browser = app.browser()
    await choose(browser, mail, 'moss harbour violet anvil')
    expect(await stateOf(app)).toBe('pending')
    expect(await browser.session()).toBeNull()
  })

  it('not an administrator who resets the second factors', async () => {
    const app = await makeGraceApp({ secondFactor: { methods: [authenticatorApp()] } })
    await askForDeletion(app)
    await resetFactors(app.config, app.user.id)
    expect(await stateOf(app)).toBe('pending')
  })

  it('not a later call with the session that asked for it', async () => {
    const app = await makeGraceApp()
    const browser = await askForDeletion(app)
    const { data } = await deleteAccount(requestFrom(browser), app.config, { email })
    expect(data.ok).toBe(false)
    expect(await stateOf(app)).toBe('pending')
  })
})

describe.each(['jwt', 'database'] as const)('with %s sessions, no session arises', (strategy) => {
  it('from a sign-in during which the deletion is asked for', async () => {
    const app = await makeGraceApp({ session: { strategy } })
    const owner = await app.signedIn()
    const original = app.adapter.createSession.bind(app.adapter)
    let isAsked = false
    vi.spyOn(app.adapter, 'createSession').mockImplementation(async (row) => {
      if (!isAsked && !row.sessionToken.startsWith('mark:')) {
        isAsked = true
        const { data } = await deleteAccount(requestFrom(owner), app.config, { email })
        expect(data.ok).toBe(true)
      }
      return original(row)
    })
    const browser = app.browser()
    await app.attempt({ email, password }, browser)
    expect(isAsked).toBe(true)
    expect(await browser.session()).toBeNull()
    expect(await stateOf(app)).toBe('pending')
  })

  it('from a link that a session asks for while its user asks for the deletion', async () => {
    const app = await makeGraceApp({ session: { strategy } })
    const browser = await app.signedIn()
    const other = browser.copy()
    await deleteAccount(requestFrom(browser), app.config, { email })
    expect(await other.session()).toBeNull()
    const page = await other.fetchPage('/auth/account')
    expect(page.url).toContain('/auth/signin')
  })
})
