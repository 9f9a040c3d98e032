import { describe, expect, it } from 'vitest'
import type { AuthConfig } from '../../../src/core.js'
import type { Browser } from '../../support/browser.js'
import { login, makeApp } from '../../support/apps/app.js'

type Pages = AuthConfig['pages']

function browse(pages: Pages): Browser {
  return makeApp({ pages }).browser()
}

async function locationOf(browser: Browser, path: string): Promise<string | null> {
  const { response } = await browser.fetchPage(path, { follow: false })
  return response.headers.get('location')
}

describe('a sign-in page of the application', () => {
  it.each([
    ['a path', '/login', 'https://app.test/login?callbackUrl=https%3A%2F%2Fapp.test%2Finbox'],
    [
      'a path with a query of its own',
      '/login?lang=de',
      'https://app.test/login?lang=de&callbackUrl=https%3A%2F%2Fapp.test%2Finbox',
    ],
    [
      'a URL',
      'https://id.example.test/login',
      'https://id.example.test/login?callbackUrl=https%3A%2F%2Fapp.test%2Finbox',
    ],
    [
      'a URL with a query and a fragment',
      'https://id.example.test/login?lang=de#form',
      'https://id.example.test/login?lang=de&callbackUrl=https%3A%2F%2Fapp.test%2Finbox#form',
    ],
  ])('may be %s', async (_what, signIn, location) => {
    expect(await locationOf(browse({ signIn }), '/auth/signin?callbackUrl=/inbox')).toBe(location)
  })

  it('gets error and code, and nothing else of the query', async () => {
    const location = await locationOf(
      browse({ signIn: '/login?lang=de' }),
      '/auth/signin?error=CredentialsSignin&code=a%26b&lang=xx&foo=bar',
    )
    expect(Object.fromEntries(new URL(location ?? '').searchParams)).toEqual({
      lang: 'de',
      callbackUrl: 'https://app.test/',
      error: 'CredentialsSignin',
      code: 'a&b',
    })
  })

  it('is where a refused sign-in leads', async () => {
    const browser = browse({ signIn: '/login?lang=de' })
    const csrfToken = await browser.csrfToken()
    const response = await browser.postJson('/auth/callback/credentials', { csrfToken })
    const location = new URL(response.headers.get('location') ?? '')
    expect(location.pathname).toBe('/login')
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      lang: 'de',
      error: 'CredentialsSignin',
      code: 'credentials',
    })
  })

  it('can post to us with the token of the csrf endpoint', async () => {
    const browser = browse({ signIn: '/login' })
    const body = new URLSearchParams({ ...login, csrfToken: await browser.csrfToken() })
    await browser.fetch('/auth/callback/credentials', { method: 'POST', body })
    expect(await browser.session()).not.toBeNull()
  })
})

describe('a sign-out page of the application', () => {
  it('gets the destination', async () => {
    expect(await locationOf(browse({ signOut: '/bye?x=1' }), '/auth/signout?callbackUrl=/a')).toBe(
      'https://app.test/bye?x=1&callbackUrl=https%3A%2F%2Fapp.test%2Fa',
    )
  })
})

describe('an error page of the application', () => {
  it.each([
    ['/oops', 'https://app.test/oops?error=AccessDenied'],
    ['/oops?x=1', 'https://app.test/oops?x=1&error=AccessDenied'],
    ['https://help.example.test/', 'https://help.example.test/?error=AccessDenied'],
  ])('at %s gets the error', async (error, location) => {
    expect(await locationOf(browse({ error }), '/auth/error?error=AccessDenied')).toBe(location)
    const app = makeApp({ pages: { error }, callbacks: { signIn: () => false } })
    const { response } = await app.browser().signIn(login)
    expect(response.headers.get('location')).toBe(location)
  })

  it('gets no `error` parameter without an error', async () => {
    expect(await locationOf(browse({ error: '/oops' }), '/auth/error')).toBe(
      'https://app.test/oops',
    )
  })

  it('gets the error encoded', async () => {
    const location = await locationOf(
      browse({ error: '/oops' }),
      '/auth/error?error=a%26b%3Dc%0d%0a',
    )
    expect(location).toBe('https://app.test/oops?error=a%26b%3Dc%0D%0A')
  })
})

describe('a verify-request page of the application', () => {
  it('gets the query', async () => {
    const browser = browse({ verifyRequest: '/check-your-mail?x=1' })
    expect(await locationOf(browser, '/auth/verify-request?provider=email&type=email')).toBe(
      'https://app.test/check-your-mail?x=1&provider=email&type=email',
    )
  })
})

it('a custom page does not change the other pages', async () => {
  const browser = browse({ signIn: '/login', error: undefined })
  for (const path of ['/auth/signout', '/auth/verify-request']) {
    expect((await browser.fetchPage(path)).status).toBe(200)
  }
  expect((await browser.fetchPage('/auth/error?error=AccessDenied')).status).toBe(403)
})

it('an error that a visitor cannot solve is answered without a redirect', async () => {
  const browser = browse({ error: '/oops', signIn: '/login' })
  expect((await browser.fetchPage('/auth/nothing')).status).toBe(404)
  expect((await browser.fetch('/auth/signout', { method: 'PUT' })).status).toBe(405)
})
