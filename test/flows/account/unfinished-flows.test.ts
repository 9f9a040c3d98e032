import { describe, expect, it } from 'vitest'
import { deleteAccount } from '../../../src/core.js'
import { authenticatorApp } from '../../../src/factors.js'
import { fakeProvider } from '../../../src/testing.js'
import type { VerificationRequestParams } from '../../../src/model/email.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import type { Browser } from '../../support/browser.js'
import { email, password } from '../../support/apps/password-app.js'
import { setUp, useClock } from '../../support/apps/factor-app.js'
import { makeAccountApp, type AccountApp } from '../../support/apps/account-app.js'

const clock = useClock()
const strategies = ['jwt', 'database'] as const
const moved = 'moved@example.test'

/** Asks for a link that signs in, and returns the mail. */
async function askForLink(
  app: AccountApp,
  browser: Browser,
): Promise<VerificationRequestParams | undefined> {
  const csrfToken = await browser.csrfToken()
  await browser.postJson('/auth/signin/mail', { csrfToken, email })
  await app.settle()
  return app.sent.at(-1)
}

/** Opens a mailed link and presses the button of its page, if there is one. */
async function openLink(browser: Browser, mail: VerificationRequestParams | undefined) {
  expect(mail?.url).toBeDefined()
  const page = await browser.fetchPage(mail?.url ?? '')
  if (page.forms[0]) await browser.postForm(page, {}, { follow: true })
}

async function deleteUser(app: AccountApp, browser: Browser): Promise<void> {
  const { data } = await deleteAccount(requestFrom(browser), app.config, { email })
  expect(data.ok).toBe(true)
  clock.advance(1)
}

/** Requires that nothing in the database names the deleted user. */
async function expectNoGhost({ adapter, user }: AccountApp): Promise<void> {
  expect(await adapter.getUser(user.id)).toBeNull()
  expect(await adapter.listAccountsByUserId(user.id)).toEqual([])
  expect(await adapter.listSessionsByUserId(user.id)).toEqual([])
  expect(await adapter.listFactorsByUserId(user.id)).toEqual([])
  expect(await adapter.listAuthenticatorsByUserId(user.id)).toEqual([])
  expect(await adapter.getPassword(user.id)).toBeNull()
}

describe.each(strategies)('what began before a deletion, with strategy %s:', (strategy) => {
  it.each(['kept', 'deleted'] as const)(
    'a mailed link of before finds a user who was %s, or none of that id [FA11]',
    async (fate) => {
      const app = await makeAccountApp({ session: { strategy }, mail: { signIn: true } })
      const browser = app.browser()
      const mail = await askForLink(app, browser)
      if (fate === 'deleted') await deleteUser(app, await app.signedIn())
      await openLink(browser, mail)
      const found = (await app.adapter.getUserByEmail(email))?.id
      if (fate === 'kept') {
        expect(await browser.session()).not.toBeNull()
        expect(found).toBe(app.user.id)
      } else {
        await expectNoGhost(app)
        expect(found).not.toBe(app.user.id)
      }
    },
  )

  it.each(['kept', 'deleted'] as const)(
    'an account is linked only to a user who was kept: %s [FA11]',
    async (fate) => {
      const fake = fakeProvider({ users: [{ sub: 'ada', email: 'other@example.test' }] })
      const others = [fake.provider({ id: 'op' })]
      const app = await makeAccountApp({ session: { strategy }, others })
      const browser = await app.signedIn()
      const csrfToken = await browser.csrfToken()
      const pressed = await browser.postJson('/auth/signin/op', { csrfToken, link: 'true' })
      const asked = new URL(pressed.headers.get('location') ?? '')
      if (fate === 'deleted') await deleteUser(app, await app.signedIn())
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
      await browser.send(fake.authorize(asked, 'ada').url, { headers })
      const owner = await app.adapter.getUserByAccount({ provider: 'op', providerAccountId: 'ada' })
      if (fate === 'kept') {
        expect(owner?.id).toBe(app.user.id)
      } else {
        expect(owner).toBeNull()
        expect(await browser.session()).toBeNull()
        await expectNoGhost(app)
      }
    },
  )

  it.each(['kept', 'deleted'] as const)(
    'a sign-in that waits for the second factor goes on only for a user who was kept: %s [FA11]',
    async (fate) => {
      const app = await makeAccountApp({
        session: { strategy },
        secondFactor: { methods: [authenticatorApp()] },
      })
      const owner = await app.signedIn()
      const { authenticator } = await setUp(owner, await owner.fetchPage('/auth/add-factor'))
      clock.advance(30)
      const waiting = app.browser()
      await app.attempt({ email, password }, waiting)
      expect(await waiting.session()).toBeNull()
      const page = await waiting.fetchPage('/auth/second-factor')
      if (fate === 'deleted') await deleteUser(app, owner)
      await waiting.postForm(page, { code: await authenticator.code() })
      if (fate === 'kept') {
        expect(await waiting.session()).not.toBeNull()
      } else {
        expect(await waiting.session()).toBeNull()
        await expectNoGhost(app)
      }
    },
  )
})

describe.each(strategies)('after a change of the address, with strategy %s,', (strategy) => {
  async function move(app: AccountApp): Promise<void> {
    const browser = await app.signedIn()
    const csrfToken = await browser.csrfToken()
    const fields = { csrfToken, email: moved, currentPassword: password }
    await browser.postJson('/auth/change-email', fields)
    await app.settle()
    const mail = app.sent.find(({ purpose }) => purpose === 'newAddress')
    await openLink(browser, mail)
    await app.settle()
    expect((await app.adapter.getUser(app.user.id))?.email).toBe(moved)
  }

  it('a reset link in the old mailbox is dead [FA5]', async () => {
    const app = await makeAccountApp({ session: { strategy } })
    const mail = await app.mailTo('forgot-password', email)
    expect(mail?.url).toBeDefined()
    await move(app)
    const before = await app.adapter.getPassword(app.user.id)
    const visitor = app.browser()
    const page = await visitor.fetchPage(mail?.url ?? '')
    if (page.forms[0]) await visitor.postForm(page, { password: 'another long pass phrase' })
    expect(await visitor.session()).toBeNull()
    expect(await app.adapter.getPassword(app.user.id)).toEqual(before)
  })

  it('a sign-in link in the old mailbox does not lead to the user [FA5]', async () => {
    const app = await makeAccountApp({ session: { strategy }, mail: { signIn: true } })
    const browser = app.browser()
    const mail = await askForLink(app, browser)
    await move(app)
    await openLink(browser, mail)
    expect((await browser.session())?.user?.email).not.toBe(moved)
    expect((await app.adapter.getUserByEmail(email))?.id).not.toBe(app.user.id)
    expect((await app.adapter.getUser(app.user.id))?.email).toBe(moved)
  })
})
