import { afterEach, describe, expect, it, vi } from 'vitest'
import { Auth } from '../../../src/core.js'
import { logText } from '../../support/apps/accounts-app.js'
import { Browser } from '../../support/browser.js'
import {
  choose,
  makeMailingApp,
  openMail,
  type MailingApp,
} from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'

const newPassword = 'seven quiet harbours'
const guess = { email, password: 'wrong horse battery' }

afterEach(() => void vi.useRealTimers())

const newAddress = 'moved@example.test'

/** Asks for another address of the user. */
async function askForAddress(app: MailingApp, address: string): Promise<MailedBrowser> {
  const browser = app.browser()
  await app.attempt({ email, password }, browser)
  const csrfToken = await browser.csrfToken()
  const fields = { csrfToken, email: address, currentPassword: password }
  await browser.postJson('/auth/change-email', fields)
  await app.settle()
  return browser
}

type MailedBrowser = ReturnType<MailingApp['browser']>

/** Returns the last mail to an address. */
function lastMailTo({ sent }: MailingApp, to: string): MailingApp['sent'][number] | undefined {
  return sent.findLast(({ identifier }) => identifier === to)
}

/** Confirms a new address. The mail to the old one is the next one. */
async function confirmAddress(app: MailingApp, browser: MailedBrowser): Promise<void> {
  await browser.postForm(await openMail(browser, lastMailTo(app, newAddress)))
  await app.settle()
}

describe('a collation that ignores accents', () => {
  it('finds no user for an address that differs from the stored one (FP3)', async () => {
    const app = await makeMailingApp()
    const row = await app.adapter.getPassword(app.user.id)
    if (!row) throw new Error('The user has no password.')
    const julia = { id: 'user-2', email: 'j\u00fclia@example.test', emailVerified: new Date() }
    await app.adapter.createUser(julia)
    await app.adapter.setPassword(julia.id, row, null)
    const typed = 'julia@example.test'
    app.adapter.getUserByEmail = async (address) => (address.trim() === typed ? julia : null)
    expect(await app.mailTo('forgot-password', typed)).toBeUndefined()
    expect(await app.mailTo('signup', `${typed} `)).toMatchObject({ purpose: 'signUp' })
    const browser = app.browser()
    await app.attempt({ email: typed, password }, browser)
    expect(await browser.session()).toBeNull()
  })
})

describe('a collation that ignores case', () => {
  it('finds no password for a user whose id differs from the stored one (FP3)', async () => {
    const app = await makeMailingApp()
    const eve = { id: app.user.id.toUpperCase(), email: 'eve@example.test' }
    await app.adapter.createUser({ ...eve, emailVerified: new Date() })
    const find = app.adapter.getPassword.bind(app.adapter)
    app.adapter.getPassword = (userId) => find(userId.toLowerCase())
    const browser = app.browser()
    await app.attempt({ email: eve.email, password }, browser)
    expect(await browser.session()).toBeNull()
    await app.attempt({ email, password }, browser)
    expect(await browser.session()).not.toBeNull()
  })
})

describe('a mailed link', () => {
  it.each([
    ['a new password', 30 * 60, '30 minutes'],
    ['a new address', 30 * 60, '30 minutes'],
    ['the old address', 7 * 24 * 60 * 60, '7 days'],
  ])('for %s works for %i seconds, as its mail says (FP6)', async (purpose, seconds, words) => {
    const start = Date.UTC(2030, 0, 1)
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    const app = await makeMailingApp()
    if (purpose === 'a new password') await app.mailTo('forgot-password', email)
    else {
      const browser = await askForAddress(app, newAddress)
      if (purpose === 'the old address') await confirmAddress(app, browser)
    }
    const mail = lastMailTo(app, purpose === 'a new address' ? newAddress : email)
    expect(mail?.mail.text).toContain(words)
    expect(mail?.expires).toEqual(new Date(start + seconds * 1000))

    vi.setSystemTime(start + seconds * 1000 - 1)
    expect((await openMail(app.browser(), mail)).forms).toHaveLength(1)
    vi.setSystemTime(start + seconds * 1000)
    const late = await app.browser().fetchPage(mail?.url ?? '', { follow: false })
    expect(late.response.headers.get('location')).toContain('error=Verification')
  })

  it('leaves its token in no log (FP26)', async () => {
    const app = await makeMailingApp({ debug: true })
    const mail = await app.mailTo('forgot-password', email)
    const browser = app.browser()
    await choose(browser, mail, 'short')
    await choose(browser, mail, newPassword)
    expect(await browser.session()).not.toBeNull()
    await choose(app.browser(), mail, newPassword).catch(() => undefined)
    expect(logText(app)).toContain('Verification')
    expect(logText(app)).not.toContain(mail?.token)
  })
})

describe('guesses of a stranger', () => {
  it('are counted on while the stranger signs in between them (FP24)', async () => {
    const app = await makeMailingApp({ limits: { identifier: { attempts: 3, seconds: 60 } } })
    const own = { email: 'mallory@example.test', password: newPassword }
    await choose(app.browser(), await app.mailTo('signup', own.email), own.password)
    const browser = app.browser()
    const statuses = []
    for (let count = 0; count < 4; count += 1) {
      statuses.push((await app.attempt(guess, browser)).status)
      await app.attempt(own, browser)
    }
    expect(statuses).toEqual([302, 302, 302, 429])
  })

  it('with one password are limited per client, whatever names they are for (FP24)', async () => {
    const app = await makeMailingApp({ limits: { client: { attempts: 3, seconds: 60 } } })
    const clientAddress = '203.0.113.1'
    const browser = new Browser((request) => Auth(request, app.config, { clientAddress }))
    const statuses = []
    for (let count = 0; count < 4; count += 1) {
      const fields = { ...guess, email: `user-${count}@example.test` }
      statuses.push((await app.attempt(fields, browser)).status)
    }
    expect(statuses).toEqual([302, 302, 302, 429])
  })
})
