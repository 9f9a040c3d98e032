import * as fc from 'fast-check'
import { CompactEncrypt } from 'jose'
import { describe, expect, it } from 'vitest'
import { deriveKey, encode, flipEveryByte, forgeToken, partsOf } from './forge-token.js'
import { halfNames, loadOn } from './platform-halves.js'
import * as vectors from './vectors.js'

const label = 'authjs.session-token'
const [newest, older, oldest] = ['newest secret', 'older secret', 'oldest secret'] as const
const enc = 'A256CBC-HS512'

describe.each(halfNames)('seal and open on the %s half', async (half) => {
  const { open, seal } = await loadOn(half, () => import('../../../src/crypto/seal.js'))

  it('opens what it sealed, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (plaintext) => {
        const token = await seal(plaintext, [newest], label)
        expect(await open(token, [newest], label)).toEqual({ plaintext, current: true })
      }),
    )
  })

  it('opens a token that Auth.js made', async () => {
    const opened = await open(vectors.token, [vectors.secret], vectors.label)
    expect(opened?.current).toBe(true)
    expect(JSON.parse(opened?.plaintext ?? '')).toEqual(vectors.claims)
  })

  it('seals under the first secret', async () => {
    const token = await seal('text', [newest, older], label)
    expect(await open(token, [newest], label)).toBeDefined()
    expect(await open(token, [older], label)).toBeUndefined()
  })

  it('neither seals nor opens under an empty secret', async () => {
    await expect(seal('text', [''], label)).rejects.toThrow('needs a secret')
    const forged = forgeToken({ alg: 'dir', enc }, 'text', deriveKey('', label, enc))
    expect(await open(forged, [''], label)).toBeUndefined()
    expect(await open(forged, [newest, ''], label)).toBeUndefined()
  })

  it('follows a list of secrets that is changed in place', async () => {
    const secrets: [string, ...string[]] = [older]
    const token = await seal('text', secrets, label)
    expect(await open(token, secrets, label)).toBeDefined()
    secrets.unshift(newest)
    expect((await open(token, secrets, label))?.current).toBe(false)
    secrets.pop()
    expect(await open(token, secrets, label)).toBeUndefined()
  })

  it('keeps a byte order mark at the beginning', async () => {
    const token = await seal('\ufefftext', [newest], label)
    expect((await open(token, [newest], label))?.plaintext).toBe('\ufefftext')
  })

  it('opens under every secret, and says which tokens are of yesterday', async () => {
    const secrets = [newest, older, oldest] as const
    const currents = secrets.map(async (secret) => {
      const token = await seal(secret, [secret], label)
      const opened = await open(token, secrets, label)
      expect(opened?.plaintext).toBe(secret)
      return opened?.current
    })
    expect(await Promise.all(currents)).toEqual([true, false, false])
  })

  it('refuses a token of a secret that is gone', async () => {
    const token = await seal('text', [oldest], label)
    expect(await open(token, [newest, older], label)).toBeUndefined()
  })

  it('refuses a token sealed for another purpose', async () => {
    for (const other of ['authjs.csrf-token', '__Host-authjs.session-token', 'encodedState', '']) {
      expect(await open(await seal('text', [newest], other), [newest], label)).toBeUndefined()
    }
  })

  it('refuses a token with any bit turned over', async () => {
    const flipped = flipEveryByte(await seal('{"sub":"42"}', [newest], label))
    expect(flipped.length).toBeGreaterThan(150)
    const opened = await Promise.all(
      flipped.map(async (token) => open(token, [newest, older], label)),
    )
    expect(opened.filter((one) => one !== undefined)).toEqual([])
  })

  it('refuses a token whose parts come from two', async () => {
    const [a, b] = [
      partsOf(await seal('text of the first', [newest], label)),
      partsOf(await seal('text of the other', [newest], label)),
    ]
    for (const part of ['iv', 'ciphertext', 'tag'] as const) {
      const mixed = a.compact.replace(a[part], b[part])
      expect(await open(mixed, [newest], label)).toBeUndefined()
    }
  })

  describe('with a token of another maker', () => {
    const key = deriveKey(older, label, enc)
    const secrets = [newest, older] as const

    it.each([
      ['without a kid', { alg: 'dir', enc }],
      ['with its members in another order', { enc, alg: 'dir' }],
      ['with spaces in the header', '{ "alg": "dir", "enc": "A256CBC-HS512" }'],
    ])('opens one %s under any secret', async (_how, header) => {
      const token = forgeToken(header, 'text', key)
      expect(await open(token, secrets, label)).toEqual({ plaintext: 'text', current: false })
      expect(await open(token, [newest], label)).toBeUndefined()
    })

    it('opens one without a kid under the first secret, to be sealed anew', async () => {
      const token = forgeToken({ alg: 'dir', enc }, 'text', key)
      expect(await open(token, [older], label)).toEqual({ plaintext: 'text', current: false })
    })

    it.each([{ kid: undefined }, { kid: 'right' }])(
      'opens A256GCM, kid $kid, under any secret',
      async ({ kid }) => {
        const token = await sealGcm('text', older, kid && (await thumbprintOf(older)))
        expect(await open(token, secrets, label)).toEqual({ plaintext: 'text', current: false })
        expect(await open(token, [newest], label)).toBeUndefined()
        const flipped = await Promise.all(
          flipEveryByte(token).map(async (one) => open(one, secrets, label)),
        )
        expect(flipped.filter((one) => one !== undefined)).toEqual([])
      },
    )

    it('believes a kid: a key of another name is not tried', async () => {
      for (const kid of ['', 'another', '../../secret', "' OR 1=1 --"]) {
        const token = forgeToken({ alg: 'dir', enc, kid }, 'text', key)
        expect(await open(token, secrets, label)).toBeUndefined()
      }
    })
  })

  it('neither opens nor throws on any text', async () => {
    const own = partsOf(await seal('text', [newest], label)).encodedHeader
    const bare = encode(JSON.stringify({ alg: 'dir', enc }))
    const gcm = encode(JSON.stringify({ alg: 'dir', enc: 'A256GCM' }))
    const part = fc.oneof(
      fc.base64String({ maxLength: 64 }),
      fc.uint8Array({ maxLength: 48 }).map(encode),
      fc.string(),
    )
    const tokens = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc
        .tuple(fc.constantFrom(own, bare, gcm), fc.constantFrom('', 'AA'), part, part, part)
        .map((parts) => parts.join('.')),
      fc.json().map((json) => `${encode(json)}..AA.AA.AA`),
    )
    await fc.assert(
      fc.asyncProperty(tokens, async (token) => {
        expect(await open(token, [newest, older], label)).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })
})

async function sealGcm(text: string, secret: string, kid: string | undefined): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', ...(kid && { kid }) })
    .encrypt(deriveKey(secret, label, 'A256GCM'))
}

async function thumbprintOf(secret: string): Promise<string> {
  const jwk = `{"k":"${encode(deriveKey(secret, label, 'A256GCM'))}","kty":"oct"}`
  return encode(new Uint8Array(await crypto.subtle.digest('SHA-256', Buffer.from(jwk))))
}
