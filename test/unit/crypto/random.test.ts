import { afterEach, describe, expect, it, vi } from 'vitest'
import { randomDigits, randomHex, randomToken } from '../../../src/crypto/random.js'

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

describe('randomDigits', () => {
  afterEach(() => void vi.restoreAllMocks())

  /** The digits that come of these bytes. */
  function digitsOf(bytes: readonly number[], count: number): string {
    const left = [...bytes]
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      ;(array as unknown as Uint8Array)[0] = left.shift() ?? 0
      return array
    })
    return randomDigits(count)
  }

  it('has as many as asked for', () => {
    expect(randomDigits(6)).toMatch(/^\d{6}$/)
    expect(randomDigits(0)).toBe('')
  })

  it('makes every digit as likely as the others', () => {
    expect(digitsOf([0, 19, 128, 249, 250, 255, 7], 5)).toBe('09897')
  })
})
