import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packTexts, unpackTexts } from '../../../src/context/repeated-texts.js'

describe('packed texts', () => {
  it('are unpacked to the same value, whatever it is', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ minLength: 64, maxLength: 70 }),
      fc.constantFrom('#0', '=', '\n', `#${'x'.repeat(70)}`),
    )
    const value = fc.dictionary(
      fc.string(),
      fc.jsonValue().chain((json) => fc.tuple(text, fc.constant(json))),
    )
    fc.assert(
      fc.property(value, (given) => {
        expect(JSON.stringify(unpackTexts(packTexts(given)))).toBe(JSON.stringify(given))
      }),
    )
  })

  it('contain a long text once', () => {
    const token = 't'.repeat(1000)
    const packed = packTexts({ account: { token }, evidence: { account: { token } }, token })
    expect(packed.length).toBeLessThan(1100)
  })

  it('are not read from plain JSON, which an earlier version has kept', () => {
    expect(unpackTexts('{"id":"one"}')).toBeUndefined()
  })
})
