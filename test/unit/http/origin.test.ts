import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  initiatorOf,
  isLoopback,
  isPrefetch,
  isUserNavigation,
  type OriginPolicy,
  resolveOrigin,
} from '../../../src/http/origin.js'

const nobody: OriginPolicy = { origins: [], trustHost: undefined, trustForwardedHeaders: false }
const app = 'https://app.test'

const request = (url: string, headers: Record<string, string> = {}): Request =>
  new Request(url, { headers })

const forwarded = (headers: Record<string, string>, policy: Partial<OriginPolicy> = {}): string =>
  resolveOrigin(request(`${app}/a`, headers), { ...nobody, trustForwardedHeaders: true, ...policy })
    .origin

describe('resolveOrigin', () => {
  it('answers for the one configured origin, wherever the request came', () => {
    const policy = { ...nobody, origins: [app], trustForwardedHeaders: true }
    for (const trustHost of [undefined, false, true]) {
      for (const url of ['http://evil.test/a', 'http://localhost/', `${app}.evil.test/`]) {
        const seen = resolveOrigin(request(url, { 'x-forwarded-host': 'evil.test' }), {
          ...policy,
          trustHost,
        })
        expect(seen).toEqual({ origin: app, trusted: true })
      }
    }
  })

  it.each([
    [undefined, false],
    [false, false],
    [true, true],
  ])('believes the host with trustHost %s: %s', (trustHost, trusted) => {
    expect(resolveOrigin(request(`${app}/a`), { ...nobody, trustHost })).toEqual({
      origin: app,
      trusted,
    })
  })

  it('believes loopback hosts unless it was told not to', () => {
    const url = 'http://localhost:5173/a'
    const origin = 'http://localhost:5173'
    expect(resolveOrigin(request(url), nobody)).toEqual({ origin, trusted: true })
    expect(resolveOrigin(request(url), { ...nobody, trustHost: false }).trusted).toBe(false)
  })

  describe('with a list of origins', () => {
    const policy = { ...nobody, origins: [app, 'https://other.test'], trustHost: true }

    it.each(['https://app.test/a', 'https://other.test', 'https://APP.test:443/a'])(
      'answers at %s',
      (url) => {
        expect(resolveOrigin(request(url), policy).trusted).toBe(true)
      },
    )

    // prettier-ignore
    it.each([
      'https://app.test.evil.test/', 'https://evil.test/app.test', 'https://evil.test/?https://app.test',
      'https://evilapp.test/', 'https://a.app.test/', 'https://a.app.test.evil.test/', 'http://app.test/',
      'https://app.test:8443/', 'https://app.tes/', 'https://app.test./', 'https://\u0430pp.test/', 'http://localhost/',
    ])('refuses %s, whatever trustHost says', (url) => {
      expect(resolveOrigin(request(url), policy).trusted).toBe(false)
    })

    it('compares what the proxy says with the list, when it is asked', () => {
      const inside = request('http://10.0.0.7:3000/', {
        'x-forwarded-host': 'other.test',
        'x-forwarded-proto': 'https',
      })
      const trusting = { ...policy, trustForwardedHeaders: true }
      expect(resolveOrigin(inside, trusting)).toEqual({
        origin: 'https://other.test',
        trusted: true,
      })
      expect(resolveOrigin(inside, policy).trusted).toBe(false)
      const evil = request(`${app}/`, { 'x-forwarded-host': 'evil.test' })
      expect(resolveOrigin(evil, trusting).trusted).toBe(false)
      expect(resolveOrigin(evil, policy)).toEqual({ origin: app, trusted: true })
    })
  })

  describe('behind a proxy', () => {
    it('ignores what the proxy says unless it was told to listen', () => {
      const headers = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' }
      expect(resolveOrigin(request(`${app}/a`, headers), nobody).origin).toBe(app)
    })

    // prettier-ignore
    it.each([
      [{ 'x-forwarded-host': 'www.test' },                                        'https://www.test'],
      [{ 'x-forwarded-host': 'www.test:8443' },                                   'https://www.test:8443'],
      [{ 'x-forwarded-host': 'WWW.test' },                                        'https://www.test'],
      [{ 'x-forwarded-host': 'www.test, proxy.internal' },                        'https://www.test'],
      [{ 'x-forwarded-host': '[::1]:80' },                                        'https://[::1]:80'],
      [{ 'x-forwarded-host': '[::1]' },                                           'https://[::1]'],
      [{ 'x-forwarded-host': 'www.test , proxy.internal' },                       'https://www.test'],
      [{ 'x-forwarded-proto': 'http' },                                           'http://app.test'],
      [{ 'x-forwarded-proto': 'HTTP' },                                           'http://app.test'],
      [{ 'x-forwarded-proto': 'http,https' },                                     'http://app.test'],
      [{ 'x-forwarded-proto': 'http', 'x-forwarded-host': 'www.test:80' },        'http://www.test'],
    ])('listens to %j', (headers, origin) => {
      expect(forwarded({ ...headers })).toBe(origin)
    })

    // prettier-ignore
    it.each([
      '', ' ', ',', ', www.test', 'www.test/a', 'www.test?a', 'www.test#a', 'user@www.test', 'user:password@www.test',
      'www.test\\evil.test', 'https://www.test', '//www.test', 'www.test:', 'www.test:a', 'www.test:99999', 'www.test:-1',
      'www test', 'www.test\tevil.test', '[::1', '[zz]', '[]', '[::1]/a', '[::1]@evil.test', 'a@[::1]', '%77ww.test', 'w\u00e4w.test', '<script>', '"www.test"', '*', '1.2.3.4.5', '999.1.1.1', '256.256.256.256',
    ])('does not listen to the host %j', (host) => {
      expect(forwarded({ 'x-forwarded-host': host })).toBe(app)
    })

    it.each([
      '',
      'ftp',
      'xhttps',
      'javascript',
      'https:',
      'http://evil.test',
      'ws',
      'file',
      'h ttp',
    ])('does not listen to the protocol %j', (proto) => {
      expect(forwarded({ 'x-forwarded-proto': proto })).toBe(app)
    })

    it('never reads the standard header, nor other spellings', () => {
      const headers = {
        forwarded: 'host=evil.test;proto=http',
        'x-host': 'evil.test',
        'x-forwarded-server': 'evil.test',
        'x-original-host': 'evil.test',
        'x-forwarded-port': '8443',
      }
      expect(forwarded(headers)).toBe(app)
    })

    it('does not trust a host because a proxy names it', () => {
      const seen = resolveOrigin(
        request('http://localhost:3000/', { 'x-forwarded-host': 'evil.test' }),
        {
          ...nobody,
          trustForwardedHeaders: true,
        },
      )
      expect(seen).toEqual({ origin: 'http://evil.test', trusted: false })
    })

    it('sees an http(s) origin without path or user, whatever the headers say', () => {
      const bytes = fc.string({ unit: 'grapheme-ascii' })
      fc.assert(
        fc.property(bytes, bytes, (host, proto) => {
          const origin = forwarded({ 'x-forwarded-host': host, 'x-forwarded-proto': proto })
          expect(new URL(origin).origin).toBe(origin)
          expect(origin).toMatch(/^https?:\/\/[^/@\\\s]+$/)
        }),
      )
    })
  })
})

describe('isLoopback', () => {
  it.each(['localhost', 'a.localhost', 'a.b.localhost', '127.0.0.1', '127.10.200.255', '[::1]'])(
    'knows %s',
    (hostname) => {
      expect(isLoopback(hostname)).toBe(true)
    },
  )

  // prettier-ignore
  it.each([
    '', 'app.test', 'localhost.evil.test', 'evillocalhost', 'localhost.', 'localhostx', '127.0.0.1.evil.test', '127.evil.test',
    '127.0.0', '1127.0.0.1', '128.0.0.1', '10.0.0.1', '192.168.0.1', '0.0.0.0', '[::]', '[::2]', '[::ffff:7f00:1]', '::1x',
  ])('does not take %j for this machine', (hostname) => {
    expect(isLoopback(hostname)).toBe(false)
  })
})

describe('initiatorOf', () => {
  // prettier-ignore
  it.each([
    // Origin                      Sec-Fetch-Site   who
    [undefined,                    undefined,       'unknown'],
    [undefined,                    'same-origin',   'same'],
    [undefined,                    'none',          'unknown'],
    [undefined,                    'same-site',     'foreign'],
    [undefined,                    'cross-site',    'foreign'],
    [undefined,                    'Same-Origin',   'foreign'],
    [undefined,                    'whatever',      'foreign'],
    [undefined,                    '',              'foreign'],
    [app,                          undefined,       'same'],
    [app,                          'same-origin',   'same'],
    [app,                          'none',          'same'],
    [app,                          'same-site',     'foreign'],
    [app,                          'cross-site',    'foreign'],
    ['null',                       undefined,       'foreign'],
    ['null',                       'same-origin',   'same'],
    ['null',                       'none',          'foreign'],
    ['null',                       'same-site',     'foreign'],
    ['null',                       'cross-site',    'foreign'],
    ['https://evil.test',          undefined,       'foreign'],
    ['https://evil.test',          'same-origin',   'foreign'],
    ['https://evil.test',          'none',          'foreign'],
    ['https://evil.test',          'cross-site',    'foreign'],
    ['http://app.test',            undefined,       'foreign'],
    ['https://app.test:8443',      'same-site',     'foreign'],
    ['https://app.test.evil.test', undefined,       'foreign'],
    ['https://app.test/',          undefined,       'foreign'],
    ['https://APP.test',           undefined,       'foreign'],
    ['https://app.test, https://app.test', undefined, 'foreign'],
    ['',                           undefined,       'foreign'],
    ['',                           'same-origin',   'foreign'],
    ['undefined',                  undefined,       'foreign'],
  ])('takes Origin %s with Sec-Fetch-Site %s for %s', (origin, site, who) => {
    const headers = new Headers()
    if (origin !== undefined) headers.set('origin', origin)
    if (site !== undefined) headers.set('sec-fetch-site', site)
    expect(initiatorOf(headers, app)).toBe(who)
  })
})

describe('isUserNavigation', () => {
  const clicked = {
    'sec-fetch-user': '?1',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  }

  it('is a page that a person asked for', () => {
    expect(isUserNavigation(new Headers(clicked))).toBe(true)
  })

  it.each([
    { 'sec-fetch-user': '?0' },
    { 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-user': '' },
    { 'sec-fetch-mode': '' },
    { 'sec-fetch-dest': '' },
  ])('is not with %j', (other) => {
    expect(isUserNavigation(new Headers({ ...clicked, ...other }))).toBe(false)
  })

  it('is not where the browser says nothing', () => {
    expect(isUserNavigation(new Headers())).toBe(false)
  })
})

describe('isPrefetch', () => {
  it.each([
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'Prefetch' },
    { 'x-moz': 'prefetch' },
  ])('is said by %j', (headers) => {
    expect(isPrefetch(new Headers({ ...headers }))).toBe(true)
  })

  it.each([{}, { purpose: 'preview' }, { 'x-purpose': 'prefetch' }])(
    'is not said by %j',
    (headers) => {
      expect(isPrefetch(new Headers({ ...headers }))).toBe(false)
    },
  )
})
