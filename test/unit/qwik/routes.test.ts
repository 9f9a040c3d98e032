import type { RequestEventCommon } from '@builder.io/qwik-city'
import { describe, expect, it } from 'vitest'
import type { FrameworkAuthConfig } from '../../../src/qwik/index.js'
import { ada, csrfCookie, login, makeApp, sessionCookie } from '../../support/apps/app.js'
import { auth } from './auth.js'
import { idOf, openSite, plainPage, type Site } from './site.js'
import type { Visitor } from './visitor.js'
import { withoutReveal } from '../../support/without-reveal.js'

const form = { providerId: 'credentials', ...login }
const adasSession = {
  user: { name: ada.name, email: ada.email, image: ada.image },
  expires: expect.any(String),
}
const evil = 'https://evil.test'

describe.each([
  { basePath: '/', route: '' },
  { basePath: '/auth', route: '/auth' },
  { basePath: '/auth/', route: '/auth' },
  { basePath: '/a/b/auth', route: '/a/b/auth' },
])('F6: under the base path $basePath', ({ basePath, route }) => {
  describe.each([true, false])('with trailingSlash %s', (trailingSlash) => {
    const page = trailingSlash ? '/login/' : '/login'
    const site = siteWith({ basePath }, { trailingSlash })

    it('all routes answer, with and without a slash at the end', async () => {
      const visitor = site.visitor()
      for (const path of ['signin', 'signout', 'providers', 'csrf', 'session', 'verify-request']) {
        for (const slash of ['', '/']) {
          const { status, location } = await visitor.open(`${route}/${path}${slash}`)
          expect([path, status, location]).toEqual([path, 200, null])
        }
      }
    })

    it('the built-in page signs in and out', async () => {
      const visitor = site.visitor()
      const signInPage = await visitor.fetchPage(`${route}/signin?redirectTo=${page}`)
      const signedIn = await visitor.postForm(signInPage, login)
      expect(signedIn.response.headers.get('location')).toBe(`https://app.test${page}`)
      expect((await visitor.open(page)).session).toEqual(adasSession)
      await visitor.postForm(await visitor.fetchPage(`${route}/signout`))
      expect((await visitor.open(page)).session).toBeNull()
    })

    it('the actions sign in and out', async () => {
      const visitor = site.visitor()
      const signedIn = await visitor.post(auth.useSignIn, form, page)
      expect([signedIn.status, signedIn.location]).toEqual([302, page])
      expect((await visitor.land(signedIn)).session).toEqual(adasSession)
      const { page: landed, session } = await visitor.submit(auth.useSignOut, {}, page)
      expect([landed, session]).toEqual([page, null])
    })

    it('F2: the data of a route is the route itself, loaded as a document', async () => {
      for (const path of ['signin', 'error', 'signout']) {
        const answer = await site.visitor().openData(`${route}/${path}/?redirectTo=%2Fprotected%2F`)
        expect(answer.status).toBe(302)
        const target = new URL(answer.location ?? '', answer.url)
        expect(target.origin).toBe('https://app.test')
        expect(target.pathname.replace(/\/$/, '')).toBe(`${route}/${path}`)
        expect(target.search).toBe('?redirectTo=%2Fprotected%2F')
      }
    })

    it('pages, and paths that only look like routes, are left alone', async () => {
      const visitor = site.visitor()
      expect((await visitor.open('/')).status).toBe(200)
      expect((await visitor.open(page)).status).toBe(200)
      for (const path of [
        '/authx/signin',
        `${route}/signinx`,
        `${route}/a/b/c`,
        '/x/auth/signin',
      ]) {
        expect([path, (await visitor.open(path)).status]).toEqual([path, 404])
      }
    })
  })
})

describe('a page that needs a session', () => {
  const guard = ({ sharedMap, redirect, url }: RequestEventCommon): void => {
    if (sharedMap.get('session')) return
    throw redirect(302, `/auth/signin?${new URLSearchParams({ redirectTo: url.pathname })}`)
  }
  const site = openSite({ pages: { '/protected/': { ...plainPage, onRequest: guard } } })

  it('F2: leads to the sign-in page from a link of the router', async () => {
    const visitor = site.visitor()
    const first = await visitor.openData('/protected/')
    const second = await visitor.open(new URL(first.location ?? '', first.url).href)
    expect(second.status).toBe(302)
    const page = await visitor.open(new URL(second.location ?? '', second.url).href)
    expect(page.status).toBe(200)
    expect(page.url).toMatch(/\/auth\/signin\/?\?redirectTo=%2Fprotected%2F$/)
    expect(await page.response.text()).toContain('<form')
  })

  it('F3: is where the sign-in page leads back to', async () => {
    const visitor = site.visitor()
    const { location } = await visitor.open('/protected/')
    const page = await visitor.fetchPage(location ?? '')
    const { response } = await visitor.postForm(page, login)
    expect(response.headers.get('location')).toBe('https://app.test/protected/')
    expect((await visitor.open('/protected/')).status).toBe(200)
  })
})

describe('forms of another site', () => {
  const site = openSite()
  const foreign = { origin: evil, 'sec-fetch-site': 'cross-site' }

  it('S2: do not sign the visitor in', async () => {
    const visitor = site.visitor()
    const csrfToken = await visitor.csrfToken()
    for (const headers of [
      { origin: evil },
      foreign,
      { origin: 'null' },
      { origin: 'http://app.test' },
    ]) {
      const response = await visitor.send('/auth/callback/credentials', {
        method: 'POST',
        headers,
        body: new URLSearchParams({ ...login, csrfToken }),
      })
      expect(response.status).toBe(403)
      expect(response.headers.getSetCookie()).toEqual([])
    }
    expect(visitor.cookie(sessionCookie)).toBeUndefined()
  })

  it("S2: do not sign the visitor in without the page's token, even if the browser sends no origin", async () => {
    const visitor = site.visitor()
    const response = await visitor.send('/auth/callback/credentials', {
      method: 'POST',
      body: new URLSearchParams(login),
    })
    expect(response.headers.get('location')).toContain('error=MissingCSRF')
    expect(visitor.cookie(sessionCookie)).toBeUndefined()
  })

  it('S3: do not sign the user out', async () => {
    const visitor = await signIn(site)
    const csrfToken = await visitor.csrfToken()
    for (const headers of [
      foreign,
      { origin: 'https://other.app.test', 'sec-fetch-site': 'same-site' },
    ]) {
      const response = await visitor.send('/auth/signout', {
        method: 'POST',
        headers,
        body: new URLSearchParams({ csrfToken }),
      })
      expect(response.status).toBe(403)
    }
    expect((await visitor.open('/')).session).toEqual(adasSession)
  })

  const contentTypes = [
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded, text/plain',
    'text/plain, application/json',
    'multipart/form-data; boundary=x',
    'text/plain;charset=utf-8',
    'APPLICATION/X-WWW-FORM-URLENCODED',
    'application/json',
    'application/qwik-json',
    '',
  ]

  describe.each([true, false])('K2: with checkOrigin %s of the framework', (checkOrigin) => {
    const { config } = makeApp()
    const checked = openSite({ config: () => config, checkOrigin })

    it.each(contentTypes)('do nothing, sent as %j', async (contentType) => {
      const visitor = await signIn(checked)
      const isQwik = contentType.includes('qwik')
      const body = contentType.includes('json')
        ? JSON.stringify(
            isQwik ? { _entry: '2', _objs: ['credentials', 'ada', { providerId: '0' }] } : form,
          )
        : new URLSearchParams(form).toString()
      const before = visitor.cookie(sessionCookie)
      for (const path of [
        `/login/?qaction=${idOf(auth.useSignIn)}`,
        `/login/q-data.json?qaction=${idOf(auth.useSignIn)}`,
        `/login/?qaction=${idOf(auth.useSignOut)}`,
        `/login/q-data.json?qaction=${idOf(auth.useSignOut)}`,
        '/auth/callback/credentials',
        '/auth/signin/credentials',
        '/auth/signout',
        '/auth/session',
      ]) {
        const headers = { ...foreign, 'content-type': contentType }
        const response = await visitor.send(path, { method: 'POST', headers, body })
        expect([path, response.status]).toEqual([path, expect.toSatisfy(isRefusal)])
        expect(response.headers.getSetCookie()).toEqual([])
      }
      expect(visitor.cookie(sessionCookie)).toBe(before)
    })
  })

  it('K1: an action of ours fails in words when the browser names no origin at all', async () => {
    const visitor = site.visitor()
    const answer = await visitor.open(`/login/?qaction=${idOf(auth.useSignIn)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(form),
    })
    expect(answer.status).toBe(403)
    expect(answer.visit.data?.[idOf(auth.useSignIn)]).toEqual({
      failed: true,
      fieldErrors: {},
      formErrors: [expect.any(String)],
    })
    expect(answer.setCookies).toEqual([])
  })
})

describe('the routes', () => {
  const site = openSite()

  it('S4: set no cookie that a value could add attributes to', async () => {
    const visitor = site.visitor()
    const hostile = '/a; Max-Age=99; Path=/foo\r\nSet-Cookie: a=b'
    for (const name of ['callbackUrl', 'redirectTo', 'error', 'code', 'email']) {
      const query = new URLSearchParams({ [name]: hostile })
      const { setCookies } = await visitor.open(`/auth/signin?${query}`)
      for (const line of setCookies) expect(line).not.toMatch(/Max-Age=99|Path=\/foo|a=b/)
    }
    expect(visitor.cookies.map(({ name }) => name)).toEqual([
      csrfCookie,
      expect.stringMatching(/^__Host-authjs\.csrf-token\.[\w-]{8}$/),
    ])
  })

  it('S8: load nothing from anywhere else', async () => {
    const visitor = site.visitor()
    for (const path of ['signin', 'signout', 'error?error=AccessDenied', 'verify-request']) {
      const { response } = await visitor.open(`/auth/${path}`)
      const html = await response.text()
      expect(withoutReveal(html)).not.toMatch(/<script|<link|<iframe|@import|url\(/i)
      const sources = [...html.matchAll(/\b(?:src|srcset|href|action)="([^"]*)"/g)]
      for (const [, url = ''] of sources) {
        expect(new URL(url, visitor.origin).origin).toBe(visitor.origin)
      }
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })

  it('F8: take a `callbackUrl` in any script, and keep their cookies', async () => {
    const visitor = site.visitor()
    const query = new URLSearchParams({ callbackUrl: '/日本/?q=é' })
    const page = await visitor.fetchPage(`/auth/signin?${query}`)
    expect(visitor.cookie(csrfCookie)).toBeDefined()
    const { response } = await visitor.postForm(page, login)
    expect(response.headers.get('location')).toBe(`https://app.test${encodeURI('/日本/?q=é')}`)
    expect(visitor.cookie(sessionCookie)).toBeDefined()
  })

  it('F13: give the token that forms need', async () => {
    const response = await site.visitor().fetch('/auth/csrf')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ csrfToken: expect.any(String) })
  })

  it('F17: let the client update its session', async () => {
    const { config } = makeApp({
      callbacks: {
        jwt: ({ token, trigger, session }) =>
          trigger === 'update' ? { ...token, name: (session as { name: string }).name } : token,
      },
    })
    const visitor = await signIn(openSite({ config: () => config }))
    const csrfToken = await visitor.csrfToken()
    const response = await visitor.postJson('/auth/session', { csrfToken, data: { name: 'Lady' } })
    expect(response.status).toBe(200)
    expect((await visitor.open('/')).session).toMatchObject({ user: { name: 'Lady' } })
  })

  it('K6: are not reached, nor redirected to, by a path that begins with another host', async () => {
    for (const path of ['//evil.test/auth/signin/', '//evil.test/login', '//evil.test/%2e%2e/']) {
      const response = await site.serve(new Request(`https://app.test${path}`))
      const location = response.headers.get('location')
      if (location === null) continue
      expect(new URL(location, `https://app.test/`).origin).toBe('https://app.test')
    }
  })

  it('are not cached, and say so once, whatever a plugin before them said', async () => {
    const first = {
      onRequest: ({ cacheControl, headers }: RequestEventCommon): void => {
        cacheControl('day')
        headers.set('content-type', 'text/plain')
      },
    }
    const visitor = openSite({ plugins: [first, { ...auth }] }).visitor()
    const { headers } = (await visitor.open('/auth/signin')).response
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  it('answer before the framework, so that no page and no loader runs', async () => {
    const answer = await (await signIn(site)).open('/auth/session')
    expect(answer.visit.data).toBeUndefined()
    expect(await answer.response.json()).toEqual(adasSession)
  })
})

function isRefusal(status: number): boolean {
  return status >= 400
}

function siteWith(
  overrides: Partial<FrameworkAuthConfig>,
  options: { trailingSlash?: boolean } = {},
): Site {
  const { config } = makeApp(overrides)
  return openSite({ config: () => config, ...options })
}

async function signIn(site: Site): Promise<Visitor> {
  const visitor = site.visitor()
  await visitor.post(auth.useSignIn, form)
  expect(visitor.cookie(sessionCookie)).toBeDefined()
  return visitor
}
