import { describe, expect, it } from 'vitest'
import { revokeSessionsOfUser } from '../../../src/core.js'
import type { Browser, Page } from '../../support/browser.js'
import { email } from '../../support/apps/password-app.js'
import {
  makeFactorApp,
  readAuthenticator,
  useClock,
  type FactorApp,
} from '../../support/apps/factor-app.js'

const clock = useClock()

/** An app in which only the sign-ins that begin from now on need a second factor. */
async function makeStrictApp(): Promise<FactorApp & { readonly other: Browser }> {
  let isStrict = false
  const app = await makeFactorApp({
    mail: { signIn: true },
    secondFactor: { required: () => isStrict },
  })
  const other = await app.begin()
  isStrict = true
  clock.advance(5)
  return { ...app, other }
}

async function finish(browser: Browser, page: Page): Promise<void> {
  clock.advance(5)
  await browser.postForm(page, { code: await readAuthenticator(page).code() })
}

/** Opens a mailed link, as far as the page that sets up a factor. */
async function beginByMail(
  app: FactorApp,
  address = email,
): Promise<{ readonly browser: Browser; readonly page: Page }> {
  const browser = app.browser()
  const csrfToken = await browser.csrfToken()
  await browser.postJson('/auth/signin/mail', { csrfToken, email: address })
  await app.settle()
  const url = app.sent.findLast((mail) => mail.url.includes('/callback/mail'))?.url ?? ''
  const shown = await browser.fetchPage(url)
  if (new URL(shown.url).pathname !== '/auth/add-factor') await browser.postForm(shown)
  return { browser, page: await browser.fetchPage('/auth/add-factor') }
}

async function countFactors({ adapter, user }: FactorApp): Promise<number> {
  return (await adapter.listFactorsByUserId(user.id)).length
}

describe('a pending sign-in that sets up the first factor', () => {
  it('ends the sessions that began without the factor', async () => {
    const app = await makeStrictApp()
    const browser = await app.begin()
    await finish(browser, await browser.fetchPage('/auth/add-factor'))
    expect(await browser.session()).toMatchObject({ user: { email } })
    expect(await app.other.session()).toBeNull()
  })

  it('is refused after a sign-out everywhere', async () => {
    const app = await makeStrictApp()
    const browser = await app.begin()
    const page = await browser.fetchPage('/auth/add-factor')
    clock.advance(5)
    await app.other.postJson('/auth/signout', {
      csrfToken: await app.other.csrfToken(),
      everywhere: 'true',
    })
    await finish(browser, page)
    expect(await browser.session()).toBeNull()
    expect(await countFactors(app)).toBe(0)
  })

  it('is refused after the app has ended all sessions of the user', async () => {
    const app = await makeStrictApp()
    const browser = await app.begin()
    const page = await browser.fetchPage('/auth/add-factor')
    clock.advance(5)
    await revokeSessionsOfUser(app.config, app.user.id)
    await finish(browser, page)
    expect(await browser.session()).toBeNull()
    expect(await countFactors(app)).toBe(0)
  })

  it('is refused after the password was changed, and signs no other browser out', async () => {
    const app = await makeStrictApp()
    const browser = await app.begin()
    const page = await browser.fetchPage('/auth/add-factor')
    const stored = await app.adapter.getPassword(app.user.id)
    if (!stored) throw new Error('The user has no password.')
    // A process that stops after the change of the password has not ended the sessions yet.
    const changed = { ...stored, stamp: 'a newer stamp' }
    expect(await app.adapter.setPassword(app.user.id, changed, stored.hash)).toBe(true)
    await finish(browser, page)
    expect(await browser.session()).toBeNull()
    expect(await app.other.session()).not.toBeNull()
    expect(await countFactors(app)).toBe(0)
  })

  it('works once, and a second use signs no other browser out', async () => {
    const app = await makeStrictApp()
    const browser = await app.begin()
    const page = await browser.fetchPage('/auth/add-factor')
    const copy = app.browser()
    for (const { name, value } of browser.cookies) copy.plant(name, value)
    await finish(browser, page)
    await app.adapter.replaceFactors(app.user.id, 'totp', [])
    await finish(copy, page)
    expect(await copy.session()).toBeNull()
    expect(await browser.session()).not.toBeNull()
    expect(await app.adapter.listFactorsByUserId(app.user.id)).toHaveLength(10)
  })
})

describe('a sign-in by mail that sets up the first factor', () => {
  it('confirms the address and signs in', async () => {
    const app = await makeStrictApp()
    const { browser, page } = await beginByMail(app)
    await finish(browser, page)
    expect(await browser.session()).toMatchObject({ user: { email } })
  })

  it('is refused if the user has another address by then', async () => {
    const app = await makeStrictApp()
    const { browser, page } = await beginByMail(app)
    await app.adapter.updateUser({ id: app.user.id, email: 'moved@example.test' })
    await finish(browser, page)
    expect(await browser.session()).toBeNull()
    expect(await app.other.session()).not.toBeNull()
    expect(await countFactors(app)).toBe(0)
  })

  it('of a new user is refused if the user has another address by then', async () => {
    const app = await makeStrictApp()
    const address = 'new@example.test'
    const { browser, page } = await beginByMail(app, address)
    const user = await app.adapter.getUserByEmail(address)
    await app.adapter.updateUser({ id: user?.id ?? '', email: 'moved@example.test' })
    await finish(browser, page)
    expect(await browser.session()).toBeNull()
  })
})
