import { Buffer } from 'node:buffer'
import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { CompactEncrypt, EncryptJWT, SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { decode, encode } from '../../../src/jwt.js'
import {
  csrfCookie,
  login,
  makeApp,
  olderSecret,
  secret,
  sessionCookie,
} from '../../support/apps/app.js'
import { quickly } from '../../../src/testing/attack/hostile-inputs.js'

const app = makeApp()
const now = (): number => Math.floor(Date.now() / 1000)
const claims = (): Record<string, unknown> => ({
  sub: 'user-1',
  name: 'Mallory',
  iat: now(),
  exp: now() + 3600,
})
const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** The key that seals session tokens, derived as everyone can read. */
function sessionKey(label = sessionCookie, from = secret, bytes = 64): Uint8Array {
  const info = `Auth.js Generated Encryption Key (${label})`
  return new Uint8Array(hkdfSync('sha256', from, label, info, bytes))
}

/** A JWE that is sealed with the right key, whatever its header and payload say. */
function seal(header: Record<string, unknown>, payload: Uint8Array, key = sessionKey()): string {
  const encoded = Buffer.from(JSON.stringify(header)).toString('base64url')
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', key.subarray(32), iv)
  const text = Buffer.concat([cipher.update(payload), cipher.final()])
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(encoded.length * 8))
  const mac = createHmac('sha512', key.subarray(0, 32))
  const tag = mac.update(encoded).update(iv).update(text).update(length).digest().subarray(0, 32)
  return [encoded, '', ...[iv, text, tag].map((part) => part.toString('base64url'))].join('.')
}

const header = { alg: 'dir', enc: 'A256CBC-HS512' }

/** What the session endpoint says to a token, and that it says so quickly and removes it. */
async function present(token: string, name = sessionCookie): Promise<unknown> {
  const browser = app.browser()
  browser.plant(name, token)
  const began = performance.now()
  const response = await browser.fetch('/auth/session')
  expect(performance.now() - began).toBeLessThan(quickly)
  expect(response.status).toBe(200)
  const session: unknown = await response.json()
  if (session === null) expect(browser.cookie(name)).toBeUndefined()
  return session
}

it('the forgeries below would be sessions if they were made as they should be', async () => {
  expect(await present(seal(header, utf8(JSON.stringify(claims()))))).toMatchObject({
    user: { name: 'Mallory' },
  })
})

describe('JW1: a token that is no session token', () => {
  const forgeries: Readonly<Record<string, () => Promise<string> | string>> = {
    'a JWT without a signature': () => new UnsecuredJWT(claims()).encode(),
    'a JWT signed with the secret': () =>
      new SignJWT(claims()).setProtectedHeader({ alg: 'HS256' }).sign(utf8(secret)),
    'a JWT signed with the derived key': () =>
      new SignJWT(claims()).setProtectedHeader({ alg: 'HS512' }).sign(sessionKey()),
    'a JWE under the raw secret': () =>
      new EncryptJWT(claims())
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(utf8(secret).slice(0, 32)),
    'a JWE under a password': () =>
      new CompactEncrypt(utf8(JSON.stringify(claims())))
        .setProtectedHeader({ alg: 'PBES2-HS256+A128KW', enc: 'A256CBC-HS512' })
        .encrypt(utf8(secret)),
    'P19: a password with two thousand million rounds': () =>
      forge({ alg: 'PBES2-HS512+A256KW', enc: 'A256CBC-HS512', p2c: 2 ** 31 - 1, p2s: 'AAAA' }),
    'P20: a compressed payload': () =>
      seal({ ...header, zip: 'DEF' }, deflateRawSync(JSON.stringify(claims()))),
    'P20: a compressed bomb': () =>
      seal({ ...header, zip: 'DEF' }, deflateRawSync(Buffer.alloc(10_000_000, 32))),
    'ECDH-ES garbage': () =>
      forge({ alg: 'ECDH-ES', enc: 'A256GCM', epk: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' } }),
    'RSA garbage': () => forge({ alg: 'RSA1_5', enc: 'A256CBC-HS512' }),
    'a key id that is a path': () => seal({ ...header, kid: '../../dev/null' }, utf8('{}')),
    'a key id that is a query': () => seal({ ...header, kid: `' OR 1=1 --` }, utf8('{}')),
    'a key id that is an object': () =>
      seal({ ...header, kid: { toString: 'x' } }, utf8(JSON.stringify(claims()))),
    'a key of its own': () =>
      seal({ ...header, jwk: { kty: 'oct', k: 'AAAA' } }, utf8(JSON.stringify(claims()))),
    'the address of a key': () =>
      seal({ ...header, jku: 'https://evil.test/keys' }, utf8(JSON.stringify(claims()))),
    'an extension that must be understood': () =>
      seal({ ...header, crit: ['exp'], exp: 1 }, utf8(JSON.stringify(claims()))),
    'another algorithm with the right key': () =>
      seal({ alg: 'none', enc: 'A256CBC-HS512' }, utf8(JSON.stringify(claims()))),
    'another encryption with the right key': () =>
      seal({ alg: 'dir', enc: 'A128CBC-HS256' }, utf8(JSON.stringify(claims()))),
    'a header that is a list': () => forgeText('[]'),
    'a header that is null': () => forgeText('null'),
    'a header that is no JSON': () => forgeText('{'),
    'a header with __proto__': () => forgeText('{"__proto__":{"alg":"dir","enc":"A256CBC-HS512"}}'),
    'one megabyte': () => `${'A'.repeat(1 << 20)}..AAAA.AAAA.AAAA`,
    'one megabyte of dots': () => '.'.repeat(1 << 20),
    'four parts': () => 'a.b.c.d',
    'six parts': () => 'a..b.c.d.e',
    'an encrypted key': () => seal(header, utf8(JSON.stringify(claims()))).replace('..', '.AAAA.'),
  }

  it.each(Object.entries(forgeries))('%s is refused', async (_what, make) => {
    expect(await present(await make())).toBeNull()
  })

  function forge(protectedHeader: object): string {
    return forgeText(JSON.stringify(protectedHeader))
  }

  function forgeText(text: string): string {
    return `${Buffer.from(text).toString('base64url')}..AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA`
  }
})

describe('P18: a token that was tampered with', () => {
  it('gets the same answer whichever part was changed', async () => {
    const token = seal(header, utf8(JSON.stringify(claims())))
    const answers = new Set<string>()
    for (let at = 0; at < token.length; at += 7) {
      // The last character of a part has bits that stand for nothing.
      if (token[at] === '.' || token[at + 1] === '.' || at === token.length - 1) continue
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
      const headers = { cookie: `${sessionCookie}=${changed}` }
      const response = await app.browser().fetch('/auth/session', { headers })
      answers.add(
        `${response.status} ${await response.text()} ${response.headers.getSetCookie().join()}`,
      )
    }
    expect(answers.size).toBe(1)
    expect([...answers][0]).toMatch(/^200 null .*Max-Age=0/)
  })

  it('is refused after the same token was accepted', async () => {
    const token = seal(header, utf8(JSON.stringify(claims())))
    expect(await present(token)).not.toBeNull()
    for (const changed of [
      `${token}A`,
      token.slice(0, -1),
      `${token}=`,
      `${token}.`,
      `A${token}`,
    ]) {
      expect(await present(changed)).toBeNull()
    }
  })
})

describe('JW2: a value of another purpose', () => {
  it('N10: no cookie of ours is a session but the session', async () => {
    const browser = app.browser()
    await browser.csrfToken()
    for (const part of decodeURIComponent(browser.cookie(csrfCookie) ?? '').split('|')) {
      expect(await present(part)).toBeNull()
    }
    expect(await present(browser.cookie(csrfCookie) ?? '')).toBeNull()
  })

  it.each([
    'authjs.session-token',
    '__Secure-authjs.session-token',
    '__Host-authjs.csrf-token',
    'authjs.pkce.code_verifier',
    '__Secure-authjs.state',
    '__Secure-authjs.nonce',
    'encodedState',
    'encodedWebauthnChallenge',
    '',
    `${sessionCookie}.0`,
  ])('N10: a token sealed for %j is no session under our name', async (salt) => {
    expect(await present(await encode({ token: claims(), secret, salt }))).toBeNull()
  })

  it('a session is no CSRF cookie', async () => {
    const browser = app.browser()
    await browser.signIn(login)
    const session = browser.cookie(sessionCookie) ?? ''
    browser.plant(csrfCookie, session)
    const response = await browser.postJson('/auth/signout', { csrfToken: session })
    expect(response.headers.get('location')).toContain('MissingCSRF')
  })

  it('a token under another secret is no session', async () => {
    expect(
      await present(await encode({ token: claims(), secret: olderSecret, salt: sessionCookie })),
    ).toBeNull()
  })
})

describe('P22: claims that are no lifetime', () => {
  afterEach(() => void vi.useRealTimers())

  const exps = ['9999999999', null, [9_999_999_999], {}, true, -1, 0, undefined, '']
  it.each(exps.map((exp) => [JSON.stringify(exp), exp] as const))(
    'exp %s is refused',
    async (_shown, exp) => {
      const payload = { ...claims(), exp }
      expect(await present(seal(header, utf8(JSON.stringify(payload))))).toBeNull()
    },
  )

  it.each([
    { iat: 'x' },
    { iat: null },
    { iat: [] },
    { nbf: 'x' },
    { nbf: null },
    { nbf: 9_999_999_999 },
    { session_started_at: 1 },
  ])('%j is refused', async (wrong) => {
    const payload = { ...claims(), ...wrong }
    expect(await present(seal(header, utf8(JSON.stringify(payload))))).toBeNull()
  })

  it.each(['[]', '"x"', 'null', '1', '', '{', '\u0000', '[{"exp":9999999999}]'])(
    'a payload of %j is refused',
    async (payload) => {
      expect(await present(seal(header, utf8(payload)))).toBeNull()
    },
  )

  it('a lifetime beyond all dates does no harm', async () => {
    const payload = { ...claims(), exp: 1e308 }
    const session = await present(seal(header, utf8(JSON.stringify(payload))))
    expect(session === null || Date.parse((session as { expires: string }).expires) > 0).toBe(true)
  })

  it('P8: an expired token is refused, however often it was read before', async () => {
    const browser = app.browser()
    await browser.signIn(login)
    const token = browser.cookie(sessionCookie) ?? ''
    for (let round = 0; round < 3; round++) expect(await present(token)).not.toBeNull()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 24 * 3600 * 1000 })
    expect(await present(token)).toBeNull()
  })
})

describe('JW4: rotation', () => {
  it('a token that was read under an older secret is refused once that is gone', async () => {
    const token = await encode({ token: claims(), secret: olderSecret, salt: sessionCookie })
    const rotating = makeApp({ secret: [secret, olderSecret] }).browser()
    rotating.plant(sessionCookie, token)
    expect(await rotating.session()).not.toBeNull()
    expect(await present(token)).toBeNull()
  })

  it('a list of secrets that is changed in place counts as it is now', async () => {
    const list = [secret, olderSecret]
    const salt = sessionCookie
    const token = await encode({ token: claims(), secret: olderSecret, salt })
    expect(await decode({ token, secret: list, salt })).not.toBeNull()
    list.pop()
    expect(await decode({ token, secret: list, salt })).toBeNull()
    list.unshift(olderSecret)
    const renewed = await encode({ token: claims(), secret: list, salt })
    expect(await decode({ token: renewed, secret: olderSecret, salt })).not.toBeNull()
  })

  it('a token without a key id opens under every secret of the list', async () => {
    const rotating = makeApp({ secret: [secret, olderSecret] }).browser()
    const key = sessionKey(sessionCookie, olderSecret)
    rotating.plant(sessionCookie, seal(header, utf8(JSON.stringify(claims())), key))
    expect(await rotating.session()).not.toBeNull()
  })
})

describe('JW5, P30: secrets', () => {
  it.each(['', 'x', 'secret', 'changeme', 'a'.repeat(64), '0123456'.repeat(5)])(
    '%j is refused at start',
    async (weak) => {
      const refusing = makeApp({ secret: weak })
      const response = await refusing.browser().fetch('/auth/session')
      expect([response.status, await response.json()]).toEqual([500, null])
      expect(['MissingSecret', 'WeakSecret']).toContain(refusing.codes('error')[0])
    },
  )

  it('no default is used when the secret is missing', async () => {
    const refusing = makeApp({ secret: undefined })
    expect((await refusing.browser().fetch('/auth/csrf')).status).toBe(500)
  })
})
