import { describe, expect, it } from 'vitest'
import { Auth } from '../../../src/core.js'
import Passkey from '../../../src/providers/passkey.js'
import { Browser } from '../../support/browser.js'
import { authenticate, register } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'
import {
  makeMailingApp,
  openMail,
  submit,
  type MailingApp,
} from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'

const client = { attempts: 3, seconds: 60 }
const newPassword = 'seven quiet harbours'

interface SharedApp extends MailingApp {
  /** Opens a browser behind the address that all share. */
  readonly open: () => Browser
  /** A browser in which the user has signed in. */
  readonly signIn: () => Promise<Browser>
  /** Lets a stranger use up the attempts of the address. */
  readonly useUp: () => Promise<void>
}

async function makeSharedApp(): Promise<SharedApp> {
  const app = await makeMailingApp({
    limits: { client },
    experimental: { enableWebAuthn: true },
    others: [Passkey()],
  })
  const pending: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>): void => void pending.push(work)
  const open = () =>
    new Browser((request) => Auth(request, app.config, { waitUntil, clientAddress: '203.0.113.7' }))
  const signIn = async () => {
    const browser = open()
    await app.attempt({ email, password }, browser)
    expect(await browser.session()).not.toBeNull()
    return browser
  }
  const useUp = async () => {
    const statuses = []
    for (let count = 0; count < 4; count += 1) {
      const fields = { email: `user-${count}@example.test`, password: newPassword }
      statuses.push((await app.attempt(fields, open())).status)
    }
    expect(statuses.at(-1)).toBe(429)
  }
  const settle = async () => {
    while (pending.length > 0) await pending.pop()
    await app.settle()
  }
  return { ...app, open, signIn, useUp, settle }
}

async function change(browser: Browser): Promise<Response> {
  const csrfToken = await browser.csrfToken()
  const fields = { csrfToken, currentPassword: password, password: newPassword }
  return browser.postJson('/auth/change-password', fields)
}

describe('a stranger behind the same address keeps no user (FP23)', () => {
  it('who is signed in from changing the password', async () => {
    const app = await makeSharedApp()
    const browser = await app.signIn()
    await app.useUp()
    expect((await change(browser)).status).toBe(302)
    await app.attempt({ email, password: newPassword }, browser)
    expect(await browser.session()).not.toBeNull()
  })

  it('who must choose another password from choosing it', async () => {
    const app = await makeSharedApp()
    const stored = await app.adapter.getPassword(app.user.id)
    if (!stored) throw new Error('The user has no password.')
    const { userId, ...row } = stored
    await app.adapter.setPassword(userId, { ...row, mustChange: true }, row.hash)
    const browser = app.open()
    await app.attempt({ email, password }, browser)
    const page = await browser.fetchPage('/auth/reset-password')
    await app.useUp()
    await submit(browser, page, { password: newPassword })
    expect(await browser.session()).not.toBeNull()
  })

  it('whose browser is known from asking for a new password', async () => {
    const app = await makeSharedApp()
    const browser = await app.signIn()
    await browser.signOut()
    await app.useUp()
    expect((await app.ask('forgot-password', email, app.open())).response.status).toBe(429)
    await app.ask('forgot-password', email, browser)
    await app.settle()
    expect(app.sent.map(({ purpose }) => purpose)).toEqual(['reset'])
  })

  it('whose browser is known from signing in with a passkey', async () => {
    const app = await makeSharedApp()
    const authenticator = new SoftwareAuthenticator('https://app.test')
    const browser = await app.signIn()
    await register(browser, authenticator, {})
    await browser.signOut()
    await app.useUp()
    expect((await authenticate(app.open(), authenticator)).status).toBe(429)
    expect((await authenticate(browser, authenticator)).status).toBe(200)
  })

  it('who has opened the link to a new address from confirming it', async () => {
    const app = await makeSharedApp()
    const browser = await app.signIn()
    const csrfToken = await browser.csrfToken()
    const fields = { csrfToken, currentPassword: password, email: 'ada@new.test' }
    await browser.postJson('/auth/change-email', fields)
    await app.settle()
    const mail = app.sent.find(({ identifier }) => identifier === 'ada@new.test')
    const page = await openMail(browser, mail)
    await app.useUp()
    await browser.postForm(page)
    expect(await browser.session()).toMatchObject({ user: { email: 'ada@new.test' } })
  })
})

describe('a passkey', () => {
  it('that is right uses up no attempt of the client', async () => {
    const app = await makeSharedApp()
    const authenticator = new SoftwareAuthenticator('https://app.test')
    await register(await app.signIn(), authenticator, {})
    for (let count = 0; count < 6; count += 1)
      expect((await authenticate(app.open(), authenticator)).status).toBe(200)
  })

  it('cannot be tried without end in a known browser', async () => {
    const app = await makeSharedApp()
    const browser = await app.signIn()
    const stranger = new SoftwareAuthenticator('https://app.test')
    await register(await app.signIn(), stranger, {})
    const statuses = []
    for (let count = 0; count < 11; count += 1)
      statuses.push((await authenticate(browser, stranger, { origin: 'https://evil.test' })).status)
    expect(statuses.indexOf(429)).toBe(10)
  })
})
