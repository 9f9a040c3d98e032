import { describe, expect, it } from 'vitest'
import { getAuthentication, hasProof, locateConfirmation } from '../../../src/core.js'
import { isProven } from '../../../src/flows/confirm/require-proof.js'
import type { Browser } from '../../support/browser.js'
import { email, password } from '../../support/apps/password-app.js'
import {
  answer,
  makeFactorApp,
  readAuthenticator,
  useClock,
  type FactorApp,
} from '../../support/apps/factor-app.js'

const clock = useClock()

function requestOf(browser: Browser): Request {
  return new Request('https://app.test/settings', { headers: { cookie: browser.cookieHeader() } })
}

const strategies = ['database', 'jwt'] as const

describe.each(strategies)('the step-up check, with sessions of the strategy %s,', (strategy) => {
  const makeApp = (): Promise<FactorApp> => makeFactorApp({ session: { strategy } })

  it('knows when and how the user signed in', async () => {
    const app = await makeApp()
    // The time is kept in whole seconds.
    const before = Math.floor(Date.now() / 1000) * 1000
    const { browser } = await app.enrol()
    const known = await getAuthentication(requestOf(browser), app.config)
    expect(known).toMatchObject({ methods: ['pwd', 'otp', 'mfa'], factors: 2 })
    const at = known?.at?.getTime()
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThanOrEqual(Date.now())
    expect(await getAuthentication(requestOf(app.browser()), app.config)).toBeNull()
  })

  it('asks for a proof after ten minutes, however often the session was renewed (FM18)', async () => {
    const app = await makeApp()
    const browser = await app.begin()
    const needed = { within: 600 }
    expect(await hasProof(requestOf(browser), app.config, needed)).toBe(true)
    for (let minute = 0; minute < 60; minute += 5) {
      clock.advance(300)
      await browser.session()
      await browser.postJson('/auth/session', {
        csrfToken: await browser.csrfToken(),
        data: { authenticatedAt: Date.now(), session_authenticated_at: Date.now() / 1000 },
      })
    }
    expect(await browser.session()).not.toBeNull()
    expect(await hasProof(requestOf(browser), app.config, needed)).toBe(false)
  })

  it('takes the password of a user without a second factor', async () => {
    const app = await makeApp()
    const browser = await app.begin()
    clock.advance(3600)
    const former = browser.copy()
    const page = await browser.fetchPage('/auth/confirm?callbackUrl=/settings')
    const wrong = await browser.postForm(page, { password: 'not the password' })
    expect(wrong.response.headers.get('location')).toContain('error=CredentialsSignin')
    expect(await hasProof(requestOf(browser), app.config, { within: 600 })).toBe(false)
    const done = await browser.postForm(page, { password })
    expect(done.response.headers.get('location')).toBe('https://app.test/settings')
    expect(await hasProof(requestOf(browser), app.config, { within: 600 })).toBe(true)
    expect(await hasProof(requestOf(browser), app.config, { within: 600, factors: 2 })).toBe(false)
    expect(await former.session()).toBeNull()
  })

  it('takes nothing but the second factor of a user who has one', async () => {
    const app = await makeApp()
    const { browser, authenticator } = await app.enrol()
    clock.advance(3600)
    const page = await browser.fetchPage('/auth/confirm?callbackUrl=/settings')
    await browser.postForm(page, { password })
    expect(await hasProof(requestOf(browser), app.config, { within: 600 })).toBe(false)
    await browser.postForm(page, { code: await authenticator.code() })
    expect(await hasProof(requestOf(browser), app.config, { within: 600, factors: 2 })).toBe(true)
  })

  it('does not make an old second factor new by a password', async () => {
    const app = await makeApp()
    const { browser } = await app.enrol()
    await app.adapter.replaceFactors(app.user.id, 'totp', [])
    clock.advance(3600)
    const page = await browser.fetchPage('/auth/confirm')
    await browser.postForm(page, { password })
    expect(await hasProof(requestOf(browser), app.config, { within: 600 })).toBe(true)
    expect(await hasProof(requestOf(browser), app.config, { within: 600, factors: 2 })).toBe(false)
  })

  it('does not count a remembered browser as a factor (FM13)', async () => {
    const app = await makeFactorApp({
      session: { strategy },
      secondFactor: { rememberDevice: true },
    })
    const { authenticator } = await app.enrol()
    clock.advance(60)
    const browser = await app.begin()
    await answer(browser, { code: await authenticator.code(), rememberDevice: 'on' })
    await browser.signOut()
    await app.begin(browser)
    expect(await browser.session()).not.toBeNull()
    expect(await hasProof(requestOf(browser), app.config, { factors: 2 })).toBe(false)
  })

  it('ignores claims that an app or a client writes (FM19)', async () => {
    const app = await makeFactorApp({
      session: { strategy },
      callbacks: {
        jwt: ({ token }) => ({
          ...token,
          session_amr: ['mfa'],
          session_authenticated_at: Date.now() / 1000 + 1e6,
        }),
      },
    })
    const browser = await app.begin()
    clock.advance(3600)
    await browser.session()
    expect(await hasProof(requestOf(browser), app.config, { within: 600 })).toBe(false)
    expect(await hasProof(requestOf(browser), app.config, { factors: 2 })).toBe(false)
  })
})

describe('the page that asks for a proof', () => {
  it('leads a visitor without a session to the sign-in page', async () => {
    const app = await makeFactorApp()
    const page = await app.browser().fetchPage('/auth/confirm')
    expect(page.url).toContain('/auth/signin')
  })

  it('never leads to another site (FM22)', async () => {
    const app = await makeFactorApp()
    const browser = await app.begin()
    const page = await browser.fetchPage('/auth/confirm?callbackUrl=https://evil.test/')
    const done = await browser.postForm(page, { password })
    expect(done.response.headers.get('location')).toBe('https://app.test/')
  })

  it('is where the pages about factors lead after ten minutes, and back', async () => {
    const app = await makeFactorApp()
    const browser = await app.begin()
    clock.advance(3600)
    const page = await browser.fetchPage('/auth/add-factor')
    expect(new URL(page.url).pathname).toBe('/auth/confirm')
    const back = await browser.postForm(page, { password }, { follow: true })
    expect(new URL(back.url).pathname).toBe('/auth/add-factor')
  })

  it('leads a user without a second factor back after the set-up, if two are needed', async () => {
    const app = await makeFactorApp()
    const browser = await app.begin()
    const page = await browser.fetchPage('/auth/confirm?factors=2&callbackUrl=%2Fvault')
    expect(new URL(page.url).pathname).toBe('/auth/add-factor')
    expect(page.html).toContain('href="https://app.test/auth/factors">Cancel')
    const shown = await browser.postForm(page, { code: await readAuthenticator(page).code() })
    expect(shown.html).toContain('href="https://app.test/vault">Continue')
  })

  it('has an address for apps', async () => {
    const { config } = await makeFactorApp()
    const request = new Request('https://app.test/settings')
    const { path } = await locateConfirmation(request, config, { callbackUrl: '/settings' })
    expect(path).toBe('/auth/confirm?callbackUrl=%2Fsettings')
    expect(email).toContain('@')
  })
})

describe('a user with a second factor who signed in without it', () => {
  it.each(['factors', 'add-factor'])('confirms the factor before %s is shown', async (route) => {
    const app = await makeFactorApp({ secondFactor: { required: 'never' } })
    const { authenticator } = await app.enrol()
    clock.advance(60)
    const browser = await app.begin()
    expect(await browser.session()).not.toBeNull()
    const asked = await browser.fetchPage(`/auth/${route}`)
    expect(new URL(asked.url).pathname).toBe('/auth/confirm')
    await browser.postForm(asked, { code: await authenticator.code() })
    const shown = await browser.fetchPage(`/auth/${route}`)
    expect(new URL(shown.url).pathname).toBe(`/auth/${route}`)
  })
})

describe('a proof', () => {
  it('of two factors is not made newer by the password alone', async () => {
    const app = await makeFactorApp()
    const { browser } = await app.enrol()
    clock.advance(300)
    await app.begin(browser)
    expect(await browser.session()).not.toBeNull()
    clock.advance(301)
    const asked = await browser.fetchPage('/auth/factors')
    expect(new URL(asked.url).pathname).toBe('/auth/confirm')
  })

  it('counts if another server’s clock is a minute ahead, and not if it is from the future', () => {
    const now = 1_000_000
    expect(isProven({ now }, { at: now + 60, amr: [] }, {})).toBe(true)
    expect(isProven({ now }, { at: now + 61, amr: [] }, {})).toBe(false)
  })
})
