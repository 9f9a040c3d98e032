import { afterEach, describe, expect, it, vi } from 'vitest'
import { login, makeApp, sessionCookie } from '../../support/apps/app.js'
import { auth } from './auth.js'
import { openSite } from './site.js'

const form = { providerId: 'credentials', ...login }
const site = openSite()

/** Qwik warns when it has to change a redirect; we must not give it one that needs it. */
const warn = vi.spyOn(console, 'warn').mockReturnValue()

afterEach(() => void warn.mockClear())

const hostile = [
  'https://evil.test',
  '//evil.test',
  '///evil.test',
  '////evil.test',
  '/\\evil.test',
  '\\/\\/evil.test',
  '\\\\evil.test',
  '/%09/evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/%5cevil.test',
  '\t//evil.test',
  ' //evil.test',
  '/..//evil.test',
  '/.//evil.test',
  '/x/..//evil.test',
  '/x/../..//evil.test/%2e%2e',
  '/%2e%2e//evil.test',
  '/%2e//evil.test',
  '/..///evil.test',
  '/../\\evil.test',
  'https://app.test//evil.test',
  'https://app.test/..//evil.test',
  'http:evil.test',
  'https:/evil.test',
  'https:evil.test',
  'https:///evil.test',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://evil.test/1',
  'https://app.test.evil.test',
  'https://app.test@evil.test',
  'https://app.test:pw@evil.test/',
  'https://user@app.test/',
  'https://evil.test#@app.test',
  'https://evil.test?.app.test',
  'https://app.test:443@evil.test',
  'https://app.test:8443',
  'http://app.test',
  'https://аpp.test',
  'https://app。test.evil.test',
  'https://[::1]',
  '@evil.test',
  '.evil.test',
  ':80@evil.test',
  'evil.test',
  '%',
  '%00',
  '/%00',
  '\u0000',
  '/a\r\nLocation: https://evil.test',
  '/a%0d%0aLocation:%20https://evil.test',
  '\ud800',
  '/\ud800',
  '/a?next=//evil.test',
  '/a?next=https://evil.test#//evil.test',
  '/../../x',
  '?redirectTo=//evil.test',
  '#//evil.test',
  'x'.repeat(8000),
  `/${'/'.repeat(8000)}`,
]

describe('a hostile redirectTo', () => {
  it.each(hostile)('stays on the site: %j', async (redirectTo) => {
    for (const action of [auth.useSignIn, auth.useSignOut]) {
      await expectToStay(action, { ...form, redirectTo })
    }
  })

  it.each(['//evil.test', '/\\evil.test', 'https://evil.test', '/..//evil.test', 'javascript:x'])(
    'stays on the site under `options` too: %j',
    async (redirectTo) => {
      await expectToStay(auth.useSignIn, { ...form, options: { redirectTo } })
    },
  )

  it('does not get past the sign-in page', async () => {
    const visitor = site.visitor()
    for (const redirectTo of hostile) {
      const { location } = await visitor.post(auth.useSignIn, { redirectTo })
      const page = await visitor.fetchPage(location ?? '')
      expectOnSite(page.forms[0]?.hidden['callbackUrl'] ?? '', visitor.origin)
    }
  })
})

describe('a redirectTo in any script', () => {
  it.each(['/日本/', 'https://app.test/日本/', encodeURI('/日本/')])(
    'F8: works without JavaScript, and loses no cookie: %s',
    async (redirectTo) => {
      const visitor = site.visitor()
      const answer = await visitor.post(auth.useSignIn, { ...form, redirectTo })
      expect([answer.status, answer.location]).toEqual([302, encodeURI('/日本/')])
      expect(visitor.cookie(sessionCookie)).toBeDefined()
      expect((await visitor.land(answer)).session).not.toBeNull()
    },
  )

  it('F8: works with JavaScript', async () => {
    const visitor = site.visitor()
    const { page, session } = await visitor.submit(auth.useSignIn, {
      ...form,
      redirectTo: '/日本/',
    })
    expect(page).toBe(encodeURI('/日本/'))
    expect(session).not.toBeNull()
    const signedOut = await visitor.submit(auth.useSignOut, { redirectTo: '/日本/?q=é' })
    expect(signedOut.page).toBe(encodeURI('/日本/?q=é'))
    expect(signedOut.session).toBeNull()
  })

  it('F8: may be the page itself', async () => {
    const visitor = site.visitor()
    const answer = await visitor.post(auth.useSignIn, form, `${encodeURI('/日本/')}?q=é`)
    expect([answer.status, answer.location]).toEqual([302, encodeURI('/日本/?q=é')])
  })
})

describe('a redirectTo', () => {
  it.each(['/a?next=https%3A%2F%2Fapp.test%2Fb', '/a?q=%2F%2Fx&r=1%2B1', '/a/b/?x=1&x=2#part'])(
    'arrives as it was meant: %s',
    async (redirectTo) => {
      const { location } = await site.visitor().post(auth.useSignIn, { ...form, redirectTo })
      expect(location).toBe(redirectTo)
    },
  )

  it.each(['/a?next=//b', '/a?path=c//d', '/a?next=https://app.test/b'])(
    'keeps two slashes in its query: %s',
    async (redirectTo) => {
      const { location } = await site.visitor().post(auth.useSignIn, { ...form, redirectTo })
      const { pathname, searchParams } = new URL(location ?? '', 'https://app.test')
      const wanted = new URL(redirectTo, 'https://app.test')
      expect(pathname).toBe(wanted.pathname)
      expect([...searchParams]).toEqual([...wanted.searchParams])
    },
  )

  it('goes where the `redirect` callback says, asked with the wish and the base URL', async () => {
    const asked: unknown[] = []
    const { config } = makeApp({
      callbacks: {
        redirect: (params) => {
          asked.push(params)
          return `${params.baseUrl}/welcome/`
        },
      },
    })
    const visitor = openSite({ config: () => config }).visitor()
    const answer = await visitor.post(auth.useSignIn, { ...form, redirectTo: '/x' })
    expect([answer.status, answer.location]).toEqual([302, '/welcome/'])
    expect(asked).toEqual([{ url: '/x', baseUrl: 'https://app.test' }])
  })

  it('is kept through the router, query and all', async () => {
    const { page } = await site
      .visitor()
      .submit(auth.useSignIn, { ...form, redirectTo: '/login/?a=1&b=%2F%2F' })
    expect(page).toBe('/login/?a=1&b=%2F%2F')
  })
})

async function expectToStay(action: unknown, input: object): Promise<void> {
  const visitor = site.visitor()
  const document = await visitor.post(action, flatten(input))
  expectOnSite(document.location, visitor.origin)
  expect(document.status).toBe(302)
  const { first, leftTo, page } = await visitor.submit(action, input)
  expectOnSite(first.location, visitor.origin)
  expect(first.status).toBe(302)
  expectOnSite(leftTo ?? page ?? null, visitor.origin)
  expect(warn).not.toHaveBeenCalled()
}

/** Wherever a browser at our origin, or Qwik's router, would go with it. */
function expectOnSite(location: string | null, origin: string): void {
  expect(location).not.toBeNull()
  expect(location).toMatch(/^(?:\/(?![/\\])|https:\/\/app\.test\/)/)
  expect(new URL(location ?? '', `${origin}/login/`).origin).toBe(origin)
}

function flatten(input: object): Record<string, string> {
  const { options, ...rest } = input as { options?: object }
  const nested = Object.entries(options ?? {}).map(([name, value]) => [`options.${name}`, value])
  return { ...rest, ...Object.fromEntries(nested) }
}
