import { describe, expect, it } from 'vitest'
import { Auth, setPassword, type AuthConfig } from '../../../src/core.js'
import { authenticatorApp, emailCode } from '../../../src/factors.js'
import Nodemailer from '../../../src/providers/nodemailer.js'
import Password from '../../../src/providers/password.js'
import { Browser } from '../../support/browser.js'
import { makeMailingApp, openMail } from '../../support/apps/mailing-app.js'
import {
  cheap,
  email,
  makePasswordApp,
  password,
  type PasswordApp,
} from '../../support/apps/password-app.js'

const grace = 'grace@example.test'
const passwordProvider = Password({ hasher: cheap })
/** What an empty SMTP variable makes of the config. */
const disabled = [passwordProvider, Nodemailer({ server: '', from: 'shop@app.test' })]

async function withUnproven(providers: AuthConfig['providers']): Promise<PasswordApp> {
  const app = await makePasswordApp({}, { providers })
  await app.adapter.createUser({ id: 'grace', email: grace, emailVerified: null })
  await setPassword(app.config, 'grace', password)
  return app
}

describe.each([
  ['is disabled', disabled],
  ['is missing', [passwordProvider]],
])('if the e-mail provider %s', (_case, providers) => {
  it('a password does not sign in a user whose address is unproven', async () => {
    const app = await withUnproven(providers)
    const browser = app.browser()
    const response = await app.attempt({ email: grace, password }, browser)
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('MissingMailer')
    expect(app.codes('error')).toContain('MissingMailer')
    expect(await browser.session()).toBeNull()
  })

  it('a password that must be changed does not sign in without the proof either', async () => {
    const app = await withUnproven(providers)
    await setPassword(app.config, 'grace', password, { mustChange: true })
    const browser = app.browser()
    expect((await app.attempt({ email: grace, password }, browser)).status).toBe(500)
    const page = await browser.fetchPage('/auth/reset-password', { follow: false })
    expect(page.response.headers.get('location')).toContain('error=Verification')
  })

  it('a wrong password is refused as for any user', async () => {
    const app = await withUnproven(providers)
    const wrong = await app.attempt({ email: grace, password: 'wrong horse battery' })
    const unknown = await app.attempt({ email: 'eva@example.test', password })
    expect([wrong.status, unknown.status]).toEqual([302, 302])
    expect(wrong.headers.get('location')).toBe(unknown.headers.get('location'))
  })

  it('a user whose address is proven signs in', async () => {
    const app = await withUnproven(providers)
    const browser = app.browser()
    await app.attempt({ email, password }, browser)
    expect(await browser.session()).toMatchObject({ user: { email } })
  })
})

it('an app that asks for no proof signs in a user whose address is unproven', async () => {
  const app = await withUnproven([Password({ hasher: cheap, requireVerifiedEmail: false })])
  const browser = app.browser()
  await app.attempt({ email: grace, password }, browser)
  expect(await browser.session()).not.toBeNull()
})

it('a sign-up fails with a configuration error if the e-mail provider is disabled', async () => {
  const app = await makePasswordApp({}, { providers: disabled })
  const browser = app.browser()
  const csrfToken = await browser.csrfToken()
  const response = await browser.postJson('/auth/signup', { csrfToken, email: grace })
  expect(response.status).toBe(500)
  expect(app.codes('error')).toContain('MissingMailer')
  expect(await app.adapter.getUserByEmail(grace)).toBeNull()
})

/** A browser whose requests go to one config, and later to another one. */
function openMovable(config: AuthConfig): { browser: Browser; moveTo: (to: AuthConfig) => void } {
  let current = config
  const browser = new Browser((request) => Auth(request, current))
  return { browser, moveTo: (to) => void (current = to) }
}

it('a new address is not confirmed if the former owner cannot be warned', async () => {
  const app = await makeMailingApp()
  const { browser, moveTo } = openMovable(app.config)
  await app.attempt({ email, password }, browser)
  const csrfToken = await browser.csrfToken()
  const asked = { csrfToken, email: grace, currentPassword: password }
  await browser.postJson('/auth/change-email', asked)
  const findLink = (): (typeof app.sent)[number] | undefined =>
    app.sent.find(({ purpose }) => purpose === 'newAddress')
  await expect.poll(findLink).toBeDefined()
  const page = await openMail(browser, findLink())
  moveTo({ ...app.config, providers: disabled })
  expect((await browser.postForm(page, {})).status).toBe(500)
  expect(await app.adapter.getUserByEmail(email)).not.toBeNull()
  moveTo(app.config)
  expect((await browser.postForm(page, {}, { follow: true })).url).toContain('done=address-changed')
})

it('a user who needs a mailed code cannot set up a second factor instead', async () => {
  const methods = [authenticatorApp(), emailCode()]
  const secondFactor = { methods, required: () => true }
  const app = await makePasswordApp({}, { providers: disabled, secondFactor })
  const browser = app.browser()
  expect((await app.attempt({ email, password }, browser)).status).toBe(500)
  expect(app.codes('error')).toContain('MissingMailer')
  const page = await browser.fetchPage('/auth/add-factor')
  expect(page.html).not.toContain('secret=')
  expect(await browser.session()).toBeNull()
})
