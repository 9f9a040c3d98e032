import { describe, expect, it } from 'vitest'
import { randomHex, randomToken } from '../../src/crypto/random.js'

describe('randomToken', () => {
  it('has 256 bits in 43 characters that need no escaping', () => {
    expect(randomToken()).toMatch(/^[\w-]{43}$/)
  })

  it('has as many bytes as asked for', () => {
    expect(randomToken(16)).toMatch(/^[\w-]{22}$/)
  })

  it('never repeats', () => {
    expect(new Set(Array.from({ length: 1000 }, () => randomToken())).size).toBe(1000)
  })
})

describe('randomHex', () => {
  it('has two lower-case digits a byte, leading zeros included', () => {
    expect(randomHex()).toMatch(/^[\da-f]{64}$/)
    // One byte in sixteen is below 16: among a thousand some need the zero.
    expect(Array.from({ length: 1000 }, () => randomHex(1)).every((hex) => hex.length === 2)).toBe(
      true,
    )
  })

  it('never repeats', () => {
    expect(new Set(Array.from({ length: 1000 }, () => randomHex())).size).toBe(1000)
  })
})
