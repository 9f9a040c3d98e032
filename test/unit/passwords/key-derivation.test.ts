import nodeCrypto from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { platformKeyDerivation as node } from '../../../src/passwords/key-derivation.node.js'
import { platformKeyDerivation as web } from '../../../src/passwords/key-derivation.web.js'
import type { Pbkdf2Cost } from '../../../src/passwords/key-derivation.js'

const encoder = new TextEncoder()
const bytes = (text: string): Uint8Array => encoder.encode(text)
const hex = (key: Uint8Array | undefined): string => Buffer.from(key ?? []).toString('hex')

describe.each([
  ['Node', node],
  ['the web', web],
])('PBKDF2 of %s', (_name, platform) => {
  // RFC 6070 and RFC 7914, section 11.
  it.each<readonly [Pbkdf2Cost['digest'], string, string, number, string]>([
    ['SHA-1', 'password', 'salt', 2, 'ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957'],
    [
      'SHA-256',
      'passwd',
      'salt',
      1,
      '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc',
    ],
    [
      'SHA-256',
      'Password',
      'NaCl',
      80_000,
      '4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56',
    ],
  ])(
    'gives the published key for %s, %s, %s and %i iterations (FP18)',
    async (digest, password, salt, iterations, expected) => {
      const input = { password: bytes(password), salt: bytes(salt), length: expected.length / 2 }
      expect(hex(await platform.pbkdf2(input, { digest, iterations }))).toBe(expected)
    },
  )
})

describe('scrypt', () => {
  it('of Node gives the published key of RFC 7914 (FP18)', async () => {
    const input = { password: bytes('pleaseletmein'), salt: bytes('SodiumChloride'), length: 64 }
    const key = await node.scrypt?.(input, { n: 16_384, r: 8, p: 1 })
    expect(hex(key)).toBe(
      '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
    )
  })

  it('of Node takes the 128 MiB of the default cost, beyond the default of maxmem', async () => {
    const input = { password: bytes('a'), salt: bytes('b'), length: 32 }
    expect(await node.scrypt?.(input, { n: 2 ** 17, r: 8, p: 1 })).toHaveLength(32)
  })

  it('of an old version is computed by the package where Node has its own (FP18)', async () => {
    const before = Object.getOwnPropertyDescriptor(nodeCrypto, 'argon2')
    const own = vi.fn()
    Object.defineProperty(nodeCrypto, 'argon2', { value: own, configurable: true })
    try {
      const argon2 = await node.findArgon2()
      // The same command with `-v 10` and without `-id`.
      const input = { password: bytes('password'), salt: bytes('somesalt'), length: 32 }
      const cost = { variant: 'argon2i', version: 16, memory: 65_536, passes: 2, lanes: 1 } as const
      expect(hex(await argon2?.(input, cost))).toBe(
        'f6c4db4a54e2a370627aff3db6176b94a2a209a62c8e36152711802f7b30c694',
      )
      expect(own).not.toHaveBeenCalled()
    } finally {
      if (before) Object.defineProperty(nodeCrypto, 'argon2', before)
      else Reflect.deleteProperty(nodeCrypto, 'argon2')
    }
  })

  it('is missing on the web', () => {
    expect(web.scrypt).toBeUndefined()
  })
})

describe('Argon2', () => {
  it('of Node or the installed package gives the key of a reference hash (FP18)', async () => {
    const argon2 = await node.findArgon2()
    // `echo -n password | argon2 somesalt -t 2 -m 16 -p 1 -id`, from the tests of the reference
    // implementation.
    const input = { password: bytes('password'), salt: bytes('somesalt'), length: 32 }
    const cost = { variant: 'argon2id', version: 19, memory: 65_536, passes: 2, lanes: 1 } as const
    expect(hex(await argon2?.(input, cost))).toBe(
      '09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7',
    )
  })

  it('is missing on the web', async () => {
    expect(await web.findArgon2()).toBeUndefined()
  })
})
