import { CompactEncrypt, FlattenedEncrypt, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { deriveKey, encode, forgeToken, partsOf } from './forge-token.js'
import { halfNames, loadOn } from './platform-halves.js'

const label = 'authjs.session-token'
/** As long as a content key, so that it can be taken for one. */
const secret = 'a secret of exactly sixty-four bytes, which is as long as a key.'
const enc = 'A256CBC-HS512'
const text = '{"sub":"1","exp":9999999999}'
const key = deriveKey(secret, label, enc)
const raw = new TextEncoder().encode(secret)
const megabyte = 'A'.repeat(1024 * 1024)

/** Authentic but for the header: only a look at the header can refuse it. */
const withHeader = (header: unknown): string => forgeToken(header, text, key)
const withMember = (member: object): string => withHeader({ alg: 'dir', enc, ...member })

const hostile: Record<string, string> = {
  nothing: '',
  dots: '....',
  'a JWS without signature': `${encode('{"alg":"none"}')}.${encode(text)}.`,
  'a JWS signed with the secret': await sign(raw),
  'a JWS signed with the derived key': await sign(key),
  'a JWE under the bare secret': forgeToken({ alg: 'dir', enc }, text, raw),
  'a JWE under zeros': forgeToken({ alg: 'dir', enc }, text, new Uint8Array(64)),
  'PBES2 with the secret as password': await encryptFor('PBES2-HS256+A128KW', raw),
  'PBES2 with very many rounds': slowPbes2('AA'),
  'PBES2 with very many rounds and no encrypted key': slowPbes2(''),
  'AES key wrap under the derived key': await encryptFor('A256KW', key.slice(0, 32)),
  'ECDH-ES with garbage for a key': ecdh(),
  zip: withMember({ zip: 'DEF' }),
  jku: withMember({ jku: 'https://evil.test/keys' }),
  jwk: withMember({ jwk: { kty: 'oct', k: encode(key) } }),
  x5u: withMember({ x5u: 'https://evil.test/chain' }),
  crit: withMember({ crit: ['exp'], exp: 1 }),
  'crit of nothing': withMember({ crit: [] }),
  'p2c beside dir': withMember({ p2c: 2 ** 31, p2s: 'AAAAAAAAAAA' }),
  'a typ, which is not expected': withMember({ typ: 'JWT' }),
  '__proto__ in the header': withHeader(`{"alg":"dir","enc":"${enc}","__proto__":{}}`),
  'alg in a prototype': withHeader(`{"__proto__":{"alg":"dir"},"enc":"${enc}"}`),
  'kid as a number': withMember({ kid: 1 }),
  'kid as null': withMember({ kid: null }),
  'kid as a list': withMember({ kid: [] }),
  'no alg': withHeader({ enc }),
  'alg in upper case': withHeader({ alg: 'DIR', enc }),
  'alg none': withHeader({ alg: 'none', enc }),
  'alg as a list': withHeader({ alg: ['dir'], enc }),
  'no enc': withHeader({ alg: 'dir' }),
  'enc in lower case': withHeader({ alg: 'dir', enc: enc.toLowerCase() }),
  'a weaker enc': await encryptFor('dir', key.slice(0, 32), 'A128CBC-HS256'),
  'a header that is a list': withHeader(['dir', enc]),
  'a header that is null': withHeader('null'),
  'a header that is a text': withHeader('"dir"'),
  'a header that is no JSON': withHeader('{alg:dir}'),
  'a header that is empty': withHeader(''),
  'an encrypted key beside dir': withMember({}).replace('..', '.AA.'),
  'a sixth part': `${withMember({})}.AA`,
  'an empty tag': withMember({}).replace(/[^.]+$/, ''),
  'a line break at the end': `${withMember({})}\n`,
  'blanks around': ` ${withMember({})} `,
  'a blank in front': ` ${withMember({})}`,
  'a letter too many in the ciphertext': lengthened(),
  'wrong padding under a right tag': wronglyPadded(),
  padding: `${withMember({})}=`,
  'other letters than base64url': withMember({}).replace('..', '..\u00e4'),
  'a JSON serialization': await flattened(),
  'a megabyte of one letter': megabyte,
  'a megabyte of dots': '.'.repeat(1024 * 1024),
  'a megabyte of header': `${megabyte}..AA.AA.AA`,
  'a megabyte of ciphertext': withMember({}).replace('..', `..${megabyte}`),
  'an authentic megabyte': forgeToken({ alg: 'dir', enc }, megabyte, key),
}

describe.each(halfNames)('open on the %s half', async (half) => {
  const { open } = await loadOn(half, () => import('../../../src/crypto/seal.js'))

  it('opens what these tokens were made from', async () => {
    const token = withHeader({ alg: 'dir', enc })
    expect(await open(token, [secret], label)).toEqual({ plaintext: text, current: false })
    const long = forgeToken({ alg: 'dir', enc }, 'A'.repeat(100_000), key)
    expect(await open(long, [secret], label)).toBeDefined()
  })

  it.each(Object.entries(hostile))('refuses %s at once', async (_name, token) => {
    const started = performance.now()
    expect(await open(token, [secret, 'an older secret'], label)).toBeUndefined()
    expect(performance.now() - started).toBeLessThan(15_000)
  })
})

async function sign(signingKey: Uint8Array): Promise<string> {
  return new SignJWT({ sub: '1', exp: 9_999_999_999 })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(signingKey)
}

async function encryptFor(
  alg: string,
  encryptionKey: Uint8Array,
  contentEncryption: string = enc,
): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg, enc: contentEncryption })
    .encrypt(encryptionKey)
}

async function flattened(): Promise<string> {
  const jwe = new FlattenedEncrypt(new TextEncoder().encode(text))
  return JSON.stringify(await jwe.setProtectedHeader({ alg: 'dir', enc }).encrypt(key))
}

/** Base64url never has a length of 4n + 1; a lax decoder drops the last letter. */
function lengthened(): string {
  const token = forgeToken({ alg: 'dir', enc }, 'a'.repeat(40), key)
  const { ciphertext } = partsOf(token)
  return token.replace(ciphertext, `${ciphertext}A`)
}

/** Only a holder of the secret can make one, but even that must not bring anything down. */
function wronglyPadded(): string {
  return forgeToken({ alg: 'dir', enc }, '\0'.repeat(16), key, { autoPadding: false })
}

function slowPbes2(encryptedKey: string): string {
  const header = { alg: 'PBES2-HS512+A256KW', enc, p2c: 2 ** 31 - 1, p2s: 'AAAAAAAAAAA' }
  return [encode(JSON.stringify(header)), encryptedKey, 'AA', 'AA', 'AA'].join('.')
}

function ecdh(): string {
  const header = { alg: 'ECDH-ES', enc, epk: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' } }
  return [encode(JSON.stringify(header)), '', 'AA', 'AA', 'AA'].join('.')
}
