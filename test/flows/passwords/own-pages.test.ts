import { describe, expect, it } from 'vitest'
import { describeMailedLink, resetPassword, setPassword, verifyEmail } from '../../../src/core.js'
import type { Browser } from '../../support/browser.js'
import { makeMailingApp, shownLink, type MailingApp } from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'

const newPassword = 'seven quiet harbours'
const grace = 'grace@example.test'
const eve = 'eve@example.test'
const pages = { resetPassword: '/reset', verifyEmail: '/confirm' }

function requestOf(browser: Browser): Request {
  const headers = { cookie: browser.cookieHeader(), 'sec-fetch-site': 'same-origin' }
  return new Request('https://app.test/reset', { method: 'POST', headers })
}

/** Opens the link of a mail, and nothing of the page behind it, which is the app's own. */
async function open(app: MailingApp, address: string, browser: Browser): Promise<void> {
  const mail = await app.mailTo('forgot-password', address)
  await browser.fetchPage(mail?.url ?? '', { follow: false })
}

async function makeOwnPages(): Promise<MailingApp> {
  const app = await makeMailingApp({ pages })
  await app.adapter.createUser({ id: 'user-2', email: eve, emailVerified: new Date() })
  return app
}

describe('a page of the app behind a mailed link', () => {
  it('learns whose password it asks for', async () => {
    const app = await makeOwnPages()
    const browser = app.browser()
    expect(await describeMailedLink(requestOf(browser), app.config)).toBeNull()
    await open(app, email, browser)
    expect(await describeMailedLink(requestOf(browser), app.config)).toEqual({
      kind: 'new-password',
      email,
      userName: undefined,
      nameField: 'none',
      link: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(await describeMailedLink(requestOf(browser), app.config, 'verifyEmail')).toBeNull()
  })

  it('learns which address it confirms', async () => {
    const app = await makeOwnPages()
    const browser = app.browser()
    await app.attempt({ email, password }, browser)
    const csrfToken = await browser.csrfToken()
    const fields = { csrfToken, email: grace, currentPassword: password }
    await browser.postJson('/auth/change-email', fields)
    await app.settle()
    const mail = app.sent.find(({ purpose }) => purpose === 'newAddress')
    await browser.fetchPage(mail?.url ?? '', { follow: false })
    const described = await describeMailedLink(requestOf(browser), app.config, 'verifyEmail')
    expect(described).toMatchObject({ kind: 'new-address', email: grace })
    const unnamed = await verifyEmail(requestOf(browser), app.config, { link: undefined })
    expect(unnamed.data).toMatchObject({ ok: false, error: { type: 'Verification' } })
    const link = described?.link
    const { data } = await verifyEmail(requestOf(browser), app.config, { link })
    expect(data).toMatchObject({ ok: true })
  })

  it('learns that a sign-in needs another password, until that one is set', async () => {
    const app = await makeMailingApp({ pages })
    await setPassword(app.config, app.user.id, password, { mustChange: true })
    const browser = app.browser()
    await app.attempt({ email, password }, browser)
    const described = await describeMailedLink(requestOf(browser), app.config)
    expect(described).toMatchObject({ kind: 'new-password', email })
    await setPassword(app.config, app.user.id, newPassword)
    expect(await describeMailedLink(requestOf(browser), app.config)).toBeNull()
  })

  it('cannot set the password of a link that another site opened (FP28)', async () => {
    const app = await makeOwnPages()
    const victim = app.browser()
    await open(app, email, victim)
    const link = await shownLink(app, victim)
    await open(app, eve, victim)
    for (const shown of [link, undefined, '']) {
      const fields = { password: newPassword, link: shown }
      const { data, cookies } = await resetPassword(requestOf(victim), app.config, fields)
      expect(data).toMatchObject({ ok: false, error: { type: 'Verification' } })
      expect(cookies.filter(({ name }) => name.includes('session-token'))).toEqual([])
    }
    expect(await app.adapter.getPassword('user-2')).toBeNull()
  })
})
