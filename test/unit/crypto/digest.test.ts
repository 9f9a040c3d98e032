import { describe, expect, it } from 'vitest'
import { sha256Base64url, sha256Hex } from '../../../src/crypto/digest.js'
import { toHex } from '../../../src/crypto/hex.js'

describe('sha256Hex', () => {
  it('hashes as FIPS 180-4 does', async () => {
    expect(await sha256Hex('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })
})

it('sha256Hex puts a prefix before the hash', async () => {
  expect(await sha256Hex('abc', 'sha256:')).toBe(`sha256:${await sha256Hex('abc')}`)
})

describe('sha256Base64url', () => {
  it('is the same hash in other letters', async () => {
    const hash = Buffer.from(await sha256Hex('abc'), 'hex')
    expect(await sha256Base64url('abc')).toBe(hash.toString('base64url'))
  })
})

describe('toHex', () => {
  it('writes two digits a byte', () => {
    expect(toHex(Uint8Array.of(0, 1, 15, 16, 255))).toBe('00010f10ff')
  })
})
