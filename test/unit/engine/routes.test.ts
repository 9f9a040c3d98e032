import { describe, expect, it } from 'vitest'
import { Auth, skipCSRFCheck } from '../../../src/core.js'
import type { Browser, Page } from '../../support/browser.js'
import {
  csrfCookie,
  lastSignInCookie,
  login,
  makeApp,
  passwordProvider,
  sessionCookie,
} from '../../support/apps/app.js'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Every path that is ours, and the methods that it has. */
const routes = {
  '/auth/csrf': ['GET', 'HEAD'],
  '/auth/providers': ['GET', 'HEAD'],
  '/auth/session': ['GET', 'HEAD', 'POST'],
  '/auth/signin': ['GET', 'HEAD', 'POST'],
  '/auth/signin/credentials': ['GET', 'HEAD', 'POST'],
  '/auth/callback/credentials': ['POST'],
  '/auth/signout': ['GET', 'HEAD', 'POST'],
  '/auth/error': ['GET', 'HEAD'],
  '/auth/verify-request': ['GET', 'HEAD'],
} as const

const paths = [
  ...Object.keys(routes),
  '/auth',
  '/auth/nothing',
  '/auth/signin/nobody',
  '/elsewhere',
]
const everything = paths.flatMap((path) => methods.map((method) => ({ path, method })))
const programs = ['/auth/csrf', '/auth/providers', '/auth/session']

async function bodyOf(browser: Browser, path: string): Promise<unknown> {
  return (await browser.fetch(path)).json()
}

describe('every answer', () => {
  it.each(everything)('to $method $path carries the common headers', async ({ path, method }) => {
    const browser = makeApp().browser()
    const init =
      method === 'GET' || method === 'HEAD' ? {} : { body: new URLSearchParams({ a: '1' }) }
    const response = await browser.fetch(path, { method, ...init })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      vary: 'Cookie',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.status).toBeLessThan(500)
    const type = response.headers.get('content-type')
    if (type?.startsWith('text/html')) {
      expect(type).toBe('text/html; charset=utf-8')
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src ('nonce-[\w-]{22}')(?:; script-src \1)?; img-src 'self' data:; form-action [^;]+; base-uri 'none'; frame-ancestors 'none'$/,
      )
      expect(response.headers.get('x-frame-options')).toBe('DENY')
      expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    } else if (type !== null) {
      expect(type).toBe('application/json')
    }
    if (method === 'HEAD' || response.status === 302) expect(await response.text()).toBe('')
    else expect(await response.text()).not.toBe('')
  })

  it('has a nonce of its own, which the stylesheet carries', async () => {
    const browser = makeApp().browser()
    const nonces = new Set<string>()
    for (let round = 0; round < 20; round++) {
      const { html, response } = await browser.fetchPage('/auth/signin')
      const policy = response.headers.get('content-security-policy') ?? ''
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
      expect(html).toContain(`<style nonce="${nonce}">`)
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(20)
  })
})

describe('methods', () => {
  const refused = Object.entries(routes).flatMap(([path, allowed]) =>
    methods
      .filter((method) => !(allowed as readonly string[]).includes(method))
      .map((method) => ({ path, method, allow: allowed.join(', ') })),
  )

  it.each(refused)(
    'answers 405 to $method $path and allows $allow',
    async ({ path, method, allow }) => {
      const response = await makeApp().browser().fetch(path, { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe(allow)
      expect(response.headers.getSetCookie()).toEqual([])
    },
  )

  const readable = Object.entries(routes)
    .filter(([, allowed]) => (allowed as readonly string[]).includes('HEAD'))
    .map(([path]) => path)

  it.each(readable)('answers HEAD %s as GET, without a body', async (path) => {
    const app = makeApp()
    const [head, get] = [
      await app.browser().fetch(path, { method: 'HEAD' }),
      await app.browser().fetch(path),
    ]
    expect(head.status).toBe(get.status)
    expect([...head.headers.keys()]).toEqual([...get.headers.keys()])
    expect(await head.text()).toBe('')
  })

  it('ignores a method that a header or a field asks for', async () => {
    const browser = makeApp().browser()
    await browser.signIn(login)
    const headers = { 'x-http-method-override': 'POST', 'x-method-override': 'POST' }
    await browser.fetch('/auth/signout?_method=POST', { headers })
    expect(await browser.session()).not.toBeNull()
  })
})

describe('unknown addresses', () => {
  it.each([
    '/auth',
    '/auth/',
    '/auth/nothing',
    '/authsession',
    '/auth/csrf/credentials',
    '/auth/session/credentials',
    '/auth/callback',
    '/auth/signin/nobody',
    '/auth/callback/nobody',
    '/auth/signin/credentials/more',
    '/',
    '/elsewhere',
  ])('are 404 at %s', async (path) => {
    const browser = makeApp().browser()
    const page = await browser.fetchPage(path)
    expect(page.status).toBe(404)
    expect(page.response.headers.get('content-type')).toContain('text/html')
    expect(browser.cookies).toEqual([])
    const csrfToken = await browser.csrfToken()
    const posted = await browser.postJson(path, { csrfToken })
    expect(posted.status).toBe(404)
  })

  it('tolerate one trailing slash on a known one', async () => {
    const browser = makeApp().browser()
    expect((await browser.fetch('/auth/session/')).status).toBe(200)
    expect((await browser.fetchPage('/auth/signin/credentials/')).status).toBe(200)
  })
})

describe('GET csrf', () => {
  it('gives a token, and the same one while its cookie lives', async () => {
    const browser = makeApp().browser()
    const { csrfToken } = (await bodyOf(browser, '/auth/csrf')) as { csrfToken: string }
    expect(csrfToken).toMatch(/^[\w-]{43}$/)
    expect(await bodyOf(browser, '/auth/csrf')).toEqual({ csrfToken })
    const again = await browser.fetch('/auth/csrf')
    expect(again.headers.getSetCookie()).toEqual([])
  })

  it('gives everybody another one', async () => {
    const app = makeApp()
    const tokens = new Set<string>()
    for (let round = 0; round < 50; round++) tokens.add(await app.browser().csrfToken())
    expect(tokens.size).toBe(50)
  })

  it('replaces a cookie that is not ours', async () => {
    const browser = makeApp().browser()
    const own = await browser.csrfToken()
    const [token, mac] = decodeURIComponent(browser.cookie(csrfCookie) ?? '').split('|')
    for (const forged of [
      `${token}|`,
      `|${mac}`,
      `${token}`,
      `${token}|${mac}|x`,
      `A${token}|${mac}`,
      '|',
      '',
    ]) {
      browser.plant(csrfCookie, encodeURIComponent(forged))
      expect(await browser.csrfToken()).not.toBe(own)
    }
  })

  it('answers 404 and sets no cookie when the check is skipped', async () => {
    const app = makeApp({ skipCSRFCheck })
    const response = await app.browser().fetch('/auth/csrf')
    expect([response.status, await response.json()]).toEqual([404, null])
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe('GET providers', () => {
  it('lists what anyone may know, in the order of the config', async () => {
    const providers = [{ ...passwordProvider, id: 'pin', name: 'PIN' }, passwordProvider]
    const browser = makeApp({ providers }).browser()
    const listed = await bodyOf(browser, '/auth/providers')
    expect(listed).toEqual({
      pin: {
        id: 'pin',
        name: 'PIN',
        type: 'credentials',
        signinUrl: 'https://app.test/auth/signin/pin',
        callbackUrl: 'https://app.test/auth/callback/pin',
      },
      credentials: {
        id: 'credentials',
        name: 'Credentials',
        type: 'credentials',
        signinUrl: 'https://app.test/auth/signin/credentials',
        callbackUrl: 'https://app.test/auth/callback/credentials',
      },
    })
    expect(Object.keys(listed as object)).toEqual(['pin', 'credentials'])
    expect(browser.cookies).toEqual([])
  })

  it('is an empty object without any', async () => {
    expect(await bodyOf(makeApp({ providers: [] }).browser(), '/auth/providers')).toEqual({})
  })
})

describe('the session endpoint', () => {
  it('answers null to a stranger, and sets no cookie', async () => {
    const browser = makeApp().browser()
    expect(await bodyOf(browser, '/auth/session')).toBeNull()
    expect(browser.cookies).toEqual([])
  })

  it.each(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0..x.y.z'])(
    'answers null to the cookie %j and removes it',
    async (value) => {
      const browser = makeApp().browser()
      browser.plant(sessionCookie, value)
      const response = await browser.fetch('/auth/session')
      expect([response.status, await response.json()]).toEqual([200, null])
      if (value !== '') expect(browser.cookie(sessionCookie)).toBeUndefined()
    },
  )

  it('answers null and 403 to an update without a token', async () => {
    const browser = makeApp().browser()
    await browser.signIn(login)
    const before = browser.cookie(sessionCookie)
    const response = await browser.postJson('/auth/session', { data: {} })
    expect([response.status, await response.json()]).toEqual([403, null])
    expect(browser.cookie(sessionCookie)).toBe(before)
  })
})

describe('the sign-in page', () => {
  it('has a form with the token, the destination and the fields', async () => {
    const browser = makeApp().browser()
    const page = await browser.fetchPage('/auth/signin?callbackUrl=/inbox')
    expect(page.status).toBe(200)
    expect(page.forms).toEqual([
      {
        action: 'https://app.test/auth/callback/credentials',
        hidden: {
          csrfToken: await browser.csrfToken(),
          callbackUrl: 'https://app.test/inbox',
        },
        fields: ['username', 'password'],
      },
    ])
  })

  it('has no token when the check is skipped, and its form works', async () => {
    const browser = makeApp({ skipCSRFCheck }).browser()
    const page = await browser.fetchPage('/auth/signin')
    expect(page.forms[0]?.hidden).toEqual({ callbackUrl: 'https://app.test/' })
    await browser.postForm(page, login)
    expect(await browser.session()).not.toBeNull()
  })

  it('shows an alert for an error, and none without', async () => {
    const browser = makeApp().browser()
    expect((await browser.fetchPage('/auth/signin')).html).not.toContain('role="alert"')
    const page = await browser.fetchPage('/auth/signin?error=CredentialsSignin&code=wrong_pin')
    expect(page.html).toContain('role="alert"')
    expect(page.html).not.toContain('wrong_pin')
  })

  it.each(['/auth/signin', '/auth/signin/credentials'])(
    'is where a POST to %s leads, with the destination',
    async (path) => {
      const browser = makeApp().browser()
      const csrfToken = await browser.csrfToken()
      const response = await browser.postJson(path, { csrfToken, callbackUrl: '/inbox' })
      const location = new URL(response.headers.get('location') ?? '')
      expect([response.status, location.origin + location.pathname]).toEqual([
        302,
        `https://app.test${path}`,
      ])
      const page = await browser.fetchPage(location.href)
      expect(page.forms[0]?.hidden['callbackUrl']).toBe('https://app.test/inbox')
    },
  )

  it('takes nothing but named values from its query', async () => {
    const browser = makeApp().browser()
    const query = 'csrfToken=planted&providers=x&theme=x&siteUrl=https://evil.test&nonce=planted'
    const page = await browser.fetchPage(`/auth/signin?${query}`)
    expect(page.status).toBe(200)
    expect(page.html).not.toContain('planted')
    expect(page.html).not.toContain('evil.test')
  })
})

describe('the sign-out page', () => {
  it('asks first: GET ends nothing', async () => {
    const browser = makeApp().browser()
    await browser.signIn(login)
    const page = await browser.fetchPage('/auth/signout?callbackUrl=/bye')
    expect(page.status).toBe(200)
    expect(page.forms.map(({ action }) => action)).toEqual(['https://app.test/auth/signout'])
    expect(page.forms[0]?.hidden['callbackUrl']).toBe('https://app.test/bye')
    expect(await browser.session()).not.toBeNull()
  })

  it('ends the session when its form is sent, and leads to the destination', async () => {
    const browser = makeApp().browser()
    await browser.signIn(login)
    const { response } = await browser.postForm(
      await browser.fetchPage('/auth/signout?callbackUrl=/bye'),
    )
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      'https://app.test/bye',
    ])
    // How one signed in is kept, for the next time.
    expect(browser.cookies.map(({ name }) => name)).toEqual([lastSignInCookie])
    expect(await browser.session()).toBeNull()
  })

  it('does no harm to a visitor who is not signed in, and emits no event', async () => {
    let told = 0
    const browser = makeApp({ events: { signOut: () => void told++ } }).browser()
    const { response } = await browser.signOut()
    expect(response.headers.get('location')).toBe('https://app.test/')
    expect(told).toBe(0)
  })

  it('removes a session cookie that does not open, and tells no event', async () => {
    let told = 0
    const browser = makeApp({ events: { signOut: () => void told++ } }).browser()
    browser.plant(sessionCookie, 'broken')
    await browser.signOut()
    expect(browser.cookie(sessionCookie)).toBeUndefined()
    expect(told).toBe(0)
  })
})

describe('the error page', () => {
  it.each([
    ['Configuration', 500],
    ['AccessDenied', 403],
    ['CredentialsSignin', 401],
    ['MissingCSRF', 403],
    ['UnknownAction', 404],
    ['SomethingElse', 400],
    ['JWTSessionError', 400],
    ['toString', 400],
    ['__proto__', 400],
    ['', 400],
  ])('for %j has the status %d', async (error, status) => {
    const page = await makeApp().browser().fetchPage(`/auth/error?error=${error}`)
    expect(page.status).toBe(status)
    expect(page.html).toMatch(/<h1>[^<]+<\/h1>/)
    expect(page.html).toContain('role="alert"')
  })

  it('links to the sign-in page', async () => {
    const { html } = await makeApp().browser().fetchPage('/auth/error?error=AccessDenied')
    expect(html).toContain('href="https://app.test/auth/signin"')
  })

  it('is a page without an error, too', async () => {
    expect((await makeApp().browser().fetchPage('/auth/error')).status).toBe(400)
  })
})

it('the verify-request route shows its page', async () => {
  const page = await makeApp().browser().fetchPage('/auth/verify-request')
  expect(page.status).toBe(200)
  expect(page.html).toMatch(/<h1>[^<]+<\/h1>/)
})

describe('X-Auth-Return-Redirect', () => {
  const headers = { 'x-auth-return-redirect': '1' }

  it('turns the redirect of a sign-in into JSON, with its cookies', async () => {
    const browser = makeApp().browser()
    const fields = { ...login, csrfToken: await browser.csrfToken(), callbackUrl: '/home' }
    const response = await browser.postJson('/auth/callback/credentials', fields, headers)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('location')).toBeNull()
    expect(await response.json()).toEqual({ url: 'https://app.test/home' })
    expect(await browser.session()).not.toBeNull()
  })

  it('turns the redirect of a refused sign-in into JSON', async () => {
    const browser = makeApp().browser()
    const fields = { csrfToken: await browser.csrfToken(), callbackUrl: '/home' }
    const response = await browser.postJson('/auth/callback/credentials', fields, headers)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      url: 'https://app.test/auth/signin?error=CredentialsSignin&code=credentials&callbackUrl=https%3A%2F%2Fapp.test%2Fhome',
      error: 'CredentialsSignin',
    })
  })

  it('turns the redirect of a sign-out into JSON', async () => {
    const browser = makeApp().browser()
    const fields = { csrfToken: await browser.csrfToken() }
    const response = await browser.postJson('/auth/signout', fields, headers)
    expect(await response.json()).toEqual({ url: 'https://app.test/' })
  })

  it.each([
    ['GET', '/auth/nothing', 404, 'UnknownAction'],
    ['GET', '/auth/signin/nobody', 404, 'InvalidProvider'],
    ['PUT', '/auth/signin', 405, 'MethodNotAllowed'],
  ])('gets an error as JSON from %s %s', async (method, path, status, error) => {
    const response = await makeApp().browser().fetch(path, { method, headers })
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ error, message: expect.any(String) })
  })
})

describe('programs', () => {
  it.each(programs)('get JSON from %s whatever they accept', async (path) => {
    const response = await makeApp()
      .browser()
      .fetch(path, { headers: { accept: 'text/html' } })
    expect(response.headers.get('content-type')).toBe('application/json')
  })

  it('get their errors as JSON', async () => {
    const browser = makeApp().browser()
    const response = await browser.fetch('/auth/session', { method: 'POST', body: 'x' })
    expect([response.status, await response.json()]).toEqual([400, null])
  })
})

describe('basePath', () => {
  it.each([
    ['/', ''],
    ['/a/b/auth', '/a/b/auth'],
    ['/auth/', '/auth'],
    ['/~x/v1.0_a-b', '/~x/v1.0_a-b'],
  ])('%s serves everything there', async (basePath, prefix) => {
    const app = makeApp({ basePath })
    const browser = app.browser()
    const signIn = await browser.fetchPage(`${prefix}/signin`)
    expect(signIn.forms.map(({ action }) => action)).toEqual([
      `https://app.test${prefix}/callback/credentials`,
    ])
    const failed: Page = await browser.postForm(signIn, { password: 'x' })
    expect(failed.response.headers.get('location')).toContain(
      `https://app.test${prefix}/signin?error=`,
    )
    await browser.postForm(signIn, login)
    expect(await bodyOf(browser, `${prefix}/session`)).not.toBeNull()
    const listed = (await bodyOf(browser, `${prefix}/providers`)) as Record<string, unknown>
    expect(listed['credentials']).toMatchObject({
      signinUrl: `https://app.test${prefix}/signin/credentials`,
    })
    const signOut = await browser.fetchPage(`${prefix}/signout`)
    expect(signOut.forms.map(({ action }) => action)).toEqual([`https://app.test${prefix}/signout`])
    await browser.postForm(signOut)
    expect(await bodyOf(browser, `${prefix}/session`)).toBeNull()
    const denied = await browser.fetchPage(`${prefix}/error?error=AccessDenied`)
    expect(denied.html).toContain(`href="https://app.test${prefix}/signin"`)
  })

  it.each(['/auth', '/a/auth', '/a/b/authx', '/x/a/b/auth', '/A/B/AUTH'])(
    'answers nothing at %s/session when it is /a/b/auth',
    async (prefix) => {
      const app = makeApp({ basePath: '/a/b/auth' })
      const response = await Auth(new Request(`https://app.test${prefix}/session`), app.config)
      expect(response.status).toBe(404)
    },
  )
})
