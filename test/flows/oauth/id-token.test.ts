import { exportJWK, exportSPKI, SignJWT } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OIDCConfig } from '../../../src/model/oauth.js'
import type { Profile } from '../../../src/model/records.js'
import { sessionCookie } from '../../support/apps/app.js'
import { encodeJson, fakeKey, halfHash, toJwk, type Claims } from '../../support/oauth/fake-keys.js'
import type { FakeProvider, FakeProviderOptions } from '../../support/oauth/fake-provider.js'
import type { Misbehaviour } from '../../support/oauth/misbehaviour.js'
import {
  clientSecret,
  comeBack,
  expectRefused,
  expectSignedIn,
  makeOAuthApp,
  makeProvider,
  oidc,
  press,
  signIn,
  start,
} from '../../support/oauth/sign-in.js'

afterEach(() => {
  vi.useRealTimers()
})

interface Setting {
  readonly provider?: Partial<FakeProviderOptions>
  readonly config?: Partial<OIDCConfig<Profile>>
}

/** The exchange is ours, or the application's own: what it brings is checked all the same. */
const doors = ['built-in', 'own'] as const
type Door = (typeof doors)[number]

function ownExchange(fake: FakeProvider): Partial<OIDCConfig<Profile>> {
  return {
    token: {
      request: async ({ params, checks, provider }) => {
        const body = new URLSearchParams({
          grant_type: 'authorization_code',
          code: params.code ?? '',
          redirect_uri: provider.callbackUrl,
          code_verifier: checks.code_verifier ?? '',
        })
        const secret = encodeURIComponent(clientSecret)
        const headers = { authorization: `Basic ${btoa(`client-1:${secret}`)}` }
        const response = await fake.fetch(fake.address('token'), { method: 'POST', headers, body })
        return { tokens: await response.json() }
      },
    },
  }
}

async function open(
  misbehaviour: Misbehaviour,
  { provider = {}, config = {} }: Setting = {},
  door: Door = 'built-in',
) {
  const fake = await makeProvider(provider)
  fake.misbehaviour = misbehaviour
  const app = makeOAuthApp([oidc(fake, { ...config, ...(door === 'own' && ownExchange(fake)) })])
  return { fake, app, browser: app.browser() }
}

async function refuses(misbehaviour: Misbehaviour, setting?: Setting): Promise<void> {
  for (const door of doors) {
    const { fake, browser } = await open(misbehaviour, setting, door)
    await expectRefused(browser, await signIn(browser, fake))
    expect(fake.count('token')).toBe(1)
  }
}

async function accepts(misbehaviour: Misbehaviour, setting?: Setting): Promise<void> {
  for (const door of doors) {
    const { fake, browser } = await open(misbehaviour, setting, door)
    expectSignedIn(browser, await signIn(browser, fake))
  }
}

const now = (): number => Math.floor(Date.now() / 1000)
const withClaim =
  (name: string, value: unknown) =>
  (claims: Claims): Claims => ({ ...claims, [name]: value })
/** Undefined members are not signed. */
const without = (name: string): ((claims: Claims) => Claims) => withClaim(name, undefined)

describe('IT1: the signature of an ID token', () => {
  it.each(['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'])('IT1: is accepted by %s', async (alg) => {
    await accepts({}, { provider: { key: await fakeKey('first', alg) } })
  })

  it.each(['RS256', 'ES256'])(
    'IT1, P6: is refused when it is not that of the text: %s',
    async (alg) => {
      const key = await fakeKey('first', alg)
      const idToken = (jwt: string, claims: Claims): string => {
        const [header, , signature] = jwt.split('.')
        return `${header}.${encodeJson({ ...claims, sub: 'victim' })}.${signature}`
      }
      await refuses({ idToken }, { provider: { key } })
    },
  )

  it('IT1: is refused when another key made it under the same id', async () => {
    const other = await fakeKey('other')
    await refuses({ signWith: { ...other, kid: 'first' } })
  })

  it('IT1: is refused when it is empty', async () => {
    await refuses({ idToken: (jwt) => jwt.slice(0, jwt.lastIndexOf('.') + 1) })
  })

  it('IT1: is refused when it is made by a key that it names itself, which is never fetched', async () => {
    const other = await fakeKey('other')
    const jwk = await exportJWK(other.publicKey)
    const urls = { jku: 'https://evil.test/keys', x5u: 'https://evil.test/cert' }
    for (const header of [{ jwk }, urls, { ...urls, jwk, kid: 'first' }]) {
      const { fake, browser } = await open({ signWith: other, header })
      await expectRefused(browser, await signIn(browser, fake))
      expect(fake.received.map(({ url }) => url.host)).not.toContain('evil.test')
    }
  })
})

describe('IT2: the algorithm of an ID token', () => {
  const hmac = (secret: string, alg = 'HS256'): Misbehaviour => ({
    idToken: (_jwt, claims) =>
      new SignJWT(claims).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret)),
  })

  it.each(['none', 'None', 'NONE', 'nOnE'])('IT2, B26: is never "%s"', async (alg) => {
    // No `at_hash`: it would be wrong under such a name, and hide that the name was not checked.
    const idToken = (_jwt: string, { at_hash: _, ...claims }: Claims): string =>
      `${encodeJson({ alg })}.${encodeJson(claims)}.`
    await refuses({ idToken })
    const announced = (metadata: Claims): Claims => ({
      ...metadata,
      id_token_signing_alg_values_supported: ['none', 'RS256'],
    })
    await refuses({ idToken, metadata: announced })
  })

  it('IT2: is never HMAC with the public key', async () => {
    const { publicKey } = await fakeKey()
    await refuses(hmac(await exportSPKI(publicKey)))
    await refuses(hmac(JSON.stringify(await exportJWK(publicKey))))
  })

  it('IT2, P21: is HMAC with the client secret only when that was configured', async () => {
    await refuses(hmac(clientSecret))
    const metadata = (known: Claims): Claims => ({
      ...known,
      id_token_signing_alg_values_supported: ['HS256', 'RS256'],
    })
    await refuses({ ...hmac(clientSecret), metadata })
    const config = { client: { id_token_signed_response_alg: 'HS256' } }
    await accepts(hmac(clientSecret), { config })
    await refuses(hmac('another secret'), { config })
    await refuses(hmac(clientSecret, 'HS512'), { config })
    await refuses({}, { config })
  })

  it('IT2: takes no symmetric key from the key set', async () => {
    const k = 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldA'
    const keys = (): unknown => [{ kty: 'oct', k, alg: 'HS256' }]
    await refuses({ ...hmac('secret-secret-secret-secret-secret'), keys })
  })

  it('IT2: is one of those that were announced, or RS256', async () => {
    const es = await fakeKey('elliptic', 'ES256')
    const keys = (known: readonly object[]): unknown => known
    const both = async (): Promise<object[]> => [await toJwk(await fakeKey()), await toJwk(es)]
    const all = await both()
    await refuses({ keys: () => all, signWith: es })
    const metadata = ({ id_token_signing_alg_values_supported: _, ...rest }: Claims): Claims => rest
    await accepts({ keys, metadata })
    await refuses({ keys: () => all, signWith: es, metadata })
    const config = { client: { id_token_signed_response_alg: 'ES256' } }
    await accepts({ keys: () => all, signWith: es }, { config })
    await refuses({ keys: () => all }, { config })
  })

  it('IT2: a header with an unknown critical member is refused', async () => {
    await refuses({ header: { crit: ['exp2'], exp2: 1 } })
    await refuses({ header: { crit: [] } })
  })

  it('IT2: an RSA key of 1024 bits is refused', async () => {
    const { publicKey, privateKey } = await crypto.subtle.generateKey(
      {
        name: 'RSASSA-PKCS1-v1_5',
        hash: 'SHA-256',
        modulusLength: 1024,
        publicExponent: new Uint8Array([1, 0, 1]),
      },
      true,
      ['sign', 'verify'],
    )
    const jwk = { ...(await exportJWK(publicKey)), kid: 'small', alg: 'RS256' }
    const idToken = async (_jwt: string, claims: Claims): Promise<string> => {
      const input = `${encodeJson({ alg: 'RS256', kid: 'small' })}.${encodeJson(claims)}`
      const bytes = new TextEncoder().encode(input)
      const signed = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, bytes)
      return `${input}.${Buffer.from(signed).toString('base64url')}`
    }
    await refuses({ keys: () => [jwk], idToken })
  })
})

describe('IT3: the issuer of an ID token', () => {
  it.each<[string, unknown]>([
    ['another', 'https://evil.test'],
    ['written with a slash', 'https://op.test/'],
    ['in capitals', 'HTTPS://OP.TEST'],
    ['a list', ['https://op.test']],
    ['empty', ''],
    ['missing', undefined],
  ])('IT3: is refused when it is %s', async (_what, iss) => {
    await refuses({ claims: withClaim('iss', iss) })
  })
})

describe('IT4: the audience of an ID token', () => {
  it.each<[string, Claims]>([
    ['another', { aud: 'client-2' }],
    ['missing', { aud: undefined }],
    ['an empty list', { aud: [] }],
    ['a list of others', { aud: ['client-2', 'client-3'] }],
    ['two, without azp', { aud: ['client-1', 'client-2'] }],
    ['two, issued to the other', { aud: ['client-1', 'client-2'], azp: 'client-2' }],
    ['ours, issued to another', { azp: 'client-2' }],
    ['ours, issued to an empty name', { azp: '' }],
  ])('IT4, B27: is refused when it is %s', async (_what, changes) => {
    await refuses({ claims: (claims) => ({ ...claims, ...changes }) })
  })

  it.each<[string, Claims]>([
    ['a list of one', { aud: ['client-1'] }],
    ['two, issued to us', { aud: ['client-2', 'client-1'], azp: 'client-1' }],
    ['ours, issued to us', { azp: 'client-1' }],
  ])('IT4: is accepted when it is %s', async (_what, changes) => {
    await accepts({ claims: (claims) => ({ ...claims, ...changes }) })
  })
})

describe('IT5: the times of an ID token', () => {
  it.each<[string, () => Claims]>([
    ['expired', () => ({ exp: now() - 90 })],
    ['without exp', () => ({ exp: undefined })],
    ['with exp as text', () => ({ exp: '9999999999' })],
    ['with exp null', () => ({ exp: null })],
    ['with exp as a list', () => ({ exp: [9999999999] })],
    ['with a negative exp', () => ({ exp: -1 })],
    ['without iat', () => ({ iat: undefined })],
    ['with iat as text', () => ({ iat: String(now()) })],
    ['with nbf in the future', () => ({ nbf: now() + 120 })],
    ['with nbf as text', () => ({ nbf: '0' })],
  ])('IT5, P22: are refused %s', async (_what, changes) => {
    await refuses({ claims: (claims) => ({ ...claims, ...changes() }) })
  })

  it.each<[string, () => Claims]>([
    ['expired 30 s ago', () => ({ exp: now() - 30 })],
    ['issued 30 s from now', () => ({ iat: now() + 30 })],
    ['valid 30 s from now', () => ({ nbf: now() + 30 })],
  ])('IT5: are accepted when the clock differs: %s', async (_what, changes) => {
    await accepts({ claims: (claims) => ({ ...claims, ...changes() }) })
  })
})

describe('IT6: the subject of an ID token', () => {
  it.each<[string, unknown]>([
    ['missing', undefined],
    ['empty', ''],
    ['a number', 7],
    ['an object', { id: 'subject-1' }],
    ['a list', ['subject-1']],
    ['null', null],
    ['256 characters long', 'x'.repeat(256)],
  ])('IT6: is refused when it is %s', async (_what, sub) => {
    await refuses({ claims: withClaim('sub', sub) })
  })

  it('IT6: may have 255 characters', async () => {
    await accepts({ claims: withClaim('sub', 'x'.repeat(255)) })
  })
})

describe('IT7: the nonce of an ID token', () => {
  it.each<[string, unknown]>([
    ['another', 'another'],
    ['missing', undefined],
    ['empty', ''],
    ['null', null],
    ['a list', ['x']],
  ])('IT7: is refused when it is %s', async (_what, nonce) => {
    await refuses({ claims: withClaim('nonce', nonce) })
  })

  it('IT7: is refused when none was sent', async () => {
    const config = { checks: ['pkce', 'state'] as ('pkce' | 'state')[] }
    await refuses({ claims: withClaim('nonce', 'uninvited') }, { config })
    await accepts({}, { config })
  })
})

describe('IT8: the hash of the access token', () => {
  it('IT8: is refused when it is that of another', async () => {
    const other = await halfHash('another')
    await refuses({ claims: withClaim('at_hash', other) })
    await refuses({ claims: withClaim('at_hash', '') })
    await refuses({ claims: withClaim('at_hash', 7) })
    await refuses({ tokens: (tokens) => ({ ...tokens, access_token: 'another' }) })
  })

  it('IT8: may be missing', async () => {
    await accepts({ claims: without('at_hash') })
  })

  it.each(['ES384', 'RS512', 'EdDSA', 'Ed25519'])(
    'IT8: is that of the algorithm: %s',
    async (alg) => {
      const key = await fakeKey('first', alg)
      await accepts({}, { provider: { key } })
      const other = await halfHash('another', alg)
      await refuses({ claims: withClaim('at_hash', other) }, { provider: { key } })
    },
  )
})

describe('IT9: an OpenID provider', () => {
  it.each<[string, (jwt: string) => unknown]>([
    ['no ID token', () => undefined],
    ['an ID token that is null', () => null],
    ['a list of ID tokens', (jwt) => [jwt]],
    ['an ID token of five parts', (jwt) => `${jwt}.a.b`],
    ['an ID token of two parts', (jwt) => jwt.split('.').slice(0, 2).join('.')],
    ['an empty ID token', () => ''],
    ['an ID token that is a text', () => 'nonsense'],
  ])('IT9: is refused with %s', async (_what, idToken) => {
    await refuses({ idToken })
    await refuses({ idToken }, { config: { idToken: false } })
  })
})

describe('IT10: how and when the person signed in', () => {
  const config = { authorization: { params: { max_age: 60 } } }

  it('IT10: is refused when it was too long ago, or is not said', async () => {
    await refuses({ claims: withClaim('auth_time', now() - 200) }, { config })
    await refuses({ claims: without('auth_time') }, { config })
    await refuses({ claims: withClaim('auth_time', String(now())) }, { config })
    await accepts({ claims: withClaim('auth_time', now() - 50) }, { config })
  })

  it('IT10: counts when the application asked for it at the start', async () => {
    for (const age of [200, undefined]) {
      const { fake, browser } = await open({
        claims: withClaim('auth_time', age && now() - age),
      })
      await expectRefused(browser, await signIn(browser, fake, { query: '?max_age=60' }))
    }
  })

  it('IT10: counts when the client was registered so', async () => {
    const needed = { client: { require_auth_time: true } }
    await refuses({ claims: without('auth_time') }, { config: needed })
    await accepts({ claims: withClaim('auth_time', now() - 9999) }, { config: needed })
    const recent = { client: { default_max_age: 60 } }
    await refuses({ claims: withClaim('auth_time', now() - 200) }, { config: recent })
    await accepts({ claims: withClaim('auth_time', now()) }, { config: recent })
  })

  it('IT10: must be one of the ways that were asked for', async () => {
    const strict = { requiredAcr: ['gold', 'silver'] }
    await refuses({}, { config: strict })
    await refuses({ claims: withClaim('acr', 'bronze') }, { config: strict })
    await refuses({ claims: withClaim('acr', ['gold']) }, { config: strict })
    await accepts({ claims: withClaim('acr', 'silver') }, { config: strict })
    const { browser } = await open({}, { config: strict })
    expect(new URL(await start(browser)).searchParams.get('acr_values')).toBe('gold silver')
  })
})

describe('IT11, IT12: the keys of a provider', () => {
  it('IT11: one key needs no id', async () => {
    await accepts({ header: { kid: undefined } })
  })

  it('IT11: several keys without an id are refused, and nothing breaks', async () => {
    const other = await toJwk(await fakeKey('other'))
    const keys = (known: readonly object[]): unknown => [...known, other]
    const { fake, browser } = await open({ header: { kid: undefined }, keys })
    const response = await signIn(browser, fake)
    expect(response.status).toBe(302)
    await accepts({ keys })
  })

  it.each<[string, unknown]>([
    ['empty', []],
    ['no list', 'x'],
    ['full of nonsense', [null, 7, {}, { kty: 'RSA' }]],
    ['missing', undefined],
  ])('IT11: a key set that is %s is refused', async (_what, keys) => {
    await refuses({ keys: () => keys })
  })

  it('IT12: may change between two sign-ins, and just before signing', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { fake, app } = await open({})
    const signInNow = async (): Promise<void> => {
      const browser = app.browser()
      expectSignedIn(browser, await signIn(browser, fake))
    }
    await signInNow()
    expect(fake.count('jwks')).toBe(1)
    vi.setSystemTime(Date.now() + 60_000)
    fake.key = await fakeKey('other')
    await signInNow()
    expect(fake.count('jwks')).toBe(2)
    await signInNow()
    expect(fake.count('jwks')).toBe(2)
  })

  it('IT12: an unknown key makes us ask again, but not at every sign-in', async () => {
    const { fake, app } = await open({})
    const first = app.browser()
    expectSignedIn(first, await signIn(first, fake))
    fake.misbehaviour = { signWith: await fakeKey('other') }
    for (let round = 0; round < 5; round++) {
      const browser = app.browser()
      await expectRefused(browser, await signIn(browser, fake))
    }
    expect(fake.count('jwks')).toBe(2)
  })
})

describe('IT13: user info', () => {
  const config = { idToken: false }

  it.each<[string, Misbehaviour]>([
    ['about another', { userinfo: withClaim('sub', 'subject-2') }],
    ['without a subject', { userinfo: without('sub') }],
    ['about a number', { userinfo: withClaim('sub', 7) }],
    ['that is a list', { userinfo: () => [] }],
    ['that is null', { userinfo: () => null }],
    [
      'with an error',
      { answer: { userinfo: () => Response.json({ error: 'x' }, { status: 401 }) } },
    ],
    [
      'with an error, though its body is a profile',
      { answer: { userinfo: () => Response.json({ sub: 'subject-1' }, { status: 403 }) } },
    ],
    [
      'as HTML',
      {
        answer: {
          userinfo: () => new Response('<p>', { headers: { 'content-type': 'text/html' } }),
        },
      },
    ],
  ])('IT13: is refused %s', async (_what, misbehaviour) => {
    const { fake, browser } = await open(misbehaviour, { config })
    const response = await signIn(browser, fake)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toContain('/auth/signin?error=OAuth')
    expect(browser.cookie(sessionCookie)).toBeUndefined()
    expect(fake.count('userinfo')).toBe(1)
  })

  it('IT13: is not followed elsewhere', async () => {
    const answer = { userinfo: () => Response.redirect('https://evil.test/me', 302) }
    const { fake, browser } = await open({ answer }, { config })
    await expectRefused(browser, await signIn(browser, fake), 'OAuthRequestFailed')
    expect(fake.received.map(({ url }) => url.host)).not.toContain('evil.test')
  })

  it('IT13: is accepted when it is signed, by the right key alone', async () => {
    const provider = { signedUserinfo: true }
    const good = await open({}, { provider, config })
    expectSignedIn(good.browser, await signIn(good.browser, good.fake))
    expect((await good.browser.session())?.user?.name).toBe('Ada')
    const other = await fakeKey('other')
    const bad = await open({}, { provider, config })
    const honest = bad.fake.authorize(await start(bad.browser))
    // The ID token is honest, and only user info is not.
    const answer = {
      userinfo: () => {
        bad.fake.misbehaviour = { signWith: { ...other, kid: 'first' } }
        return undefined
      },
    }
    bad.fake.misbehaviour = { answer }
    await expectRefused(bad.browser, await comeBack(bad.browser, honest))
    expect(bad.fake.count('userinfo')).toBe(1)
  })

  it.each<[string, Claims]>([
    ['for another client', { aud: 'client-2' }],
    ['by another issuer', { iss: 'https://evil.test' }],
    ['about another', { sub: 'subject-2' }],
    ['without a subject', { sub: undefined }],
  ])('IT13: is refused when it was signed %s', async (_what, changes) => {
    const provider = { signedUserinfo: true }
    const userinfo = (profile: Claims): Claims => ({ ...profile, ...changes })
    const { fake, browser } = await open({ userinfo }, { provider, config })
    await expectRefused(browser, await signIn(browser, fake))
  })

  it.each<[string, Claims]>([
    ['for no client in particular', { aud: undefined }],
    ['by no issuer in particular', { iss: undefined }],
  ])('IT13: is accepted when it was signed %s', async (_what, changes) => {
    const provider = { signedUserinfo: true }
    const userinfo = (profile: Claims): Claims => ({ ...profile, ...changes })
    const { fake, browser } = await open({ userinfo }, { provider, config })
    expectSignedIn(browser, await signIn(browser, fake))
  })

  it('IT13: is refused when it is not signed although that was agreed', async () => {
    const client = { userinfo_signed_response_alg: 'RS256' }
    const { fake, browser } = await open({}, { config: { ...config, client } })
    await expectRefused(browser, await signIn(browser, fake))
    expect(fake.count('userinfo')).toBe(1)
  })

  it('IT13: is refused when it was signed by an algorithm that was not announced', async () => {
    const es = await fakeKey('elliptic', 'ES256')
    const all = [await toJwk(await fakeKey()), await toJwk(es)]
    const { fake, browser } = await open(
      { keys: () => all },
      { provider: { signedUserinfo: true }, config },
    )
    const honest = fake.authorize(await start(browser))
    const answer = {
      userinfo: () => {
        fake.misbehaviour = { signWith: es }
        return undefined
      },
    }
    fake.misbehaviour = { keys: () => all, answer }
    await expectRefused(browser, await comeBack(browser, honest))
    expect(fake.count('userinfo')).toBe(1)
  })
})

describe('IT17: one subject at two providers', () => {
  it('IT17: is two people', async () => {
    const one = await makeProvider({ issuer: 'https://one.test' })
    const two = await makeProvider({ issuer: 'https://two.test' })
    const app = makeOAuthApp([oidc(one, { id: 'one' }), oidc(two, { id: 'two' })])
    for (const [id, fake] of [
      ['one', one],
      ['two', two],
    ] as const) {
      const browser = app.browser()
      expectSignedIn(browser, await signIn(browser, fake, { id }))
    }
    const ids = app.signedIn.map(({ user }) => user.id)
    expect(new Set(ids).size).toBe(2)
    const accounts = app.signedIn.map(({ account }) => account?.providerAccountId)
    expect(accounts).toEqual(['subject-1', 'subject-1'])
  })
})

describe('what cannot be asked', () => {
  it('is told at the sign-in page', async () => {
    const { fake, browser } = await open({})
    fake.misbehaviour = { answer: { discovery: () => Response.error() } }
    const response = await press(browser)
    expect(response.status).toBe(302)
    await expectRefused(browser, response, 'OAuthRequestFailed')
  })
})
