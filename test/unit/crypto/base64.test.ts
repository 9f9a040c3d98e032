import { describe, expect, it } from 'vitest'
import { toBase64url, toStandardBase64 } from '../../../src/crypto/base64.js'

describe('the two alphabets of base64', () => {
  it.each([
    ['', ''],
    ['Zg', 'Zg=='],
    ['Zm8', 'Zm8='],
    ['Zm9v', 'Zm9v'],
    ['--__', '++//'],
    ['_-_-_g', '/+/+/g=='],
  ])('%j is %j', (base64url, standard) => {
    expect(toStandardBase64(base64url)).toBe(standard)
    expect(toBase64url(standard)).toBe(base64url)
  })

  it('takes no sign for padding but at the end', () => {
    expect(toBase64url('a=b=')).toBe('a=b')
  })
})
