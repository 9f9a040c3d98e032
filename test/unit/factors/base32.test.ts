import { expect, it } from 'vitest'
import { encodeBase32, inFours } from '../../../src/factors/base32.js'

// RFC 4648, section 10, without the padding.
it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j is encoded as RFC 4648 says', (text, encoded) => {
  expect(encodeBase32(new TextEncoder().encode(text))).toBe(encoded)
})

it('every byte is encoded, and the secret of an app has 32 characters', () => {
  expect(encodeBase32(new Uint8Array(5).fill(255))).toBe('77777777')
  expect(encodeBase32(Uint8Array.of(0, 128, 255, 1, 254))).toBe('ACAP6AP6')
  expect(encodeBase32(new Uint8Array(20))).toBe('A'.repeat(32))
})

it('text is shown in groups of four', () => {
  expect(inFours('ABCDEFGHIJ', ' ')).toBe('ABCD EFGH IJ')
  expect(inFours('', '-')).toBe('')
})
