import { beforeAll, describe, expect, it } from 'vitest'
import { getToken, type GetTokenParams } from '../../../src/session/get-token.js'
import { encode, sealClaims } from '../../../src/session/token.js'
import { deriveKey, forgeToken } from '../crypto/forge-token.js'

const secret = 'the secret of the tests'
const name = 'authjs.session-token'
const tokens: Record<string, string> = {}
const tokenFor = (salt: string): string => tokens[salt] ?? ''

beforeAll(async () => {
  for (const salt of [name, `__Secure-${name}`, `__Host-${name}`, 'mine']) {
    tokens[salt] = await encode({ token: { sub: salt }, secret, salt })
  }
})

type Given = Omit<GetTokenParams, 'req' | 'raw'>

const fromCookie = async (cookie: string, given: Given = { secret }): Promise<unknown> =>
  (await getToken({ req: { headers: new Headers({ cookie }) }, ...given }))?.sub

const fromHeader = async (authorization: string, given: Given = { secret }): Promise<unknown> =>
  getToken({ req: { headers: { authorization } }, ...given })

describe('getToken', () => {
  it('reads the session cookie of a request', async () => {
    const req = new Request('https://app.test', {
      headers: { cookie: `${name}=${tokenFor(name)}` },
    })
    expect(await getToken({ req, secret })).toMatchObject({ sub: name })
  })

  it('reads it from a plain record of headers too', async () => {
    const req = { headers: { cookie: `a=b; ${name}=${tokenFor(name)}` } }
    expect(await getToken({ req, secret })).toMatchObject({ sub: name })
  })

  it('reads headers in any case, as a record of them may be written', async () => {
    const cookie = { Cookie: `${name}=${tokenFor(name)}` }
    const bearer = { AUTHORIZATION: `Bearer ${tokenFor(name)}` }
    expect(await getToken({ req: { headers: cookie }, secret })).toMatchObject({ sub: name })
    expect(await getToken({ req: { headers: bearer }, secret })).toMatchObject({ sub: name })
  })

  it('reads the right one of several headers', async () => {
    const cookie = `${name}=${tokenFor(name)}`
    const headers = { accept: '*/*', 'x-cookie': `${name}=other`, cookie }
    expect(await getToken({ req: { headers }, secret })).toMatchObject({ sub: name })
  })

  it('reads the name that goes with https, the newer before the older', async () => {
    const host = `__Host-${name}=${tokenFor(`__Host-${name}`)}`
    const secure = `__Secure-${name}=${tokenFor(`__Secure-${name}`)}`
    const given = { secret, secureCookie: true }
    expect(await fromCookie(`${secure}; ${host}`, given)).toBe(`__Host-${name}`)
    expect(await fromCookie(secure, given)).toBe(`__Secure-${name}`)
    expect(await fromCookie(`${secure}; ${host}`)).toBeUndefined()
    expect(await fromCookie(`${name}=${tokenFor(name)}`, given)).toBeUndefined()
  })

  it('reads the token that was issued last if a browser has both names', async () => {
    const now = Math.floor(Date.now() / 1000)
    const [host, secure] = [`__Host-${name}`, `__Secure-${name}`]
    const issued = async (salt: string, age: number): Promise<string> =>
      `${salt}=${await sealClaims({ sub: salt }, [secret], salt, now + 60, now - age)}`
    const given = { secret, secureCookie: true }
    expect(await fromCookie(`${await issued(host, 9)}; ${await issued(secure, 5)}`, given)).toBe(
      secure,
    )
    expect(await fromCookie(`${await issued(host, 5)}; ${await issued(secure, 9)}`, given)).toBe(
      host,
    )
  })

  it('refuses a token of ours under the older name, which a sibling subdomain can write', async () => {
    const salt = `__Secure-${name}`
    const ours = await encode({ token: { sub: salt, session_started_at: 1 }, secret, salt })
    const given = { secret, secureCookie: true, absoluteMaxAge: Infinity }
    expect(await fromCookie(`${salt}=${ours}`, given)).toBeUndefined()
    expect(await fromCookie(`${salt}=${ours}`, { ...given, cookieName: salt })).toBe(salt)
  })

  it('refuses a session that is older than a year, or than `absoluteMaxAge`', async () => {
    const now = Math.floor(Date.now() / 1000)
    const since = async (age: number): Promise<string> => {
      const token = { sub: name, session_started_at: now - age }
      return `${name}=${await encode({ token, secret, salt: name })}`
    }
    const year = 365 * 24 * 60 * 60
    expect(await fromCookie(await since(year - 60))).toBe(name)
    expect(await fromCookie(await since(year))).toBeUndefined()
    expect(await fromCookie(await since(100), { secret, absoluteMaxAge: 160 })).toBe(name)
    expect(await fromCookie(await since(100), { secret, absoluteMaxAge: 100 })).toBeUndefined()
  })

  it('reads another cookie, or with another salt, when it is told to', async () => {
    const cookie = `mine=${tokenFor('mine')}`
    expect(await fromCookie(cookie, { secret, cookieName: 'mine' })).toBe('mine')
    expect(await fromCookie(cookie, { secret, cookieName: 'mine', salt: name })).toBeUndefined()
    const moved = `mine=${tokenFor(name)}`
    expect(await fromCookie(moved, { secret, cookieName: 'mine', salt: name })).toBe(name)
  })

  it('joins chunks', async () => {
    const long = await encode({ token: { sub: 'x'.repeat(5000) }, secret, salt: name })
    const cookie = `${name}.1=${long.slice(3936)}; ${name}.0=${long.slice(0, 3936)}`
    expect(await fromCookie(cookie)).toHaveLength(5000)
  })

  it('opens with any of several secrets', async () => {
    const cookie = `${name}=${tokenFor(name)}`
    expect(await fromCookie(cookie, { secret: ['new', secret] })).toBe(name)
    expect(await fromCookie(cookie, { secret: ['new'] })).toBeUndefined()
  })

  it('opens nothing with an empty secret, which everybody knows', async () => {
    const key = deriveKey('', name, 'A256CBC-HS512')
    const header = { alg: 'dir', enc: 'A256CBC-HS512' }
    const forged = forgeToken(header, '{"sub":"admin","exp":9999999999}', key)
    expect(await fromCookie(`${name}=${forged}`, { secret: [''] })).toBeUndefined()
    expect(await fromCookie(`${name}=${forged}`, { secret: [secret, ''] })).toBeUndefined()
  })

  it('reads a Bearer token', async () => {
    expect(await fromHeader(`Bearer ${tokenFor(name)}`)).toMatchObject({ sub: name })
    const host = `__Host-${name}`
    const given = { secret, secureCookie: true }
    expect(await fromHeader(`Bearer ${tokenFor(host)}`, given)).toMatchObject({ sub: host })
  })

  it('prefers the cookie to the header', async () => {
    const headers = { cookie: `${name}=planted`, authorization: `Bearer ${tokenFor(name)}` }
    expect(await getToken({ req: { headers }, secret })).toBeNull()
  })

  it('takes no other scheme for Bearer', async () => {
    const token = tokenFor(name)
    for (const wrong of ['Basic', 'bearer', 'BEARER', 'DPoP', 'Bearerx', '']) {
      expect(await fromHeader(`${wrong} ${token}`)).toBeNull()
    }
    expect(await fromHeader(token)).toBeNull()
    expect(await fromHeader(`Bearer a ${token}`)).toBeNull()
    expect(await fromHeader(`Bearer ${token} a`)).toBeNull()
  })

  it.each(['Bearer', 'Bearer ', 'Bearer %', 'Bearer %E0%A4%A', 'Bearer \u00e4', 'Bearer a.b.c'])(
    'gives null for the malformed header %j',
    async (authorization) => {
      expect(await fromHeader(authorization)).toBeNull()
    },
  )

  it('gives null for a megabyte, in header and cookie', async () => {
    const megabyte = 'a'.repeat(1024 * 1024)
    expect(await fromHeader(`Bearer ${megabyte}`)).toBeNull()
    expect(await fromCookie(`${name}=${megabyte}`)).toBeUndefined()
  })

  it('gives null when there is nothing', async () => {
    expect(await getToken({ req: { headers: {} }, secret })).toBeNull()
    expect(await getToken({ req: { headers: {} } })).toBeNull()
  })

  it('gives the token unread when it is asked to, without a secret', async () => {
    const req = { headers: { cookie: `${name}=anything%20at%20all` } }
    expect(await getToken({ req, raw: true })).toBe('anything at all')
    expect(await getToken({ req: { headers: {} }, raw: true })).toBeNull()
  })

  it.each([undefined, '', []])('throws MissingSecret with the secret %j', async (missing) => {
    const req = { headers: { cookie: `${name}=${tokenFor(name)}` } }
    await expect(getToken({ req, secret: missing })).rejects.toMatchObject({
      type: 'MissingSecret',
    })
  })

  it('hands the token to a custom decode', async () => {
    const asked: unknown[] = []
    const decode = (params: unknown): { sub: string } => {
      asked.push(params)
      return { sub: 'custom' }
    }
    expect(await fromCookie(`${name}=own`, { secret, decode })).toBe('custom')
    expect(asked).toEqual([{ token: 'own', secret, salt: name }])
  })

  it('gives null when a custom decode throws or rejects', async () => {
    const fail = (): never => {
      throw new Error('no')
    }
    const req = { headers: { cookie: `${name}=own` } }
    expect(await getToken({ req, secret, decode: fail })).toBeNull()
    expect(await getToken({ req, secret, decode: async () => fail() })).toBeNull()
  })
})
