import { hash as hashWithBcrypt } from 'bcryptjs'
import { describe, expect, it } from 'vitest'
import { accountPage } from '../../../src/account.js'
import { describeAccount, hasProof } from '../../../src/core.js'
import type { Browser } from '../../support/browser.js'
import { makeMailingApp, submit } from '../../support/apps/mailing-app.js'
import {
  email,
  makePasswordApp,
  password,
  type PasswordApp,
} from '../../support/apps/password-app.js'
import { makeFactorApp, useClock } from '../../support/apps/factor-app.js'

const clock = useClock()
const newPassword = 'seven quiet harbours'

/** Says that the password must be changed, which ends no session. */
async function mark({ adapter, user }: PasswordApp): Promise<void> {
  const row = await adapter.getPassword(user.id)
  if (!row) throw new Error('The user has no password.')
  await adapter.setPassword(user.id, { ...row, mustChange: true }, row.hash)
}

function isProven(app: PasswordApp, browser: Browser): Promise<boolean> {
  const headers = { cookie: browser.cookieHeader() }
  const request = new Request('https://app.test/settings', { headers })
  return hasProof(request, app.config, { within: 600 })
}

async function postAsScript(browser: Browser, route: string, fields: object): Promise<unknown> {
  const body = { csrfToken: await browser.csrfToken(), ...fields }
  const headers = { 'x-auth-return-redirect': '1' }
  return (await browser.postJson(`/auth/${route}`, body, headers)).json()
}

describe('a password that must be changed', () => {
  it('does not confirm the identity of its user, who gets a code by mail instead', async () => {
    const app = await makeFactorApp()
    const browser = await app.begin()
    await mark(app)
    clock.advance(3600)
    expect(await postAsScript(browser, 'confirm', { password })).toMatchObject({
      error: 'CredentialsSignin',
    })
    expect(await isProven(app, browser)).toBe(false)
    const page = await browser.fetchPage('/auth/confirm')
    expect(page.html).not.toContain('name="password"')
    await browser.postForm(page, { send: 'true' })
    const code = app.sent.find(({ purpose }) => purpose === 'confirmationCode')?.code ?? ''
    await submit(browser, await browser.fetchPage('/auth/confirm'), { code })
    expect(await isProven(app, browser)).toBe(true)
  })

  it('is changed by a user who has nothing else to confirm with', async () => {
    const app = await makePasswordApp({}, { account: accountPage() })
    const browser = app.browser()
    await app.attempt({ email, password }, browser)
    await mark(app)
    clock.advance(3600)
    const page = await browser.fetchPage('/auth/confirm?callbackUrl=/settings')
    expect(new URL(page.url).pathname).toBe('/auth/change-password')
    expect(await isProven(app, browser)).toBe(false)
    const fields = { currentPassword: password, password: newPassword }
    const done = await submit(browser, page, fields, { follow: false })
    expect(done.response.headers.get('location')).toBe('https://app.test/settings')
    expect(await isProven(app, browser)).toBe(true)
  })

  it.each([
    ['with second factors', makeFactorApp],
    ['without second factors', makeMailingApp],
  ] as const)('changes no address in an app %s without a recent sign-in', async (_kind, make) => {
    const app = await make()
    const browser = app.browser()
    await app.attempt({ email, password }, browser)
    await mark(app)
    const fields = { email: 'other@example.test', currentPassword: password }
    clock.advance(3600)
    const refused = { error: 'ConfirmationRequired' }
    expect(await postAsScript(browser, 'change-email', fields)).toMatchObject(refused)
    await app.settle()
    expect(app.sent).toEqual([])
    clock.advance(-3600)
    expect(await postAsScript(browser, 'change-email', fields)).not.toHaveProperty('error')
  })

  it('is not asked for by the form for another address, which does not check it', async () => {
    const app = await makeMailingApp({ account: accountPage() })
    const browser = app.browser()
    await app.attempt({ email, password }, browser)
    const needsPassword = async (): Promise<boolean | undefined> => {
      const headers = { cookie: browser.cookieHeader() }
      const request = new Request('https://app.test/account', { headers })
      return (await describeAccount(request, app.config)).address?.needsPassword
    }
    expect(await needsPassword()).toBe(true)
    await mark(app)
    expect(await needsPassword()).toBe(false)
  })

  it.each([
    ['with second factors', makeFactorApp],
    ['without second factors', makeMailingApp],
  ] as const)('is not removed in an app %s without a recent sign-in', async (_kind, make) => {
    const app = await make()
    const browser = app.browser()
    await app.attempt({ email, password }, browser)
    await mark(app)
    clock.advance(3600)
    const fields = { currentPassword: password }
    const refused = { error: 'ConfirmationRequired' }
    expect(await postAsScript(browser, 'remove-password', fields)).toMatchObject(refused)
    clock.advance(-3600)
    const last = { error: 'LastSignInMethod' }
    expect(await postAsScript(browser, 'remove-password', fields)).toMatchObject(last)
  })

  it('is an imported one that everyone knows, also if it is typed to confirm an identity', async () => {
    const app = await makeFactorApp()
    const browser = await app.begin()
    const common = 'passwordpassword'
    const row = await app.adapter.getPassword(app.user.id)
    const imported = { hash: await hashWithBcrypt(common, 4), stamp: row?.stamp ?? '' }
    await app.adapter.setPassword(
      app.user.id,
      { ...imported, changedAt: new Date(0), mustChange: false },
      row?.hash ?? null,
    )
    clock.advance(3600)
    await postAsScript(browser, 'confirm', { password: common })
    expect(await isProven(app, browser)).toBe(false)
    expect((await app.adapter.getPassword(app.user.id))?.mustChange).toBe(true)
  })
})
