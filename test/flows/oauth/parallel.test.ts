import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Browser } from '../../support/browser.js'
import { csrfCookie, sessionCookie } from '../../support/apps/app.js'
import { fakeKey } from '../../support/oauth/fake-keys.js'
import {
  attempts,
  comeBack,
  expectSignedIn,
  makeOAuthApp,
  makeProvider,
  oauth,
  oidc,
  signIn,
  start,
} from '../../support/oauth/sign-in.js'

afterEach(() => void vi.restoreAllMocks())

/** Numbers from 0, in an order that looks like chance and is the same every time. */
function shuffled(length: number): number[] {
  return Array.from({ length }, (_, at) => (at * 7 + 3) % length)
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new Error(`There is nothing at ${index}.`)
  return found
}

describe('AR10: several sign-ins in one browser', () => {
  it('AR10: two tabs both finish, each where it wanted to', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    const one = fake.authorize(await start(browser, { callbackUrl: '/one' }))
    const two = fake.authorize(await start(browser, { callbackUrl: '/two' }))
    expect(attempts(browser)).toHaveLength(2)
    const second = await comeBack(browser, two)
    const first = await comeBack(browser, one)
    expect(second.headers.get('location')).toBe('https://app.test/two')
    expect(first.headers.get('location')).toBe('https://app.test/one')
    expect(attempts(browser)).toEqual([])
  })

  it('AR10: ten tabs finish in any order, at two providers', async () => {
    const one = await makeProvider({ issuer: 'https://one.test' })
    const two = await makeProvider({ issuer: 'https://two.test' })
    const app = makeOAuthApp([oidc(one, { id: 'one' }), oidc(two, { id: 'two' })])
    const browser = app.browser()
    const back = []
    for (let tab = 0; tab < 10; tab++) {
      const [id, fake] = tab % 2 === 0 ? (['one', one] as const) : (['two', two] as const)
      const location = await start(browser, { id, callbackUrl: `/tab-${tab}` })
      back.push(fake.authorize(location, { sub: `subject-${tab}` }))
    }
    for (const tab of shuffled(10)) {
      const response = await comeBack(browser, at(back, tab))
      expect(response.headers.get('location')).toBe(`https://app.test/tab-${tab}`)
    }
    expect(app.signedIn).toHaveLength(10)
    expect(attempts(browser)).toEqual([])
  })

  it('AR10: the eleventh drops the oldest, and no other', async () => {
    const fake = await makeProvider()
    const app = makeOAuthApp([oidc(fake)])
    const browser = app.browser()
    const clock = Date.now
    const back = []
    try {
      for (let tab = 0; tab < 11; tab++) {
        const moment = clock() + tab * 1000
        Date.now = () => moment
        back.push(fake.authorize(await start(browser)))
      }
    } finally {
      Date.now = clock
    }
    expect(attempts(browser)).toHaveLength(10)
    const results = []
    for (const response of back) {
      const { headers } = await comeBack(browser, response)
      results.push(headers.get('location')?.includes('error=OAuthAttemptLost') ?? false)
    }
    expect(results).toEqual([true, ...Array.from({ length: 10 }, () => false)])
    expect(app.signedIn).toHaveLength(10)
  })

  it('AR10: cookies of attempts are small enough for ten, and no script sees them', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    for (let tab = 0; tab < 10; tab++) await start(browser)
    expect(browser.cookieHeader().length).toBeLessThan(8192)
    for (const cookie of browser.cookies.filter(({ name }) => attempts(browser).includes(name))) {
      expect(cookie).toMatchObject({ httpOnly: true, secure: true, domain: undefined })
      expect(cookie.sameSite?.toLowerCase()).toBe('lax')
    }
  })
})

describe('many people in one process', () => {
  it('P7: 100 at once each get their own session', { timeout: 300_000 }, async () => {
    // A machine that has much to do is not a service that hangs.
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
    const fake = await makeProvider({ key: await fakeKey('first', 'ES256') })
    const app = makeOAuthApp([oidc(fake, { idToken: false })], {
      callbacks: {
        jwt: ({ token, account }) => (account ? { ...token, at: account.access_token } : token),
        session: ({ session, token }) => ({ ...session, sub: token.sub, at: token['at'] }),
      },
    })
    const people = Array.from({ length: 100 }, (_, at) => ({ sub: `s-${at}`, name: `N-${at}` }))
    const seen = await Promise.all(
      people.map(async (person) => {
        const browser = app.browser()
        expectSignedIn(browser, await signIn(browser, fake, { person }))
        return browser.session()
      }),
    )
    for (const [at, session] of seen.entries()) {
      expect(session?.['sub']).toBe(`op:s-${at}`)
      expect(session?.user?.name).toBe(`N-${at}`)
    }
    expect(new Set(seen.map((session) => session?.['at'])).size).toBe(100)
    expect([fake.count('discovery'), fake.count('jwks')]).toEqual([1, 1])
    expect([fake.count('token'), fake.count('userinfo')]).toEqual([100, 100])
  })
})

describe('requests to the provider', () => {
  it('a second sign-in needs the token endpoint, and nothing else', async () => {
    const fake = await makeProvider()
    const app = makeOAuthApp([oidc(fake)])
    const [first, second] = [app.browser(), app.browser()]
    expectSignedIn(first, await signIn(first, fake))
    expect(fake.received.map(({ endpoint }) => endpoint)).toEqual(['discovery', 'token', 'jwks'])
    fake.received.length = 0
    expectSignedIn(second, await signIn(second, fake))
    expect(fake.received.map(({ endpoint }) => endpoint)).toEqual(['token'])
  })

  it('a second sign-in asks for user info where that is configured', async () => {
    const fake = await makeProvider()
    const app = makeOAuthApp([oidc(fake, { idToken: false })])
    const [first, second] = [app.browser(), app.browser()]
    expectSignedIn(first, await signIn(first, fake))
    fake.received.length = 0
    expectSignedIn(second, await signIn(second, fake))
    expect(fake.received.map(({ endpoint }) => endpoint)).toEqual(['token', 'userinfo'])
  })

  it('plain OAuth with all endpoints needs no discovery', async () => {
    const fake = await makeProvider({ openid: false })
    const browser = makeOAuthApp([oauth(fake)]).browser()
    expectSignedIn(browser, await signIn(browser, fake))
    expect(fake.received.map(({ endpoint }) => endpoint)).toEqual(['token', 'userinfo'])
  })

  it('nothing is asked for a page, a session or a list of providers', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    await browser.fetchPage('/auth/signin')
    await browser.fetch('/auth/providers')
    await browser.session()
    expect(fake.received).toEqual([])
    expect(browser.cookie(sessionCookie)).toBeUndefined()
  })
})

describe('ten first visits at once, without cookies', () => {
  it('all start a sign-in, and all can finish it', async () => {
    const fake = await makeProvider()
    const app = makeOAuthApp([oidc(fake)])
    const browser = app.browser()
    const tabs = Array.from({ length: 10 }, (_, tab) => `/auth/signin?callbackUrl=/tab-${tab}`)
    const pages = await Promise.all(tabs.map((path) => browser.fetchPage(path)))
    const sent = await Promise.all(pages.map((page) => browser.postForm(page)))
    const addresses = sent.map(({ response }) => response.headers.get('location') ?? '')
    expect(addresses.filter((address) => !address.startsWith('https://op.test/'))).toEqual([])
    for (const [tab, address] of addresses.entries()) {
      const response = await comeBack(browser, fake.authorize(address))
      expect(response.headers.get('location')).toBe(`https://app.test/tab-${tab}`)
    }
  })

  it('leave one cookie for each page, which ends with the sign-in', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    await Promise.all([1, 2, 3].map(() => browser.fetchPage('/auth/signin')))
    expect(csrfCookies(browser)).toHaveLength(4)
    await signIn(browser, fake)
    expect(csrfCookies(browser)).toEqual([])
  })

  it('start nothing with the token of another browser', async () => {
    const app = makeOAuthApp([oidc(await makeProvider())])
    const browser = app.browser()
    await browser.csrfToken()
    const body = new URLSearchParams({ csrfToken: await app.browser().csrfToken() })
    await browser.fetch('/auth/signin/op', { method: 'POST', body })
    expect(attempts(browser)).toEqual([])
  })

  it('start nothing with a cookie under the name of another token', async () => {
    const app = makeOAuthApp([oidc(await makeProvider())])
    const browser = app.browser()
    const mine = await browser.csrfToken()
    const stolen = `${mine.slice(0, 8)}${'A'.repeat(35)}`
    await browser.fetch('/auth/signin/op', {
      method: 'POST',
      body: new URLSearchParams({ csrfToken: stolen }),
    })
    expect(attempts(browser)).toEqual([])
  })

  it('start nothing in a browser that keeps no cookies', async () => {
    const browser = makeOAuthApp([oidc(await makeProvider())]).browser()
    const body = new URLSearchParams({ csrfToken: await browser.csrfToken() })
    for (const { name } of browser.cookies) browser.forget(name)
    await browser.fetch('/auth/signin/op', { method: 'POST', body })
    expect(attempts(browser)).toEqual([])
  })

  function csrfCookies({ cookies }: Browser): readonly string[] {
    return cookies.map(({ name }) => name).filter((name) => name.startsWith(csrfCookie))
  }
})
