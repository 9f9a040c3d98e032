import { describe, expect, it } from 'vitest'
import { accountPage } from '../../../src/account.js'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { hasProof } from '../../../src/core.js'
import { fakeProvider } from '../../../src/testing.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import type { Browser } from '../../support/browser.js'
import { makeApp, type App } from '../../support/apps/app.js'
import { useClock } from '../../support/apps/factor-app.js'

const clock = useClock()
const ada = { sub: 'ada', name: 'Ada', email: 'ada@example.test', email_verified: true }

/** An app with the account page and one OpenID provider, which says when its session began. */
async function open(authTime?: () => number): Promise<{
  readonly app: App
  readonly browser: Browser
  readonly signIn: (path: string) => Promise<URL>
}> {
  const fake = fakeProvider({ users: [ada] })
  if (authTime) fake.changeClaims((claims) => ({ ...claims, auth_time: authTime() }))
  const app = makeApp({
    adapter: memoryAdapter(),
    providers: [fake.provider({ id: 'op' })],
    account: accountPage(),
  })
  const browser = app.browser()
  const signIn = async (path: string): Promise<URL> => {
    const pressed = await browser.postForm(await browser.fetchPage(path))
    const asked = new URL(pressed.response.headers.get('location') ?? '')
    const { url } = fake.authorize(asked, 'ada')
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    await browser.send(url, { headers })
    return asked
  }
  return { app, browser, signIn }
}

describe('a user of an app with the account page and without second factors', () => {
  it('has proven nothing new by an old session at the provider', async () => {
    const { app, browser, signIn } = await open(() => Math.floor(Date.now() / 1000) - 3600)
    const asked = await signIn('/auth/signin')
    expect(asked.searchParams.has('prompt')).toBe(false)
    expect(await browser.session()).not.toBeNull()
    expect(await hasProof(requestFrom(browser), app.config, { within: 600 })).toBe(false)
  })

  it('is asked by the provider again to confirm their identity', async () => {
    const { app, browser, signIn } = await open()
    await signIn('/auth/signin')
    clock.advance(3600)
    expect(await hasProof(requestFrom(browser), app.config, { within: 600 })).toBe(false)
    const asked = await signIn('/auth/confirm?callbackUrl=/auth/account')
    expect(asked.searchParams.get('prompt')).toBe('login')
    expect(asked.searchParams.get('max_age')).toBe('0')
    expect(await hasProof(requestFrom(browser), app.config, { within: 600 })).toBe(true)
  })
})
