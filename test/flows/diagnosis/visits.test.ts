import { describe, expect, it } from 'vitest'
import type { AuthConfig } from '../../../src/core.js'
import {
  login,
  makeApp,
  olderSecret,
  secret,
  sessionCookie,
  type App,
} from '../../support/apps/app.js'
import { comeBack, makeOAuthApp, makeProvider, oidc, start } from '../../support/oauth/sign-in.js'
import { expectDiagnosis } from './lines.js'

const debug = ['debug']

function debugApp(overrides: Partial<AuthConfig> = {}): App {
  return makeApp({ debug: true, ...overrides })
}

describe('a visit that comes to nothing is told in one line when', () => {
  it('cookies are blocked before a form', async () => {
    const app = debugApp()
    const browser = app.browser()
    const body = new URLSearchParams({ ...login, csrfToken: await browser.csrfToken() })
    for (const { name } of browser.cookies) browser.forget(name)
    await browser.fetch('/auth/callback/credentials', { method: 'POST', body })
    expectDiagnosis(
      app,
      {
        code: 'MissingCSRF',
        what: /sent no cookie "__Host-authjs\.csrf-token": cookies are blocked/,
        cure: /Allow cookies for https:\/\/app\.test/,
      },
      debug,
    )
  })

  it('a form has no token', async () => {
    const app = debugApp()
    const browser = app.browser()
    await browser.csrfToken()
    const body = new URLSearchParams(login)
    await browser.fetch('/auth/callback/credentials', { method: 'POST', body })
    expectDiagnosis(
      app,
      { code: 'MissingCSRF', what: /has no valid CSRF token/, cure: /needs the field `csrfToken`/ },
      debug,
    )
  })

  it('cookies are blocked on the way to a service', async () => {
    const fake = await makeProvider()
    const app = makeOAuthApp([oidc(fake)], { debug: true })
    const browser = app.browser()
    const address = await start(browser)
    for (const { name } of browser.cookies) browser.forget(name)
    await comeBack(browser, fake.authorize(address))
    expectDiagnosis(
      app,
      {
        code: 'OAuthAttemptLost',
        what: /under way in this browser: its cookie is blocked, of another host/,
        cure: /Start again, on that host/,
      },
      debug,
    )
  })

  it('the path is under another base path', async () => {
    const app = debugApp({ basePath: '/api/auth' })
    expect((await app.browser().fetch('/auth/signin')).status).toBe(404)
    expectDiagnosis(
      app,
      {
        code: 'UnknownAction',
        what: /no route at "\/auth\/signin". Ours are under "\/api\/auth\/"/,
        cure: /the option `basePath`, or the path of AUTH_URL/,
      },
      debug,
    )
  })

  it('there is no such provider', async () => {
    const app = debugApp()
    expect((await app.browser().fetch('/auth/signin/github')).status).toBe(404)
    expectDiagnosis(
      app,
      {
        code: 'InvalidProvider',
        what: /no provider with the id "github"/,
        cure: /Those in `providers` are "credentials"/,
      },
      debug,
    )
  })

  it('the secret was changed', async () => {
    const before = makeApp({ secret: olderSecret }).browser()
    await before.signIn(login)
    const app = debugApp({ secret })
    const browser = app.browser()
    browser.plant(sessionCookie, before.cookie(sessionCookie) ?? '')
    expect(await browser.session()).toBeNull()
    expectDiagnosis(
      app,
      {
        code: 'session-unreadable',
        what: /made under another secret/,
        cure: /keep the old one behind the new: `secret: \[new, old\]`/,
      },
      debug,
    )
  })
})

describe('a callback is told in one line that', () => {
  it('`signIn` returned nothing', async () => {
    const app = makeApp({ callbacks: { signIn: () => undefined as unknown as boolean } })
    await app.browser().signIn(login)
    expectDiagnosis(app, {
      code: 'signin-callback-returned-nothing',
      what: /The `signIn` callback returned undefined/,
      cure: /Return true to allow it/,
    })
  })

  it('`jwt` returned nothing', async () => {
    const app = makeApp({ callbacks: { jwt: () => undefined as unknown as null } })
    const browser = app.browser()
    await browser.signIn(login)
    expect(browser.cookie(sessionCookie)).toBeUndefined()
    expectDiagnosis(app, {
      code: 'jwt-callback-returned-nothing',
      what: /The `jwt` callback returned undefined/,
      cure: /Return the token, or null if you mean it/,
    })
  })

  it('`jwt` that returns null on purpose is not', async () => {
    const app = makeApp({ callbacks: { jwt: () => null } })
    await app.browser().signIn(login)
    expect(app.codes('warn')).toEqual([])
  })

  it.each([
    ['a bigint', { id: 1n }],
    ['a circle', circle()],
  ])('`jwt` returned %s', async (_, odd) => {
    const app = makeApp({ callbacks: { jwt: ({ token }) => ({ ...token, odd }) } })
    await app.browser().signIn(login)
    expectDiagnosis(app, {
      code: 'JWTSessionError',
      what: /the `jwt` callback returned is no JSON/,
      cure: /keep texts, numbers, lists and plain objects in it/,
    })
  })
})

function circle(): object {
  const one: Record<string, unknown> = {}
  one['self'] = one
  return one
}
