import * as fc from 'fast-check'
import { compactDecrypt, CompactEncrypt } from 'jose'
import { describe, expect, it } from 'vitest'
import type { ContentEncryption, ContentKey } from '../../../src/crypto/content-key.js'
import * as node from '../../../src/crypto/primitives.node.js'
import * as web from '../../../src/crypto/primitives.web.js'
import { encode, flipEveryByte, partsOf } from './forge-token.js'
import type { Half } from './platform-halves.js'
import { derivations, secret } from './vectors.js'

const keyBytes = fromHex(derivations[0].key)
const otherBytes = fromHex(derivations[1].key)

describeHalf('node', node)
describeHalf('web', web)

describe('the halves of the platform pair', () => {
  const plaintexts = fc.string({ unit: 'grapheme', maxLength: 400 })

  it('open what the other one sealed, and so does jose', async () => {
    await fc.assert(
      fc.asyncProperty(plaintexts, async (text) => {
        const byNode = partsOf(node.encryptCompact(keyFor(node, 'A256CBC-HS512'), text))
        const byWeb = partsOf(await web.encryptCompact(keyFor(web, 'A256CBC-HS512'), text))
        expect(await web.decryptCompact(keyFor(web, 'A256CBC-HS512'), byNode)).toBe(text)
        expect(node.decryptCompact(keyFor(node, 'A256CBC-HS512'), byWeb)).toBe(text)
        expect(await openWithJose(byNode.compact)).toBe(text)
        expect(await openWithJose(byWeb.compact)).toBe(text)
      }),
    )
  })

  it.each(['A256CBC-HS512', 'A256GCM'] as const)('open what jose sealed with %s', async (enc) => {
    await fc.assert(
      fc.asyncProperty(plaintexts, async (text) => {
        const jwe = partsOf(await sealWithJose(text, enc))
        expect(node.decryptCompact(keyFor(node, enc), jwe)).toBe(text)
        expect(await web.decryptCompact(keyFor(web, enc), jwe)).toBe(text)
      }),
    )
  })

  it('agree on base64url', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = node.encodeBase64url(bytes)
        expect(text).toMatch(/^[\w-]*$/)
        expect(web.encodeBase64url(bytes)).toBe(text)
        expect([...node.decodeBase64url(text)]).toEqual([...bytes])
        expect([...web.decodeBase64url(text)]).toEqual([...bytes])
      }),
    )
  })

  it('agree on derived keys and keyed hashes', async () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 1 })
    await fc.assert(
      fc.asyncProperty(texts, texts, texts, async (first, salt, info) => {
        const key = node.hkdfSha256(first, salt, info, 64)
        expect(toHex(await web.hkdfSha256(first, salt, info, 64))).toBe(toHex(key))
        expect(toHex(await web.hmacSha256(key, info))).toBe(toHex(node.hmacSha256(key, info)))
      }),
    )
  })
})

describe('what only one half refuses', () => {
  it('the node half never makes an A256GCM token', () => {
    expect(() => node.encryptCompact(keyFor(node, 'A256GCM'), 'text')).toThrow('never made')
  })

  it('the web half does not take a fault of ours for a bad token', async () => {
    const broken = { ...keyFor(web, 'A256CBC-HS512'), material: 'no key' as never }
    const jwe = partsOf(await sealWithJose('text', 'A256CBC-HS512'))
    await expect(web.decryptCompact(broken, jwe)).rejects.toThrow(TypeError)
  })
})

function describeHalf<Material>(name: string, half: Half<Material>): void {
  describe(`the ${name} half`, () => {
    it.each(derivations)('derives the key for $label', async ({ label, key }) => {
      const info = `Auth.js Generated Encryption Key (${label})`
      expect(toHex(await half.hkdfSha256(secret, label, info, 64))).toBe(key)
      expect(toHex(await half.hkdfSha256(secret, label, info, 32))).toBe(key.slice(0, 64))
    })

    it('hashes as FIPS 180-4 does', async () => {
      expect(toHex(await half.digest('SHA-256', 'abc'))).toBe(
        'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      )
      expect(toHex(await half.digest('SHA-512', 'abc'))).toMatch(/^ddaf35a193617aba.*a54ca49f$/)
      for (const algorithm of ['SHA-256', 'SHA-512'] as const) {
        const hex = toHex(await half.digest(algorithm, 'Grüße'))
        expect(await half.digestHex(algorithm, 'Grüße')).toBe(hex)
      }
    })

    it('makes the keyed hash of RFC 4231, test case 2', async () => {
      const hash = await half.hmacSha256(
        new TextEncoder().encode('Jefe'),
        'what do ya want for nothing?',
      )
      expect(toHex(hash)).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843')
    })

    it('encodes with the alphabet for URLs and without padding', () => {
      expect(half.encodeBase64url(new Uint8Array([251, 255]))).toBe('-_8')
      const view = new Uint8Array([0, 0, 251, 255, 0]).subarray(2, 4)
      expect(half.encodeBase64url(view)).toBe('-_8')
    })

    it('never makes the same token twice', async () => {
      const key = keyFor(half, 'A256CBC-HS512')
      const [first, second] = [
        partsOf(await half.encryptCompact(key, 'text')),
        partsOf(await half.encryptCompact(key, 'text')),
      ]
      expect(first.iv).not.toBe(second.iv)
      expect(first.ciphertext).not.toBe(second.ciphertext)
    })

    describe.each(['A256CBC-HS512', 'A256GCM'] as const)('with %s', (enc) => {
      const key = keyFor(half, enc)

      it('refuses a token of another key', async () => {
        const jwe = partsOf(await sealWithJose('text', enc, otherBytes))
        expect(await half.decryptCompact(key, jwe)).toBeUndefined()
      })

      it('refuses a token with any flipped bit, and gives no reason', async () => {
        const token = await sealWithJose('some text of two blocks', enc)
        // Headers that no longer parse are refused before they come here.
        const flipped = flipEveryByte(token).filter((one) => one.startsWith(key.encodedHeader))
        expect(flipped.length).toBeGreaterThan(50)
        for (const one of flipped) {
          expect(await half.decryptCompact(key, partsOf(one))).toBeUndefined()
        }
      })

      it('refuses a shortened or lengthened tag and initialization vector', async () => {
        const token = await sealWithJose('text', enc)
        for (const at of [2, 4]) {
          const parts = token.split('.')
          const bytes = Buffer.from(parts[at] ?? '', 'base64url')
          const longer = Buffer.concat([bytes, Buffer.alloc(1)])
          for (const wrong of [bytes.subarray(0, -1), bytes.subarray(0, 4), longer]) {
            const jwe = partsOf(parts.with(at, encode(wrong)).join('.'))
            expect(await half.decryptCompact(key, jwe)).toBeUndefined()
          }
        }
      })

      it('refuses what the key could open in another way', async () => {
        const bytes = key.enc === 'A256GCM' ? keyBytes.slice(0, 32) : keyBytes
        const others =
          key.enc === 'A256GCM'
            ? [
                { alg: 'dir', enc: 'A128CBC-HS256' },
                { alg: 'A256KW', enc },
                { alg: 'A256GCMKW', enc },
              ]
            : [{ alg: 'PBES2-HS256+A128KW', enc }]
        for (const header of others) {
          const token = await new CompactEncrypt(new TextEncoder().encode('text'))
            .setProtectedHeader(header)
            .encrypt(bytes)
          expect(await half.decryptCompact(key, partsOf(token))).toBeUndefined()
        }
      })

      it('refuses a token that was sealed under another header', async () => {
        const { iv, ciphertext, tag } = partsOf(await sealWithJose('text', enc))
        const encodedHeader = encode(JSON.stringify({ alg: 'dir', enc }))
        const compact = [encodedHeader, '', iv, ciphertext, tag].join('.')
        expect(await half.decryptCompact(key, partsOf(compact))).toBeUndefined()
      })
    })
  })
}

function keyFor<Material>(
  half: Pick<Half<Material>, 'importKey'>,
  enc: ContentEncryption,
): ContentKey<Material> {
  const header = { alg: 'dir', enc, kid: 'a' } as const
  const bytes = keyBytes.slice(0, enc === 'A256GCM' ? 32 : 64)
  const encodedHeader = encode(JSON.stringify(header))
  return { enc, kid: 'a', header, encodedHeader, material: half.importKey(bytes, enc) }
}

async function sealWithJose(
  text: string,
  enc: ContentEncryption,
  bytes: Uint8Array = keyBytes,
): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc, kid: 'a' })
    .encrypt(bytes.slice(0, enc === 'A256GCM' ? 32 : 64))
}

async function openWithJose(compact: string): Promise<string> {
  const { plaintext } = await compactDecrypt(compact, keyBytes)
  return new TextDecoder().decode(plaintext)
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

function fromHex(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'hex'))
}
