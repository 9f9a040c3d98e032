import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areRequired } from '../../../scripts/databases.mjs'
import { Browser } from '../../support/browser.js'
import type { FakeProvider } from '../../support/oauth/fake-provider.js'
import { signIn as signInAtProvider } from '../../support/oauth/sign-in.js'
import { login } from './auth-config.mjs'
import { startIdentityProvider } from './identity-provider.js'
import { describeProgram, findProgram } from './programs.mjs'
import { servers, type ServerKind } from './servers.js'
import { startServer, type RunningServer } from './start-server.js'

const sessionToken = 'authjs.session-token'
const chunks = [0, 1, 2].map((at) => `${sessionToken}.${at}`)

let provider: FakeProvider

beforeAll(async () => {
  const started = await startIdentityProvider()
  provider = started.provider
  return () => started.close()
})

for (const kind of servers) {
  const path = findProgram(kind.program)
  const title = `${kind.name} on ${describeProgram(kind.program)}`
  if (path !== undefined) describe(title, () => testServer(kind, path))
  else if (areRequired) describe(title, () => it('is installed', () => expect.fail('It is not.')))
  else describe.skip(`${title} (not installed by npm)`, () => testServer(kind, ''))
}

function testServer(kind: ServerKind, path: string): void {
  let server: RunningServer

  beforeAll(async () => {
    server = await startServer(path, kind.args, {
      NODE_ENV: 'production',
      AUTH_SECRET: 'an0ther-Secret/of+sufficient=length_42',
      AUTH_OP_ISSUER: provider.options.issuer,
    })
  })
  afterAll(() => server.end())

  it('signs in on the built-in page', async () => {
    const browser = open()
    const { response } = await browser.signIn(login, '/wanted')
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      `${browser.origin}/wanted`,
    ])
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' }, note: '' })
  })

  it('sends several cookies as several headers', async () => {
    const { response } = await open().signIn(login)
    const lines = response.headers.getSetCookie()
    const names = lines.map((line) => line.slice(0, line.indexOf('=')))
    expect(names).toContain(sessionToken)
    expect(names.length).toBeGreaterThan(1)
    expect(new Set(names).size).toBe(names.length)
    for (const line of lines) expect(line).toMatch(/; Path=\/; .*SameSite=Lax$/)
  })

  it('refuses a wrong password', async () => {
    const browser = open()
    const { response } = await browser.signIn({ ...login, password: 'wrong' })
    expect(response.headers.get('location')).toContain('error=CredentialsSignin')
    expect(await browser.session()).toBeNull()
  })

  it('takes a sign-in as JSON', async () => {
    const browser = open()
    const body = { ...login, csrfToken: await browser.csrfToken() }
    const headers = { 'x-auth-return-redirect': '1' }
    const response = await browser.postJson('/auth/callback/credentials', body, headers)
    expect(await response.json()).toEqual({ url: `${browser.origin}/` })
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
  })

  it('takes a sign-in as multipart form data', async () => {
    const browser = open()
    const body = new FormData()
    const fields = { ...login, csrfToken: await browser.csrfToken() }
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    await browser.fetch('/auth/callback/credentials', { method: 'POST', body })
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
  })

  it('refuses a wrong CSRF token', async () => {
    const browser = open()
    await browser.csrfToken()
    const body = new URLSearchParams({ ...login, csrfToken: 'wrong' })
    const response = await browser.fetch('/auth/callback/credentials', { method: 'POST', body })
    expect(response.headers.get('location')).toContain('error=MissingCSRF')
    expect(await browser.session()).toBeNull()
  })

  it('refuses a form of another site', async () => {
    const browser = open()
    const body = new URLSearchParams({ ...login, csrfToken: await browser.csrfToken() })
    const response = await browser.send('/auth/callback/credentials', {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      body,
    })
    expect(response.status).toBe(403)
    expect(await browser.session()).toBeNull()
  })

  it('updates the session', async () => {
    const browser = await openSignedIn()
    expect(await update(browser, 'short')).toMatchObject({ note: 'short' })
    expect(await browser.session()).toMatchObject({ note: 'short', user: { name: 'Ada' } })
  })

  it('keeps a session in three cookies, and in one again when it shrinks', async () => {
    const browser = await openSignedIn()
    const note = 'x'.repeat(7000)
    await update(browser, note)
    expect(sessionCookies(browser)).toEqual(chunks)
    expect(await browser.session()).toMatchObject({ note })
    await update(browser, 'short')
    expect(sessionCookies(browser)).toEqual([sessionToken])
    expect(await browser.session()).toMatchObject({ note: 'short' })
  })

  it('removes a session of three cookies at sign-out', async () => {
    const browser = await openSignedIn()
    await update(browser, 'x'.repeat(7000))
    await browser.signOut()
    expect(sessionCookies(browser)).toEqual([])
    expect(await browser.session()).toBeNull()
  })

  it('signs out on the built-in page', async () => {
    const browser = await openSignedIn()
    const { response } = await browser.signOut()
    expect(response.status).toBe(302)
    expect(await browser.session()).toBeNull()
  })

  it('signs in at an identity provider', async () => {
    const browser = open()
    const response = await signInAtProvider(browser, provider, { callbackUrl: '/wanted' })
    expect(response.headers.get('location')).toBe(`${browser.origin}/wanted`)
    expect(await browser.session()).toMatchObject({ user: { name: 'Grace' } })
  })

  it('answers HEAD as GET, without a body', async () => {
    const response = await open().send('/auth/session', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(response.headers.get('content-type')).toBe('application/json')
  })

  it('does not know other routes under the base path', async () => {
    expect((await open().send('/auth/nothing')).status).toBe(404)
  })

  it('says which methods a route has', async () => {
    const response = await open().fetch('/auth/session', { method: 'PUT', body: '{}' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  })

  if (kind.isSite) {
    it('signs in with a form of a page', async () => {
      const browser = open()
      const page = await browser.postForm(await browser.fetchPage('/'), login, { follow: true })
      expect(page.html).toContain('Ada: ')
    })

    it('shows a refused password on the page', async () => {
      const browser = open()
      const fields = { ...login, password: 'wrong' }
      const page = await browser.postForm(await browser.fetchPage('/'), fields, { follow: true })
      expect(page.status).toBe(401)
      expect(page.html).toContain('Nobody')
    })

    it('updates the session in an action, up to three cookies', async () => {
      const browser = await openSignedIn()
      const note = 'y'.repeat(7000)
      const page = await browser.postForm(await browser.fetchPage('/'), { note }, { form: 1 })
      expect(page.html).toContain(`Ada: ${note}`)
      expect(sessionCookies(browser)).toEqual(chunks)
      expect((await browser.fetchPage('/')).html).toContain(`Ada: ${note}`)
    })

    it('signs out with a form of a page', async () => {
      const browser = await openSignedIn()
      const options = { form: 2, follow: true }
      const page = await browser.postForm(await browser.fetchPage('/'), {}, options)
      expect(page.html).toContain('Nobody')
      expect(await browser.session()).toBeNull()
    })

    it('keeps a page that shows a session out of every cache', async () => {
      const browser = await openSignedIn()
      const { response } = await browser.fetchPage('/')
      expect(response.headers.get('cache-control')).toBe('private, no-store')
    })
  }

  it('logs what it refused, and no other trouble', () => {
    const codes = [...server.log().matchAll(/^\[latchkey\] (\w+)/gm)].map(([, code]) => code)
    expect(codes).toEqual(['CrossSiteRequest'])
    expect(server.log()).not.toMatch(/unhandled|uncaught/i)
  })

  function open(): Browser {
    return new Browser((request) => fetch(request), server.origin)
  }

  async function openSignedIn(): Promise<Browser> {
    const browser = open()
    await browser.signIn(login)
    expect(browser.cookie(sessionToken)).toBeDefined()
    return browser
  }
}

async function update(browser: Browser, note: string): Promise<unknown> {
  const body = { csrfToken: await browser.csrfToken(), data: { note } }
  return (await browser.postJson('/auth/session', body)).json()
}

function sessionCookies({ cookies }: Browser): readonly string[] {
  const names = cookies.map(({ name }) => name)
  return names.filter((name) => name.startsWith(sessionToken)).toSorted()
}
