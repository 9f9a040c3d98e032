import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CookieAttributes,
  cookieProblem,
  isCookieName,
  hasCookieLike,
  readCookie,
  serializeCookie,
  withCookies,
} from '../../../src/http/cookie.js'

describe('withCookies', () => {
  // prettier-ignore
  it.each([
    ['',                     { a: '1' },          'a=1'],
    ['a=1',                  {},                  'a=1'],
    ['a=1; b=2',             { a: '3' },          ' b=2; a=3'],
    ['a=1; b=2; a=4',        { a: '' },           ' b=2'],
    ['a=1',                  { a: '' },           ''],
    ['a=1',                  { b: '; a=2' },      'a=1; b=%3B%20a%3D2'],
    ['\u00a0a=1; b',         { c: '3' },          '\u00a0a=1; b; c=3'],
  ])('gives %j after %j as %j', (header, given, after) => {
    const cookies = Object.entries(given).map(([name, value]) => ({ name, value, attributes: {} }))
    expect(withCookies(header, cookies)).toBe(after)
  })

  it('lets the last one count', () => {
    const cookies = ['1', '', '2'].map((value) => ({ name: 'a', value, attributes: {} }))
    expect(withCookies('', cookies)).toBe('a=2')
  })
})

describe('hasCookieLike', () => {
  it.each([
    ['a=1', true],
    ['a.0=1', true],
    ['b=2; a=1', true],
    ['b=2;\t a=1', true],
    ['__Host-a=1; a.1=2', true],
    ['__Host-a=1', false],
    ['b=a', false],
    ['b=2 a', false],
    ['', false],
  ])('finds a cookie whose name begins with "a" in %j: %s', (header, expected) => {
    expect(hasCookieLike(header, 'a')).toBe(expected)
  })
})

describe('readCookie', () => {
  // prettier-ignore
  it.each([
    ['a=1',                       '1'],
    ['b=2; a=1',                  '1'],
    ['b=2;a=1',                   '1'],
    ['b=2; \t a \t=\t 1 \t; c=3', '1'],
    ['a=1; a=2',                  '1'],
    ['a=; a=2',                   ''],
    ['a=',                        ''],
    ['a=b=c==',                   'b=c=='],
    ['b; a=1',                    '1'],
    ['; ;; a=1;',                 '1'],
    ['=x; a=1',                   '1'],
    ['a="1"',                     '1'],
    ['a=""',                      ''],
    ['a="',                       '"'],
    ['a="1',                      '"1'],
    ['a=1"',                      '1"'],
    ['a="%7C"',                   '|'],
    ['a=%7C%20%C3%A4',            '| ä'],
    ['a=%',                       '%'],
    ['a=%E0%A4%A',                '%E0%A4%A'],
    ['a=%7C%zz',                  '%7C%zz'],
    ['a=1+1',                     '1+1'],
    ['a=1, b=2',                  '1, b=2'],
  ])('reads a from %j as %j', (header, value) => {
    expect(readCookie(header, 'a')).toBe(value)
  })

  // prettier-ignore
  it.each([
    '', ';', '=', 'a', 'a;', 'aa=1', 'A=1', 'b=a=1', 'b="; a', '"a"=1', 'a%20=1', '%61=1', 'a.0=1',
    '\u00a0a=1', 'a\u00a0=1', '\u000ba=1', '\u000ca=1', '\u2003a=1', '\ufeffa=1', '\u0000a=1', 'a\r=1', '\na=1',
  ])('finds no a in %j', (header) => {
    expect(readCookie(header, 'a')).toBeUndefined()
  })

  it('finds only the exact name among look-alikes', () => {
    const name = '__Host-authjs.session-token'
    const lookAlikes = [
      `\u00a0${name}`,
      name.toLowerCase(),
      `${name}.0`,
      `x${name}`,
      `${name}\u200b`,
    ]
    const header = lookAlikes.map((one) => `${one}=planted`).join('; ')
    expect(readCookie(header, name)).toBeUndefined()
    expect(readCookie(`${header}; ${name}=true`, name)).toBe('true')
  })

  it('is not confused by names that objects have', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(readCookie('a=1', name)).toBeUndefined()
      expect(readCookie(`${name}=1`, name)).toBe('1')
    }
  })

  it.each([
    ['pairs', 'a=b; '.repeat(200_000)],
    ['semicolons', ';'.repeat(1024 * 1024)],
    ['semicolons before a pair', `${';'.repeat(1024 * 1024)}x=1`],
    ['equals signs', '='.repeat(1024 * 1024)],
    ['blanks', `${' '.repeat(1024 * 1024)}=`],
    ['quotes', `z=${'"'.repeat(1024 * 1024)}`],
    ['percents', `z=${'%'.repeat(1024 * 1024)}`],
    ['one name', `${'a'.repeat(1024 * 1024)}=1`],
  ])('takes no time for a megabyte of %s', (_what, header) => {
    const started = performance.now()
    readCookie(header, 'z')
    readCookie(`${header}; y=1`, 'y')
    expect(performance.now() - started).toBeLessThan(15_000)
  })

  it('gives the value that was written, among others', () => {
    const names = fc.stringMatching(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,12}$/)
    const values = fc.string({ unit: 'grapheme' })
    const jars = fc.dictionary(names, values, { noNullPrototype: false })
    fc.assert(
      fc.property(jars, (jar) => {
        const written = Object.entries(jar).map(([name, value]) =>
          serializeCookie({ name, value, attributes: {} }),
        )
        const header = written.join('; ')
        for (const [name, value] of Object.entries(jar)) {
          expect(readCookie(header, name)).toBe(value)
        }
      }),
    )
  })
})

describe('isCookieName', () => {
  it.each([
    ['__Host-a.b', true],
    ['', false],
    ['a b', false],
    ['\u00fc', false],
  ])('%j: %j', (name, expected) => {
    expect(isCookieName(name)).toBe(expected)
  })
})

describe('serializeCookie', () => {
  const write = (attributes: CookieAttributes, value = 'v'): string =>
    serializeCookie({ name: 'n', value, attributes })

  it('writes all attributes in one order', () => {
    const written = write({
      sameSite: 'lax',
      priority: 'high',
      partitioned: true,
      secure: true,
      httpOnly: true,
      expires: new Date('2040-01-02T03:04:05Z'),
      path: '/a',
      domain: 'app.test',
      maxAge: 900,
    })
    expect(written).toBe(
      'n=v; Max-Age=900; Domain=app.test; Path=/a; Expires=Mon, 02 Jan 2040 03:04:05 GMT; ' +
        'HttpOnly; Secure; Partitioned; Priority=High; SameSite=Lax',
    )
  })

  it('writes nothing for what is undefined or false', () => {
    expect(write({ httpOnly: false, secure: false, domain: undefined, partitioned: false })).toBe(
      'n=v',
    )
  })

  it('writes a deletion', () => {
    expect(write({ maxAge: 0, path: '/' }, '')).toBe('n=; Max-Age=0; Path=/')
  })

  it.each([
    ['strict', 'Strict'],
    ['lax', 'Lax'],
    ['none', 'None'],
  ] as const)('writes SameSite %s', (sameSite, word) => {
    expect(write({ sameSite, secure: true })).toBe(`n=v; Secure; SameSite=${word}`)
  })

  it('lets no value become an attribute or a header', () => {
    const tricky = fc.string({
      unit: fc.constantFrom(';', ',', '\r', '\n', '=', ' ', '"', '\\', 'Domain=evil.test', 'ä'),
    })
    fc.assert(
      fc.property(tricky, (value) => {
        const written = write({ path: '/' }, value)
        expect(written).toMatch(/^n=[!#$%&'()*+\-./\w:~]*; Path=\/$/)
        expect(readCookie(written, 'n')).toBe(value)
      }),
    )
    expect(write({}, 'v; Domain=evil.test')).toBe('n=v%3B%20Domain%3Devil.test')
  })

  it('throws on what a browser would misread', () => {
    const cookie = { name: 'n;', value: '', attributes: {} }
    expect(() => serializeCookie(cookie)).toThrow(TypeError)
  })
})

describe('cookieProblem', () => {
  it('has none with our own cookies', () => {
    const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const
    for (const name of ['__Host-authjs.session-token', '__Secure-a', 'authjs.csrf-token']) {
      expect(cookieProblem(name, attributes)).toBeUndefined()
    }
  })

  it.each([
    '',
    ' ',
    'a b',
    'a;',
    'a=b',
    'a,b',
    'a\r\nb',
    'a"',
    'ä',
    'a/b',
    '[a]',
    'a\u0000',
    '\u00a0a',
  ])('refuses the name %j', (name) => {
    expect(cookieProblem(name, {})).toContain('name')
  })

  it.each(['app.test', '.app.test', 'a', 'a-b.c-d.test', '127.0.0.1', 'xn--bcher-kva.test'])(
    'accepts the domain %j',
    (domain) => {
      expect(cookieProblem('n', { domain })).toBeUndefined()
    },
  )

  // prettier-ignore
  it.each([
    '', '.', '..a', 'a..b', 'a.', '-a', 'a-', 'a_b', 'a;b', 'a; Secure', 'a\r\nSet-Cookie: b=c', 'a\n', 'a b', 'ä.test', 'a/b', 'a:80',
  ])('refuses the domain %j', (domain) => {
    expect(cookieProblem('n', { domain })).toContain('domain')
  })

  it.each(['/', '/a/b.c', '/a b', '/a=b,c', '/~'])('accepts the path %j', (path) => {
    expect(cookieProblem('n', { path })).toBeUndefined()
  })

  it.each([
    '',
    'a',
    ' /',
    '/;',
    '/a; Domain=evil.test',
    '/\r\nSet-Cookie: b=c',
    '/\n',
    '/\u007f',
    '/ä',
  ])('refuses the path %j', (path) => {
    expect(cookieProblem('n', { path })).toContain('path')
  })

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e21])('refuses the maxAge %d', (maxAge) => {
    expect(cookieProblem('n', { maxAge })).toContain('maxAge')
  })

  it('refuses a date that is not valid', () => {
    expect(cookieProblem('n', { expires: new Date(Number.NaN) })).toContain('expiry')
  })

  it.each(['', 'Lax', 'lax; Domain=evil.test', 'lax\r\nSet-Cookie: a=b', true])(
    'refuses %j for sameSite and priority',
    (word) => {
      expect(cookieProblem('n', { sameSite: word as 'lax' })).toContain('sameSite')
      expect(cookieProblem('n', { priority: word as 'low' })).toContain('priority')
    },
  )

  // prettier-ignore
  it.each<[string, CookieAttributes, boolean]>([
    ['__Host-a',   { secure: true, path: '/' },                       true],
    ['__Host-a',   { secure: true },                                  false],
    ['__Host-a',   { path: '/' },                                     false],
    ['__Host-a',   { secure: true, path: '/a' },                      false],
    ['__Host-a',   { secure: true, path: '/', domain: 'app.test' },   false],
    ['__Secure-a', { secure: true },                                  true],
    ['__Secure-a', { secure: true, path: '/a', domain: 'app.test' },  true],
    ['__Secure-a', { path: '/' },                                     false],
    ['a',          { sameSite: 'none', secure: true },                true],
    ['a',          { sameSite: 'none' },                              false],
    ['a',          { partitioned: true, secure: true },               true],
    ['a',          { partitioned: true },                             false],
    ['__host-a',   { path: '/' },                                     false],
    ['__SECURE-a', { path: '/' },                                     false],
    ['Host__a',    {},                                                true],
    ['a__Host-a',  {},                                                true],
    ['a__Secure-', {},                                                true],
  ])('knows whether a browser takes %s with %j', (name, attributes, taken) => {
    expect(cookieProblem(name, attributes) === undefined).toBe(taken)
    if (!taken) expect(cookieProblem(name, attributes)).toContain('secure: true')
  })

  it('keeps everything on one line, whatever the attributes', () => {
    const texts = fc.string({
      unit: fc.constantFrom(';', '\r', '\n', ',', '/', '.', 'a', ' ', '='),
    })
    fc.assert(
      fc.property(texts, texts, texts, (name, domain, path) => {
        if (cookieProblem(name, { domain, path }) !== undefined) return
        const written = serializeCookie({ name, value: 'v', attributes: { domain, path } })
        expect(written.split(';')).toHaveLength(3)
        expect(written).not.toMatch(/[\r\n]/)
      }),
      { numRuns: 1000 },
    )
  })
})
