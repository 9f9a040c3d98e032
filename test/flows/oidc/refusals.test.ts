import { describe, expect, it } from 'vitest'
import { startIdentityProvider, type Person } from '../../support/oidc/identity-provider.js'
import { ada, makeAppFor, startSignIn, signInAtProvider, walk } from '../../support/oidc/visit.js'

describe('a person who cancels', () => {
  it.each(['login', 'consent'] as const)('at %s is back on the sign-in page', async (cancelsAt) => {
    const provider = await startIdentityProvider({}, {}, { accountId: 'ada', cancelsAt })
    const { browser, end } = await signInAtProvider(provider)
    const location = end.response.headers.get('location') ?? ''
    expect(location).toBe(
      'https://app.test/auth/signin?error=OAuthCallbackError&code=access_denied&callbackUrl=https%3A%2F%2Fapp.test%2Fwanted',
    )
    const page = await browser.fetchPage(location)
    expect(page.html).toContain('It was cancelled')
    expect(page.html).not.toContain('said')
    expect(await browser.session()).toBeNull()
  })

  it('can try again, and still gets where they wanted to go', async () => {
    const cancelling = { accountId: 'ada', cancelsAt: 'login' as Person['cancelsAt'] }
    const provider = await startIdentityProvider({}, {}, cancelling)
    const { browser, end } = await signInAtProvider(provider)
    cancelling.cancelsAt = undefined
    const page = await browser.fetchPage(end.response.headers.get('location') ?? '')
    const sent = await browser.postForm(page)
    const { url } = await walk(provider.issuer, sent.response.headers.get('location') ?? '')
    const last = await browser.fetchPage(url.href, { follow: false })
    expect(last.response.headers.get('location')).toBe('https://app.test/wanted')
    expect((await browser.session())?.user).toMatchObject(ada)
  })
})

describe('the provider refuses', () => {
  it('a scope, and its word for it is passed on', async () => {
    const provider = await startIdentityProvider({ scope: 'openid email' })
    const { end } = await signInAtProvider(provider, {
      authorization: { params: { scope: 'openid profile' } },
    })
    expect(end.response.headers.get('location')).toContain('code=invalid_scope')
  })

  it('to answer without a page, and its word for it is passed on', async () => {
    const provider = await startIdentityProvider()
    const { end } = await signInAtProvider(provider, {
      authorization: { params: { prompt: 'none' } },
    })
    expect(end.response.headers.get('location')).toContain('code=login_required')
  })

  it('a pushed request, before the person leaves', async () => {
    const provider = await startIdentityProvider()
    const browser = makeAppFor(provider, {
      pushedRequests: true,
      clientSecret: 'not the secret',
    }).browser()
    const location = await startSignIn(browser, '/wanted')
    expect(location).toContain('https://app.test/auth/signin?error=OAuth')
  })
})

describe('an answer', () => {
  it('works once', async () => {
    const provider = await startIdentityProvider()
    const browser = makeAppFor(provider).browser()
    const { url } = await walk(provider.issuer, await startSignIn(browser, '/'))
    await browser.fetchPage(url.href, { follow: false })
    const again = await browser.fetchPage(url.href, { follow: false })
    expect(again.response.headers.get('location')).toContain('error=OAuthAttemptLost')
  })

  it('works in the browser that asked only', async () => {
    const provider = await startIdentityProvider()
    const app = makeAppFor(provider)
    const { url } = await walk(provider.issuer, await startSignIn(app.browser(), '/'))
    const other = app.browser()
    const page = await other.fetchPage(url.href, { follow: false })
    expect(page.response.headers.get('location')).toContain('error=OAuthAttemptLost')
    expect(await other.session()).toBeNull()
  })

  it('is refused when it names another issuer', async () => {
    const provider = await startIdentityProvider()
    const browser = makeAppFor(provider).browser()
    const { url } = await walk(provider.issuer, await startSignIn(browser, '/'))
    expect(url.searchParams.get('iss')).toBe(provider.issuer)
    url.searchParams.set('iss', 'https://elsewhere.test')
    const page = await browser.fetchPage(url.href, { follow: false })
    expect(page.response.headers.get('location')).toContain('error=OAuthResponseInvalid')
    expect(await browser.session()).toBeNull()
  })

  it('is refused when it names no issuer although the provider says that it always does', async () => {
    const provider = await startIdentityProvider()
    const browser = makeAppFor(provider).browser()
    const { url } = await walk(provider.issuer, await startSignIn(browser, '/'))
    url.searchParams.delete('iss')
    const page = await browser.fetchPage(url.href, { follow: false })
    expect(page.response.headers.get('location')).toContain('error=OAuthResponseInvalid')
  })

  it('is refused with the code of another sign-in', async () => {
    const provider = await startIdentityProvider()
    const app = makeAppFor(provider)
    const stranger = await walk(provider.issuer, await startSignIn(app.browser(), '/'))
    const browser = app.browser()
    const { url } = await walk(provider.issuer, await startSignIn(browser, '/'))
    url.searchParams.set('code', stranger.url.searchParams.get('code') ?? '')
    const page = await browser.fetchPage(url.href, { follow: false })
    expect(page.response.headers.get('location')).toContain('code=invalid_grant')
    expect(await browser.session()).toBeNull()
  })

  it('belongs to its own attempt when two are under way', async () => {
    const provider = await startIdentityProvider()
    const browser = makeAppFor(provider).browser()
    const first = await startSignIn(browser, '/first')
    const second = await startSignIn(browser, '/second')
    for (const [request, wanted] of [
      [second, '/second'],
      [first, '/first'],
    ] as const) {
      const { url } = await walk(provider.issuer, request)
      const page = await browser.fetchPage(url.href, { follow: false })
      expect(page.response.headers.get('location')).toBe(`https://app.test${wanted}`)
    }
    expect((await browser.session())?.user).toMatchObject(ada)
  })
})
