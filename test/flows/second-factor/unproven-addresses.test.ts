import { describe, expect, it } from 'vitest'
import { resetFactors } from '../../../src/core.js'
import { fakeProvider, type FakeUser } from '../../../src/testing.js'
import type { Browser } from '../../support/browser.js'
import { choose } from '../../support/apps/mailing-app.js'
import { email } from '../../support/apps/password-app.js'
import {
  answer,
  makeFactorApp,
  useClock,
  type Enrolled,
  type FactorApp,
} from '../../support/apps/factor-app.js'

const clock = useClock()
const ada: FakeUser = { sub: 'ada', name: 'Ada', email, email_verified: true }

interface UnprovenApp extends FactorApp {
  readonly enrolled: Enrolled
  /** Proves the address in each way that takes over a user without factors. */
  readonly ways: Readonly<Record<Way, (browser: Browser) => Promise<unknown>>>
}

type Way = 'mail' | 'reset' | 'provider'

/** An app whose user has an authenticator app, but has never proven the address. */
async function makeUnprovenApp(): Promise<UnprovenApp> {
  const fake = fakeProvider({ users: [ada] })
  const app = await makeFactorApp({
    mail: { signIn: true },
    others: [fake.provider({ id: 'op', vouchesForEmail: true })],
  })
  const enrolled = await app.enrol()
  await app.settle()
  await app.adapter.updateUser({ id: app.user.id, emailVerified: null })
  clock.advance(60)
  const start = async (browser: Browser, provider: string): Promise<string> => {
    const csrfToken = await browser.csrfToken()
    const headers = { 'x-auth-return-redirect': '1' }
    const body = { csrfToken, email }
    const started = await browser.postJson(`/auth/signin/${provider}`, body, headers)
    await app.settle()
    return ((await started.json()) as { url: string }).url
  }
  const ways: UnprovenApp['ways'] = {
    mail: async (browser) => {
      await start(browser, 'mail')
      const mailed = app.sent.findLast((mail) => mail.url.includes('/callback/mail'))
      const shown = await browser.fetchPage(mailed?.url ?? '')
      if (new URL(shown.url).pathname.includes('/callback/')) await browser.postForm(shown)
    },
    reset: async (browser) =>
      choose(browser, await app.mailTo('forgot-password', email), 'seven quiet harbours'),
    provider: async (browser) =>
      browser.send(fake.authorize(await start(browser, 'op'), 'ada').url, {
        headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      }),
  }
  return { ...app, enrolled, ways }
}

async function describeUser({ adapter, user }: FactorApp): Promise<Readonly<object>> {
  return {
    isProven: Boolean((await adapter.getUser(user.id))?.emailVerified),
    stamp: (await adapter.getPassword(user.id))?.stamp,
    factors: (await adapter.listFactorsByUserId(user.id)).length,
    accounts: (await adapter.listAccountsByUserId(user.id)).length,
  }
}

describe('a proof of an address whose user has a second factor and never proved the address', () => {
  it.each(['mail', 'reset', 'provider'] as const)(
    'by %s alone removes nothing and does not sign in',
    async (way) => {
      const app = await makeUnprovenApp()
      const before = await describeUser(app)
      const browser = app.browser()
      await app.ways[way](browser)
      expect(await browser.session()).toBeNull()
      const asked = await browser.fetchPage('/auth/second-factor')
      expect(new URL(asked.url).pathname).toBe('/auth/second-factor')
      expect(await describeUser(app)).toEqual(before)
      expect(await app.enrolled.browser.session()).not.toBeNull()
    },
  )

  it.each(['mail', 'reset', 'provider'] as const)(
    'by %s and the second factor proves the address and removes nothing',
    async (way) => {
      const app = await makeUnprovenApp()
      const browser = app.browser()
      await app.ways[way](browser)
      await answer(browser, { code: await app.enrolled.authenticator.code() })
      expect(await browser.session()).toMatchObject({ user: { email } })
      expect(await describeUser(app)).toEqual({
        isProven: true,
        stamp: expect.any(String),
        factors: 11,
        accounts: way === 'provider' ? 1 : 0,
      })
    },
  )

  it('by mail takes the user over after `resetFactors`', async () => {
    const app = await makeUnprovenApp()
    await resetFactors(app.config, app.user.id)
    clock.advance(5)
    const browser = app.browser()
    await app.ways.mail(browser)
    expect(await browser.session()).toMatchObject({ user: { email } })
    expect(await app.adapter.getPassword(app.user.id)).toBeNull()
  })

  it('by mail is refused if the factor was set up a moment ago', async () => {
    const app = await makeUnprovenApp()
    const rows = await app.adapter.listFactorsByUserId(app.user.id)
    await app.adapter.replaceFactors(app.user.id, 'totp', [])
    const factor = rows.find(({ type }) => type === 'totp')
    const browser = app.browser()
    // The gate has found no factor when the user is locked.
    const transaction = app.adapter.transaction.bind(app.adapter)
    app.adapter.transaction = async (work) => {
      if (factor && (await app.adapter.listFactorsByUserId(app.user.id)).length === 10) {
        await app.adapter.createFactor(factor)
      }
      return transaction(work)
    }
    await app.ways.mail(browser)
    expect(await browser.session()).toBeNull()
    expect(await describeUser(app)).toMatchObject({ isProven: false, factors: 11 })
  })
})
