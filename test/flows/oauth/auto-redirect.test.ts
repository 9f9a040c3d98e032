import { describe, expect, it } from 'vitest'
import type { AuthConfig } from '../../../src/core.js'
import type { Browser } from '../../support/browser.js'
import { makeApp, passwordProvider, type App } from '../../support/apps/app.js'
import { comeBack, makeProvider, oidc } from '../../support/oauth/sign-in.js'

/** What a browser sends when the user clicks a link of the site. */
const click = {
  accept: 'text/html',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-user': '?1',
}

const fake = await makeProvider()

const make = (overrides: Partial<AuthConfig> = {}): App =>
  makeApp({ providers: [oidc(fake)], autoRedirect: true, ...overrides })

async function open(
  browser: Browser,
  { path = '/auth/signin', method = 'GET', ...headers }: Record<string, string> = {},
): Promise<string> {
  const response = await browser.send(path, { method, headers: { ...click, ...headers } })
  return response.headers.get('location') ?? String(response.status)
}

const isAtProvider = (location: string): boolean => location.startsWith('https://op.test/')

describe('autoRedirect', () => {
  it.each(['same-origin', 'none'])(
    'redirects a visitor who opens the page to the only provider (%s)',
    async (site) => {
      expect(isAtProvider(await open(make().browser(), { 'sec-fetch-site': site }))).toBe(true)
    },
  )

  it('is off by default', async () => {
    expect(await open(make({ autoRedirect: undefined }).browser())).toBe('200')
  })

  it.each([
    ['after an error', { path: '/auth/signin?error=AccessDenied' }],
    ['for an empty error', { path: '/auth/signin?error=' }],
    ['for one provider by name', { path: '/auth/signin/op' }],
    ['to a link on another site', { 'sec-fetch-site': 'cross-site' }],
    ['to a link on a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['without a click', { 'sec-fetch-user': '' }],
    ['in a frame', { 'sec-fetch-dest': 'iframe' }],
    ['to a script', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['to a browser that loads the page in advance', { 'sec-purpose': 'prefetch;prerender' }],
    ['to HEAD', { method: 'HEAD' }],
    ['to a foreign origin', { origin: 'https://evil.test' }],
  ])('shows the page %s', async (_when, request) => {
    expect(await open(make().browser(), request as Record<string, string>)).toBe('200')
  })

  it('shows the page to a client that does not say where the request comes from', async () => {
    expect((await make().browser().send('/auth/signin')).status).toBe(200)
  })

  it('shows the page if there is another way to sign in', async () => {
    expect(await open(make({ providers: [oidc(fake), passwordProvider] }).browser())).toBe('200')
    expect(await open(make({ providers: [passwordProvider] }).browser())).toBe('200')
  })

  it('leaves the page of the app alone', async () => {
    const browser = make({ pages: { signIn: '/login' } }).browser()
    expect(await open(browser)).toContain('https://app.test/login')
  })

  it('redirects once a minute, so that it cannot go in circles', async () => {
    const browser = make().browser()
    expect(isAtProvider(await open(browser))).toBe(true)
    expect(await open(browser)).toBe('200')
  })

  it('does not redirect a user who has signed out', async () => {
    const browser = make().browser()
    await browser.signOut()
    expect(await open(browser)).toBe('200')
  })

  it('signs in, and opens only a page of this site afterwards', async () => {
    for (const [asked, opened] of [
      ['/after', 'https://app.test/after'],
      ['https://evil.test/', 'https://app.test/'],
    ] as const) {
      const browser = make().browser()
      const path = `/auth/signin?${new URLSearchParams({ callbackUrl: asked, prompt: 'none', scope: 'all' })}`
      const target = new URL(await open(browser, { path }))
      expect(target.searchParams.get('prompt')).toBeNull()
      expect(target.searchParams.get('scope')).not.toBe('all')
      const response = await comeBack(browser, fake.authorize(target.href))
      expect(response.headers.get('location')).toBe(opened)
      expect(await browser.session()).not.toBeNull()
    }
  })

  it('has to be true or false', async () => {
    const app = make({ autoRedirect: 'yes' as never })
    expect((await app.browser().send('/auth/signin')).status).toBe(500)
  })
})
