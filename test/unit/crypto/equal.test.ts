import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { equalInConstantTime } from '../../../src/crypto/equal.js'

describe('equalInConstantTime', () => {
  it('agrees with === on texts that share much', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\u0000', '\u{1f511}') })
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        expect(equalInConstantTime(a, b)).toBe(a === b)
        expect(equalInConstantTime(a, a.slice())).toBe(true)
      }),
    )
  })

  it.each([
    ['', 'a'],
    ['a', ''],
    ['ab', 'abab'],
    ['abab', 'ab'],
    ['aaaa', 'aa'],
    ['a', 'a\u0000'],
    ['\u0161', '\u0061'],
  ])('tells %j from %j', (a, b) => {
    expect(equalInConstantTime(a, b)).toBe(false)
  })

  it('finds a difference at every place', () => {
    const text = 'x'.repeat(43)
    for (let at = 0; at < text.length; at++) {
      expect(equalInConstantTime(text, `${text.slice(0, at)}y${text.slice(at + 1)}`)).toBe(false)
    }
  })
})
