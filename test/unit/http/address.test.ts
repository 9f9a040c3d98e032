import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseEmailAddress } from '../../../src/http/email-address.js'
import { acceptedAddresses, hostileAddresses } from '../../support/addresses.js'

/** Texts that are nearly addresses: their parts, their separators, and what resembles both. */
const nearlyAddresses = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'aZ0.-_+@"\\<>()[],;: \t\r\n\u0000%=?!'.split('')),
      fc.constantFrom('\uff20', '\ufe6b', '\uff0e', '\u3002', '\u00ad', '\u200d', '\u202e'),
      fc.constantFrom('\u212a', '\u0130', 'ß', 'ﬁ', 'ü', 'xn--', 'example.test', '@example.test'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

describe('EM1: one address', () => {
  it.each(acceptedAddresses)('is read from %j', (typed, stored) => {
    expect(parseEmailAddress(typed)).toBe(stored)
  })

  it.each(hostileAddresses.map((text) => [text.slice(0, 60), text]))(
    'is not read from %j',
    (_, text) => {
      expect(parseEmailAddress(text)).toBeUndefined()
    },
  )

  it.each([undefined, null, 0, true, [], ['a@x.test'], {}, { 0: 'a@x.test', length: 1 }, Symbol()])(
    'is not read from what is no text',
    (value) => {
      expect(parseEmailAddress(value)).toBeUndefined()
    },
  )

  it('has at most 254 characters, and its name at most 64', () => {
    const zone = `${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(62)}.test`
    const longest = `${'a'.repeat(254 - zone.length - 1)}@${zone}`
    expect(longest).toHaveLength(254)
    expect(longest.indexOf('@')).toBeLessThanOrEqual(64)
    expect(parseEmailAddress(longest)).toBe(longest)
    expect(parseEmailAddress(`a${longest}`)).toBeUndefined()
  })

  it('is counted as it is stored, not as it was typed', () => {
    const typed = `a@${'ü'.repeat(50)}.${'ü'.repeat(50)}.${'ü'.repeat(50)}.${'ü'.repeat(50)}.test`
    expect(typed.length).toBeLessThan(254)
    const stored = parseEmailAddress(typed)
    expect(stored === undefined || stored.length <= 254).toBe(true)
    expect(parseEmailAddress(`${' '.repeat(500)}a@x.test${' '.repeat(400)}`)).toBe('a@x.test')
  })

  it('is refused in no time when it is long', () => {
    const before = performance.now()
    for (const piece of ['a@', '.a', '"', '(', 'ü', '-', 'a.'])
      expect(parseEmailAddress(`${piece.repeat(200_000)}@x.test`)).toBeUndefined()
    expect(performance.now() - before).toBeLessThan(15_000)
  })

  it('stays what it is when it is read again', () => {
    fc.assert(
      fc.property(nearlyAddresses, (text) => {
        const once = parseEmailAddress(text)
        return once === undefined || parseEmailAddress(once) === once
      }),
      { numRuns: 3000 },
    )
  })

  it('is ASCII in lower case with one @, no white space and nothing that a mailer reads', () => {
    fc.assert(
      fc.property(nearlyAddresses, (text) => {
        const found = parseEmailAddress(text)
        if (found === undefined) return true
        const isPlain = /^[!-~]+$/.test(found) && !/[A-Z"\\<>()[\],;:]/.test(found)
        return isPlain && found.split('@').length === 2
      }),
      { numRuns: 3000 },
    )
  })

  it('keeps the name letter by letter', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9+_-]{1,64}$/), (name) => {
        expect(parseEmailAddress(`${name}@x.test`)).toBe(`${name.toLowerCase()}@x.test`)
      }),
    )
  })

  it('is never that of another when two differ by more than case', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z0-9.+]{1,20}$/),
        fc.stringMatching(/^[a-z0-9.+]{1,20}$/),
        (one, two) => {
          const [a, b] = [parseEmailAddress(`${one}@x.test`), parseEmailAddress(`${two}@x.test`)]
          return a === undefined || one === two || a !== b
        },
      ),
    )
  })
})
