import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  customPageUrl,
  pageUrl,
  providerUrl,
  proxiedUrl,
  resolveRedirect,
  routeUrl,
  signInUrl,
} from '../../../src/context/redirects.js'
import type { CallbacksOptions } from '../../../src/model/callbacks.js'
import type { DefaultSession } from '../../../src/model/records.js'
import { openTestContext, testOrigin } from '../../support/open-test-context.js'

const home = `${testOrigin}/`

// prettier-ignore
const leadHome: readonly unknown[] = [
  'https://evil.test', '//evil.test', '///evil.test', '////evil.test', '/\\evil.test', '\\/\\/evil.test',
  '\\\\evil.test', '/\t/evil.test', '\t//evil.test', ' //evil.test', '/\n/evil.test', '\u00a0//evil.test',
  'http:evil.test', 'https:/evil.test', 'https:evil.test', 'https:///evil.test', 'https://\\evil.test',
  'javascript:alert(1)', 'JaVaScRiPt:alert(1)', '\u0001javascript:alert(1)', 'java\nscript:alert(1)',
  'javascript://app.test/%0aalert(1)', 'data:text/html,x', 'vbscript:x', 'file:///', 'blob:https://app.test/x',
  'https://app.test.evil.test', 'https://app.test@evil.test', 'https://evil.test#@app.test',
  'https://evil.test?.app.test', 'https://evil.test/app.test', 'https://app.test:443@evil.test',
  'https://evilapp.test', 'https://app.test\\@evil.test', 'https://app.test%2eevil.test', 'https://app.test%00.evil.test',
  '/.//evil.test', '/a/..//evil.test', '/%2e//evil.test', 'https://app.test//evil.test',
  'https://user@app.test/', 'https://user:password@app.test/', 'https://:password@app.test/',
  'https://app.test:8443', 'http://app.test', 'http://app.test:443', 'ftp://app.test', 'wss://app.test',
  'https://\u0430pp.test', 'https://app.test\u200b.evil.test', 'https://app.test\u2028.evil.test',
  'https://[::1]', 'https://[', 'https://', 'http://', 'https://a b', 'https://app.test:99999',
  '@evil.test', '.evil.test', ':80@evil.test', 'evil.test', 'a', '?redirectTo=..', '#a', '', ' ', '%', '%00', '\u0000',
  '/a\r\nSet-Cookie: a=b', '/a\u0000', '/a\u007f', '/a b',
  undefined, null, 0, true, {}, [], ['/a'], { toString: () => '/a' }, new URL('https://app.test/a'),
]

// prettier-ignore
const leadElsewhere: readonly (readonly [wanted: string, target: string])[] = [
  ['/',                             home],
  ['/a/b?c=d#e',                    `${home}a/b?c=d#e`],
  ['/../../x',                      `${home}x`],
  ['/a?next=//evil.test',           `${home}a?next=//evil.test`],
  ['/a?next=https://evil.test',     `${home}a?next=https://evil.test`],
  ['/%09/evil.test',                `${home}%09/evil.test`],
  ['/%5cevil.test',                 `${home}%5cevil.test`],
  ['/%2f/evil.test',                `${home}%2f/evil.test`],
  ['/%0d%0aLocation:x',             `${home}%0d%0aLocation:x`],
  ['/%',                            `${home}%`],
  ['/%00',                          `${home}%00`],
  ['/javascript:alert(1)',          `${home}javascript:alert(1)`],
  ['/@evil.test',                   `${home}@evil.test`],
  ['/\ud800',                       `${home}%EF%BF%BD`],
  ['/ä',                            `${home}%C3%A4`],
  ['https://app.test',              home],
  ['https://app.test/a',            `${home}a`],
  ['https://APP.TEST/a',            `${home}a`],
  ['HTTPS://app.test/a',            `${home}a`],
  ['https://app.test:443/a',        `${home}a`],
  ['https://app.test/a@evil.test',  `${home}a@evil.test`],
  ['https://app\u3002test/a',       `${home}a`],
  [`/${'a'.repeat(8191)}`,          `${home}${'a'.repeat(8191)}`],
]

// prettier-ignore
const trickyParts = [
  '/', '\\', ':', '@', '.', '#', '?', '%', '\t', '\n', '\r', ' ', '\u0000', '\u3002',
  'https:', 'http:', 'javascript:', 'evil.test', 'app.test', '//', 'a', '%2f', '%5c',
]

describe('resolveRedirect', () => {
  it.each(leadHome.map((wanted) => [wanted]))('leads home from %j', async (wanted) => {
    const { ctx, logged } = openTestContext()
    expect(await resolveRedirect(ctx, wanted)).toBe(home)
    expect(logged).toEqual([])
  })

  it.each(leadElsewhere)('leads from %j to %s', async (wanted, target) => {
    const { ctx, logged } = openTestContext()
    expect(await resolveRedirect(ctx, wanted)).toBe(target)
    expect(logged).toEqual([])
  })

  it.each([8192, 64 * 1024])('leads home from an address of %i characters', async (length) => {
    const { ctx } = openTestContext()
    expect(await resolveRedirect(ctx, '/'.padEnd(length + 1, 'a'))).toBe(home)
  })

  it('never leaves the origin, whatever is wanted', async () => {
    const { ctx } = openTestContext()
    const tricky = fc.string({ unit: fc.constantFrom(...trickyParts) })
    const wishes = fc.oneof(
      tricky,
      tricky.map((rest) => `/${rest}`),
      tricky.map((rest) => `${testOrigin}${rest}`),
      fc.tuple(fc.constantFrom('https', 'http', 'ftp'), tricky).map((parts) => parts.join('://')),
      fc.string({ unit: 'grapheme' }),
      fc.anything(),
    )
    await fc.assert(
      fc.asyncProperty(wishes, async (wanted) => {
        const target = await resolveRedirect(ctx, wanted)
        expect(target).toMatch(/^https:\/\/app\.test\/(?!\/)[^\s\\]*$/)
        expect(new URL(target).origin).toBe(testOrigin)
      }),
      { numRuns: 400 },
    )
  })

  it('follows the origin of the request where that is trusted', async () => {
    const { ctx } = openTestContext({
      url: 'http://localhost:5173/auth/signin',
      config: { origin: undefined },
    })
    expect(await resolveRedirect(ctx, '/a')).toBe('http://localhost:5173/a')
    expect(await resolveRedirect(ctx, 'http://localhost:5173/b')).toBe('http://localhost:5173/b')
    expect(await resolveRedirect(ctx, 'http://localhost/')).toBe('http://localhost:5173/')
  })
})

describe('resolveRedirect without a `redirect` callback', () => {
  it('does not leave the origin, even if what stands in for the callback would', async () => {
    const { ctx } = openTestContext()
    const callbacks = { ...ctx.config.callbacks, redirect: () => 'https://evil.test/' }
    const careless = { ...ctx, config: { ...ctx.config, callbacks } }
    expect(await resolveRedirect(careless, '/a')).toBe(home)
  })
})

describe('resolveRedirect with a `redirect` callback', () => {
  type Redirect = NonNullable<CallbacksOptions<DefaultSession>['redirect']>
  const openWith = (redirect: Redirect): ReturnType<typeof openTestContext> =>
    openTestContext({ config: { callbacks: { redirect } } })

  it('tells it the wish and the base URL, and goes where it says', async () => {
    const asked: unknown[] = []
    const { ctx } = openWith((params) => {
      asked.push(params)
      return 'https://other.test/welcome'
    })
    expect(await resolveRedirect(ctx, '/a')).toBe('https://other.test/welcome')
    expect(asked).toEqual([{ url: '/a', baseUrl: testOrigin }])
  })

  it('waits for it, and reads paths from the base URL', async () => {
    const { ctx } = openWith(async () => '/welcome')
    expect(await resolveRedirect(ctx, '/a')).toBe(`${home}welcome`)
  })

  it('is asked about the base URL when the visitor sent something odd, or nothing', async () => {
    const asked: string[] = []
    const { ctx } = openWith(({ url }) => {
      asked.push(url)
      return url
    })
    const behind = 'javascript:alert(1)//https://app.test'
    // prettier-ignore
    const wishes = [
      undefined, null, 42, '', '//evil.test', 'javascript:alert(1)', 'JavaScript:alert(1)', behind, 'data:,x',
      '/\\evil.test', '/a\nb', 'https:evil.test', 'https:///evil.test', ' /a', 'blob:https://app.test/x',
    ]
    for (const wanted of wishes) expect(await resolveRedirect(ctx, wanted)).toBe(home)
    expect(asked).toEqual(wishes.map(() => testOrigin))
  })

  it.each([
    ['/a/b?c=d', '/a/b?c=d'],
    ['https://other.test/a', 'https://other.test/a'],
    ['myapp://done', 'myapp://done'],
    ['com.example.app:/done', 'com.example.app:/done'],
    ['welcome', `${home}welcome`],
    ['a/b?c=d', `${home}a/b?c=d`],
    ['?tab=2', `${home}?tab=2`],
    ['#top', `${home}#top`],
    ['.evil.test/x', `${home}.evil.test/x`],
    ['@evil.test', `${home}@evil.test`],
    [':80@evil.test', `${home}:80@evil.test`],
    ['.//evil.test', testOrigin],
  ])('receives %s as %s', async (wanted, param) => {
    const asked: string[] = []
    const { ctx } = openWith(({ url }) => {
      asked.push(url)
      return '/a'
    })
    expect(await resolveRedirect(ctx, wanted)).toBe(`${home}a`)
    expect(asked).toEqual([param])
  })

  it.each([
    '.evil.test/x',
    '@evil.test/',
    ':80@evil.test',
    '-evil.test',
    'evil.test:/x',
    'evil.test:80',
  ])('that returns `baseUrl + url` does not leave the site for %s', async (wanted) => {
    const { ctx, logged } = openWith(({ url, baseUrl }) => baseUrl + url)
    expect(await resolveRedirect(ctx, wanted)).toBe(home)
    expect(logged).toMatchObject([{ level: 'error', code: 'InvalidRedirect' }])
    expect(await resolveRedirect(ctx, '/a')).toBe(`${home}a`)
  })

  it.each([
    ['baseUrl + pathname', 'myapp:.evil.test/x'],
    ['baseUrl + pathname', 'myapp:évil.test'],
    ['baseUrl + the rest', '/.evil.test'],
    ['pathname', '/.//evil.test'],
    ['pathname', '/a/..//évil.test/x'],
    ['pathname', 'https://app.test//evil.test/a/../b'],
    ['pathname', 'https://other.test//evil.test'],
    ['pathname', 'https://evil.test//evil.test'],
    ['pathname', 'myapp:////evil.test'],
    ['url without baseUrl', 'https://app.test//evil.test'],
    ['url without baseUrl', '/https://app.test/evil.test'],
    ['decoded', '/%2F/evil.test'],
    ['decoded', '/%09/evil.test'],
    ['url if it starts with baseUrl', 'https://app.test.evil.test/x'],
    ['url if it starts with baseUrl', 'https://app.test-evil.test'],
    ['url if it starts with baseUrl', 'https://app.test\u3002evil.test'],
  ])('that returns %s does not leave the site for %s', async (kind, wanted) => {
    const { ctx, logged } = openWith(careless[kind] ?? fail)
    expect(await resolveRedirect(ctx, wanted)).toBe(home)
    expect(logged).toMatchObject([{ level: 'error', code: 'InvalidRedirect' }])
    expect(await resolveRedirect(ctx, '/a')).toBe(`${home}a`)
  })

  const careless: Readonly<Record<string, Redirect>> = {
    'baseUrl + pathname': ({ url, baseUrl }) => baseUrl + new URL(url, baseUrl).pathname,
    'baseUrl + the rest': ({ url, baseUrl }) => (url === '/a' ? url : baseUrl + url.slice(1)),
    pathname: ({ url, baseUrl }) => new URL(url, baseUrl).pathname,
    'url without baseUrl': ({ url, baseUrl }) => url.replace(baseUrl, ''),
    decoded: ({ url }) => decodeURIComponent(url),
    'url if it starts with baseUrl': ({ url, baseUrl }) =>
      url.startsWith(baseUrl) || url.startsWith('/') ? url : baseUrl,
  }

  it('with a list of hosts may lead to a host that begins like this one', async () => {
    const hosts = ['app.test.au', 'app.test']
    const { ctx, logged } = openWith(({ url, baseUrl }) =>
      hosts.includes(new URL(url, baseUrl).host) ? url : baseUrl,
    )
    expect(await resolveRedirect(ctx, 'https://app.test.au/a')).toBe('https://app.test.au/a')
    expect(await resolveRedirect(ctx, 'https://app.test.evil.test/')).toBe(home)
    expect(logged).toEqual([])
  })

  it.each(['//partner.test/a', 'https://app.test.au/', 'https://partner.test//x'])(
    'may lead to %s for every URL, also for the one that it returned before',
    async (answer) => {
      const { ctx, logged } = openWith(() => answer)
      const target = await resolveRedirect(ctx, '/a')
      expect(target).toBe(new URL(answer, home).href)
      expect(await resolveRedirect(ctx, target)).toBe(target)
      expect(logged).toEqual([])
    },
  )

  it('does not see an `intent:` URL, which names a second URL to open', async () => {
    const { ctx } = openWith(({ url }) => url)
    const end = 'S.browser_fallback_url=https%3A%2F%2Fevil.test;end'
    expect(await resolveRedirect(ctx, `intent://app.test/#Intent;${end}`)).toBe(home)
    expect(await resolveRedirect(ctx, `INTENT://app.test/#Intent;${end}`)).toBe(home)
  })

  it.each([
    ['https://other.test/a?b#c', 'https://other.test/a?b#c'],
    ['http://other.test', 'http://other.test/'],
    ['//other.test/a', 'https://other.test/a'],
    ['https://other.test//x', 'https://other.test//x'],
    ['myapp://done?x=1', 'myapp://done?x=1'],
    ['com.example.app:/done', 'com.example.app:/done'],
    ['welcome', `${home}welcome`],
  ])('may lead to %s', async (answer, target) => {
    const { ctx, logged } = openWith(() => answer)
    expect(await resolveRedirect(ctx, undefined)).toBe(target)
    expect(logged).toEqual([])
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://app.test/x',
    'about:blank',
    'myapp:a b',
    'java\nscript:alert(1)',
    'file:///etc/passwd',
    'https://user:password@other.test',
    'https://:password@other.test',
    'https://user@app.test',
    'https://app.test//evil.test',
    'https://',
    undefined,
    null,
    42,
    {},
    ['/a'],
    new URL('https://other.test'),
  ])('leads home when it answers %s, and logs that', async (answer) => {
    const { ctx, logged } = openWith(() => answer as string)
    expect(await resolveRedirect(ctx, '/a')).toBe(home)
    expect(logged).toMatchObject([{ level: 'error', code: 'InvalidRedirect' }])
  })

  it.each([
    ['throws', (): never => fail()],
    ['rejects', async (): Promise<never> => fail()],
  ])('leads home when it %s, and logs why', async (_how, redirect) => {
    const { ctx, logged } = openWith(redirect)
    expect(await resolveRedirect(ctx, '/a')).toBe(home)
    expect(logged).toMatchObject([{ level: 'error', code: 'InvalidRedirect' }])
    const [error] = logged[0]?.message ?? []
    expect(error).toMatchObject({ type: 'InvalidRedirect', cause: { message: 'no idea' } })
  })

  function fail(): never {
    throw new Error('no idea')
  }
})

describe('the URLs of routes and pages', () => {
  const { ctx } = openTestContext({
    config: {
      basePath: '/api/sign/',
      pages: { signIn: '/login?theme=dark', error: 'https://help.test/oops#top' },
    },
  })

  it('stand under the base path', () => {
    expect(routeUrl(ctx, 'signin/github')).toBe(`${home}api/sign/signin/github`)
  })

  it('carry parameters as text, and leave undefined ones out', () => {
    const params = { error: 'A&b=c#d', code: undefined, callbackUrl: 'https://app.test/?a=b' }
    const url = new URL(routeUrl(ctx, 'error', params))
    expect(url.hash).toBe('')
    expect([...url.searchParams]).toEqual([
      ['error', 'A&b=c#d'],
      ['callbackUrl', 'https://app.test/?a=b'],
    ])
  })

  it("are the application's own where it has some", () => {
    expect(pageUrl(ctx, 'signIn', 'signin', { error: 'x' })).toBe(`${home}login?theme=dark&error=x`)
    expect(pageUrl(ctx, 'error', 'error', { error: 'x' })).toBe(
      'https://help.test/oops?error=x#top',
    )
    expect(pageUrl(ctx, 'signOut', 'signout')).toBe(`${home}api/sign/signout`)
    expect(customPageUrl(ctx, 'signOut', {})).toBeUndefined()
  })
})

describe('the page that asks for a sign-in', () => {
  const { ctx } = openTestContext()
  const wayBack = (url: string): string | null => new URL(url).searchParams.get('callbackUrl')

  it('is the built-in one, with the way back as a path', () => {
    expect(signInUrl(ctx, '/a?b=c')).toBe(`${home}auth/signin?callbackUrl=%2Fa%3Fb%3Dc`)
    expect(signInUrl(ctx, undefined)).toBe(`${home}auth/signin`)
    expect(signInUrl(ctx, '')).toBe(`${home}auth/signin?callbackUrl=`)
  })

  it('gets no way back that is too long for a query', () => {
    const [fits, isTooLong] = ['/'.padEnd(2048, 'x'), '/'.padEnd(2049, 'x')]
    expect(wayBack(signInUrl(ctx, fits))).toBe(fits)
    expect(wayBack(signInUrl(ctx, isTooLong))).toBeNull()
  })

  it("is the application's own, of this page or of the config", () => {
    const own = openTestContext({ config: { pages: { signIn: '/login' } } }).ctx
    expect(signInUrl(own, '/a')).toBe(`${home}login?callbackUrl=%2Fa`)
    expect(signInUrl(own, '/a', '/enter')).toBe(`${home}enter?callbackUrl=%2Fa`)
  })

  it('is told whose path it is when it is elsewhere', () => {
    expect(wayBack(signInUrl(ctx, '/a', 'https://other.test/'))).toBe(`${home}a`)
    expect(wayBack(signInUrl(ctx, undefined, 'https://other.test/'))).toBeNull()
  })
})

describe('the addresses of services', () => {
  it.each(['https://op.test/a?b=c', 'http://localhost/'])('may be %s', (url) => {
    expect(providerUrl(new URL(url))).toBe(url)
  })

  it.each(['javascript:alert(1)', 'data:,x', 'ftp://op.test/', 'xhttps://op.test/'])(
    'are never %s',
    (url) => {
      expect(() => providerUrl(new URL(url))).toThrow(TypeError)
    },
  )

  it('of another deployment get the whole response', () => {
    const response = new URLSearchParams([
      ['code', '1'],
      ['code', '2'],
    ])
    expect(proxiedUrl('https://preview.test/cb?a=b', response)).toBe(
      'https://preview.test/cb?a=b&code=1&code=2',
    )
    expect(() => proxiedUrl('javascript:alert(1)', response)).toThrow(TypeError)
  })
})
