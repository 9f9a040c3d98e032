import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { hasProof, listAccounts } from '../../../src/core.js'
import { authenticatorApp } from '../../../src/factors.js'
import type { AuthConfig } from '../../../src/model/config.js'
import { fakeProvider, type FakeProvider, type FakeUser } from '../../../src/testing.js'
import type { Browser } from '../../support/browser.js'
import { makeApp } from '../../support/apps/app.js'
import { setUp, useClock } from '../../support/apps/factor-app.js'

const clock = useClock()

const ada: FakeUser = { sub: 'ada', name: 'Ada', email: 'ada@example.test', email_verified: true }
const mallory: FakeUser = { sub: 'mallory', name: 'Mallory', email: 'mallory@example.test' }

interface Visit {
  readonly config: AuthConfig
  readonly browser: Browser
  readonly fake: FakeProvider
  /** The names of the events in the audit trail. */
  readonly audited: readonly string[]
}

async function open(authTime?: () => unknown): Promise<Visit> {
  const fake = fakeProvider({ users: [ada, mallory] })
  if (authTime) fake.changeClaims((claims) => ({ ...claims, auth_time: authTime() }))
  const audited: string[] = []
  const app = makeApp({
    audit: ({ event }) => audited.push(event),
    adapter: memoryAdapter(),
    providers: [fake.provider({ id: 'op' })],
    secondFactor: { methods: [authenticatorApp()] },
  })
  const visit = { config: app.config, browser: app.browser(), fake, audited }
  await signIn(visit, '/auth/signin', 'ada')
  return visit
}

/** Presses the provider's button on a page, and comes back from the provider as a user. */
async function signIn(
  { browser, fake }: Pick<Visit, 'browser' | 'fake'>,
  path: string,
  user: string,
): Promise<{ readonly location: string; readonly asked: URL }> {
  const pressed = await browser.postForm(await browser.fetchPage(path))
  const asked = new URL(pressed.response.headers.get('location') ?? '')
  const { url } = fake.authorize(asked, user)
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  const response = await browser.send(url, { headers })
  return { location: response.headers.get('location') ?? '', asked }
}

function requestOf({ browser }: Visit): Request {
  return new Request('https://app.test/', { headers: { cookie: browser.cookieHeader() } })
}

const confirmPage = '/auth/confirm?callbackUrl=/settings'

describe('a user who signed in with a provider', () => {
  it('confirms their identity there, and the provider is asked to make sure', async () => {
    const visit = await open()
    clock.advance(3600)
    expect(await hasProof(requestOf(visit), visit.config, { within: 600 })).toBe(false)
    const { location, asked } = await signIn(visit, confirmPage, 'ada')
    expect(asked.searchParams.get('prompt')).toBe('login')
    expect(asked.searchParams.get('max_age')).toBe('0')
    expect(location).toBe('https://app.test/settings')
    expect(await hasProof(requestOf(visit), visit.config, { within: 600 })).toBe(true)
    expect(visit.audited).toContain('identity-confirmed')
  })

  it('does not confirm it with another account, which is neither signed in nor linked (FM16)', async () => {
    const visit = await open()
    clock.advance(3600)
    const { location } = await signIn(visit, confirmPage, 'mallory')
    expect(location).toContain('error=')
    expect(await visit.browser.session()).toMatchObject({ user: { email: ada.email } })
    expect(await hasProof(requestOf(visit), visit.config, { within: 600 })).toBe(false)
    expect(await listAccounts(requestOf(visit), visit.config)).toHaveLength(1)
  })

  it.each([
    ['is old', () => Math.floor(Date.now() / 1000) - 600],
    ['is missing', () => undefined],
    ['is in the future', () => Math.floor(Date.now() / 1000) + 600],
    ['is a text', () => String(Math.floor(Date.now() / 1000))],
  ])('does not confirm it if the time of the sign-in %s (FM17)', async (_, authTime) => {
    const visit = await open()
    clock.advance(3600)
    visit.fake.changeClaims((claims) => ({ ...claims, auth_time: authTime() }))
    const { location } = await signIn(visit, confirmPage, 'ada')
    expect(location).toContain('unproven=op')
    expect(await hasProof(requestOf(visit), visit.config, { within: 600 })).toBe(false)
  })

  it.each([
    ['an old session there', () => Math.floor(Date.now() / 1000) - 3600, false],
    ['a new session there', () => Math.floor(Date.now() / 1000) - 10, true],
    ['a provider that does not say when', () => undefined, true],
    ['a time in the future', () => Math.floor(Date.now() / 1000) + 30, true],
  ])('has proven their identity as recently as %s says', async (_, authTime, isRecent) => {
    const visit = await open(authTime)
    expect(await visit.browser.session()).not.toBeNull()
    expect(await hasProof(requestOf(visit), visit.config, { within: 600 })).toBe(isRecent)
  })

  it('cannot confirm it there without the code, once there is an authenticator app', async () => {
    const visit = await open()
    const { browser } = visit
    await setUp(browser, await browser.fetchPage('/auth/add-factor'))
    clock.advance(3600)
    const csrfToken = await browser.csrfToken()
    const body = new URLSearchParams({ csrfToken, with: 'provider', provider: 'op' })
    const headers = { origin: browser.origin, 'sec-fetch-site': 'same-origin' }
    const response = await browser.send('/auth/confirm', { method: 'POST', body, headers })
    expect(response.headers.get('location')).toContain('error=InvalidCode')
  })

  it('is asked for the code after signing in there (FM2)', async () => {
    const visit = await open()
    await setUp(visit.browser, await visit.browser.fetchPage('/auth/add-factor'))
    const other = { ...visit, browser: visit.browser.copy() }
    await other.browser.signOut()
    const { location } = await signIn(other, '/auth/signin', 'ada')
    expect(location).toBe('https://app.test/auth/second-factor')
    expect(await other.browser.session()).toBeNull()
  })
})
