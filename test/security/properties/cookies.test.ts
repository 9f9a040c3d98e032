import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCookieJar } from '../../../src/context/cookie-jar.js'
import { cookieNames, readCookie, withCookies, type Cookie } from '../../../src/http/cookie.js'

const bytes = fc.string({
  unit: fc.oneof(
    fc.constantFrom(';', '=', ' ', '\t', '"', '%', '%4', '%zz', ',', 'a', 'b', 'a=', '; a='),
    fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  ),
})
const names = fc.constantFrom('a', 'b', 'a.0', '__Host-a')
const values = fc.string({ unit: 'grapheme', maxLength: 8 })
const given: fc.Arbitrary<Cookie> = fc.record({
  name: names,
  value: values,
  attributes: fc.constant({}),
})

/** RFC 6265, section 5.4, read backwards: pairs between semicolons, and the first of a name counts. */
function firstRaw(header: string, name: string): string | undefined {
  const trim = (text: string): string => text.replace(/^[ \t]+|[ \t]+$/g, '')
  for (const pair of header.split(';')) {
    const [left, ...right] = pair.split('=')
    if (right.length > 0 && trim(left ?? '') === name) return trim(right.join('='))
  }
  return undefined
}

describe('a cookie header of any bytes', () => {
  it('is read as the standard reads it', () => {
    fc.assert(
      fc.property(bytes, names, (header, name) => {
        const raw = firstRaw(header, name)
        const read = readCookie(header, name)
        if (raw === undefined) expect(read).toBeUndefined()
        else expect([raw, unquote(raw), decode(unquote(raw))]).toContain(read)
      }),
      { numRuns: 2000 },
    )
  })

  it('names each cookie that can be read, and none that cannot', () => {
    fc.assert(
      fc.property(bytes, (header) => {
        for (const name of cookieNames(header)) {
          if (name !== '') expect(readCookie(header, name)).toBeDefined()
        }
      }),
    )
  })

  it('has the cookies that a browser was given, and its own others unchanged', () => {
    fc.assert(
      fc.property(bytes, fc.array(given, { maxLength: 4 }), (header, cookies) => {
        const after = withCookies(header, cookies)
        const last = new Map(cookies.map(({ name, value }) => [name, value]))
        for (const name of ['a', 'b', 'a.0', '__Host-a']) {
          const expected = last.has(name) ? last.get(name) || undefined : readCookie(header, name)
          expect(readCookie(after, name)).toBe(expected)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('a cookie jar', () => {
  it('shows after any changes what the browser will have', () => {
    const changes = fc.array(fc.tuple(fc.boolean(), names, values), { maxLength: 6 })
    fc.assert(
      fc.property(bytes, changes, (header, steps) => {
        const jar = createCookieJar(header)
        for (const [isSet, name, value] of steps) {
          if (isSet) jar.set(name, value, {})
          else jar.delete(name, {})
        }
        const browser = withCookies(header, jar.changes())
        for (const name of ['a', 'b', 'a.0', '__Host-a']) {
          expect(jar.get(name)).toBe(readCookie(browser, name))
        }
        const names = jar.changes().map((change) => change.name)
        expect(new Set(names).size).toBe(names.length)
      }),
      { numRuns: 500 },
    )
  })
})

function unquote(raw: string): string {
  return raw.replace(/^"(.*)"$/s, '$1')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
