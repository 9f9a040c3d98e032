import { decodeJwt, decodeProtectedHeader } from 'jose'
import { inspect } from 'node:util'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { customFetch, refreshTokens } from '../../../src/core.js'
import type { OIDCConfig } from '../../../src/model/oauth.js'
import type { Profile, TokenSet } from '../../../src/model/records.js'
import { sessionCookie } from '../../support/apps/app.js'
import { fakeKey, signClaims, type Claims } from '../../support/oauth/fake-keys.js'
import type { FakeProvider, FakeProviderOptions } from '../../support/oauth/fake-provider.js'
import type { Endpoint, Misbehaviour } from '../../support/oauth/misbehaviour.js'
import {
  attempts,
  clientSecret,
  comeBack,
  expectRefused,
  expectSignedIn,
  makeOAuthApp,
  makeProvider,
  oauth,
  oidc,
  press,
  signIn,
  start,
  type OAuthApp,
} from '../../support/oauth/sign-in.js'

async function open(
  misbehaviour: Misbehaviour = {},
  provider: Partial<FakeProviderOptions> = {},
  config: Partial<OIDCConfig<Profile>> = {},
) {
  const fake = await makeProvider(provider)
  fake.misbehaviour = misbehaviour
  const app = makeOAuthApp([oidc(fake, config)], { debug: true })
  return { fake, app, browser: app.browser() }
}

/** What an endpoint answers instead. */
const answering = (endpoint: Endpoint, make: () => Response): Misbehaviour => ({
  answer: { [endpoint]: make },
})

const html = (status = 200): Response =>
  new Response('<p>Hello</p>', { status, headers: { 'content-type': 'text/html' } })

const tokens = (changes: Claims): Misbehaviour => ({
  tokens: (given) => ({ ...given, ...changes }),
})

describe('IT14: the answer of the token endpoint', () => {
  it.each<[string, Misbehaviour, string]>([
    ['HTML', answering('token', () => html()), 'OAuthResponseInvalid'],
    ['nothing', answering('token', () => new Response(null)), 'OAuthResponseInvalid'],
    [
      'no JSON',
      answering(
        'token',
        () => new Response('x=1', { headers: { 'content-type': 'application/json' } }),
      ),
      'OAuthResponseInvalid',
    ],
    ['a list', { tokens: () => [] }, 'OAuthResponseInvalid'],
    ['null', { tokens: () => null }, 'OAuthResponseInvalid'],
    [
      'an error with status 200',
      { tokens: () => ({ error: 'invalid_grant' }) },
      'OAuthCallbackError',
    ],
    [
      'an error with status 400',
      answering('token', () => Response.json({ error: 'invalid_grant' }, { status: 400 })),
      'OAuthCallbackError',
    ],
    [
      'tokens with status 401',
      answering('token', () =>
        Response.json({ access_token: 'x', token_type: 'bearer' }, { status: 401 }),
      ),
      'OAuthResponseInvalid',
    ],
    [
      'tokens with status 500',
      answering('token', () =>
        Response.json({ access_token: 'x', token_type: 'bearer' }, { status: 500 }),
      ),
      'OAuthRequestFailed',
    ],
    ['no access token', tokens({ access_token: undefined }), 'OAuthResponseInvalid'],
    ['an empty access token', tokens({ access_token: '' }), 'OAuthResponseInvalid'],
    ['an access token that is a number', tokens({ access_token: 7 }), 'OAuthResponseInvalid'],
    ['an odd token type', tokens({ token_type: 'mac' }), 'OAuthResponseInvalid'],
    ['a lifetime that is an object', tokens({ expires_in: {} }), 'OAuthResponseInvalid'],
  ])('IT14, P4: is refused when it is %s', async (_what, misbehaviour, error) => {
    const { fake, browser } = await open(misbehaviour)
    await expectRefused(browser, await signIn(browser, fake), error)
    const plain = await makeProvider({ openid: false })
    plain.misbehaviour = misbehaviour
    const other = makeOAuthApp([oauth(plain)]).browser()
    await expectRefused(other, await signIn(other, plain), error)
    expect(plain.count('userinfo')).toBe(0)
  })

  it('is refused by OpenID Connect without a token type, which plain OAuth takes for bearer', async () => {
    const { fake, browser } = await open(tokens({ token_type: undefined }))
    await expectRefused(browser, await signIn(browser, fake))
    const plain = await makeProvider({ openid: false, person: { id: 7 } })
    plain.misbehaviour = tokens({ token_type: null })
    const app = makeOAuthApp([oauth(plain)])
    const other = app.browser()
    expectSignedIn(other, await signIn(other, plain))
    expect(app.signedIn[0]?.account).toMatchObject({ token_type: 'bearer' })
  })

  it('has its scopes separated by spaces, however a service lists them', async () => {
    for (const scope of [['a', 'b'], 'a,b', 'a b']) {
      const plain = await makeProvider({ openid: false, person: { id: 7 } })
      plain.misbehaviour = tokens({ scope })
      const app = makeOAuthApp([oauth(plain)])
      const browser = app.browser()
      expectSignedIn(browser, await signIn(browser, plain))
      expect(app.signedIn[0]?.account).toMatchObject({ scope: 'a b' })
    }
  })

  it.each<[string, Claims]>([
    ['bEaReR', { token_type: 'bEaReR' }],
    ['no lifetime', { expires_in: undefined }],
    ['no scope', { scope: undefined }],
    ['no refresh token', { refresh_token: undefined }],
    ['unknown members', { more: { and: ['more'] } }],
  ])('IT14: is accepted with %s', async (_what, changes) => {
    const { fake, browser } = await open(tokens(changes))
    expectSignedIn(browser, await signIn(browser, fake))
  })
})

describe('IT15: the metadata of a provider', () => {
  const metadata = (changes: Claims): Misbehaviour => ({
    metadata: (given) => ({ ...given, ...changes }),
  })

  const good = (status: number): Response => {
    const issuer = 'https://op.test'
    const endpoints = {
      authorization_endpoint: `${issuer}/authorization`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    }
    return Response.json({ issuer, ...endpoints }, { status })
  }

  it.each<[string, Misbehaviour, string]>([
    ['of another issuer', metadata({ issuer: 'https://evil.test' }), 'OAuthMetadataInvalid'],
    [
      'of the issuer with a slash',
      metadata({ issuer: 'https://op.test/x' }),
      'OAuthMetadataInvalid',
    ],
    ['of no issuer', metadata({ issuer: undefined }), 'OAuthMetadataInvalid'],
    ['a list', { metadata: () => [] }, 'OAuthMetadataInvalid'],
    ['null', { metadata: () => null }, 'OAuthMetadataInvalid'],
    ['HTML', answering('discovery', () => html()), 'OAuthMetadataInvalid'],
    ['an error page', answering('discovery', () => html(500)), 'OAuthMetadataInvalid'],
    ['good, but of status 500', answering('discovery', () => good(500)), 'OAuthMetadataInvalid'],
    [
      'not JSON',
      answering(
        'discovery',
        () => new Response('{', { headers: { 'content-type': 'application/json' } }),
      ),
      'OAuthMetadataInvalid',
    ],
    [
      'elsewhere',
      answering('discovery', () => Response.redirect('https://evil.test/', 301)),
      'OAuthRequestFailed',
    ],
    ['with no token endpoint', metadata({ token_endpoint: undefined }), 'OAuthMetadataInvalid'],
    [
      'with a token endpoint that is a number',
      metadata({ token_endpoint: 7 }),
      'OAuthMetadataInvalid',
    ],
    [
      'with a token endpoint that is a path',
      metadata({ token_endpoint: '/token' }),
      'OAuthMetadataInvalid',
    ],
    ['with no keys', metadata({ jwks_uri: undefined }), 'OAuthMetadataInvalid'],
    [
      'with a token endpoint over http',
      metadata({ token_endpoint: 'http://op.test/token' }),
      'OAuthRequestFailed',
    ],
    ['with keys over http', metadata({ jwks_uri: 'http://op.test/jwks' }), 'OAuthRequestFailed'],
    [
      'with an authorization endpoint over http',
      metadata({ authorization_endpoint: 'http://op.test/authorization' }),
      'OAuthRequestFailed',
    ],
    [
      'with a script to authorize',
      metadata({ authorization_endpoint: 'javascript:alert(1)' }),
      'OAuthRequestFailed',
    ],
    [
      'with data to authorize',
      metadata({ authorization_endpoint: 'data:text/html,x' }),
      'OAuthRequestFailed',
    ],
    [
      'that leads to the cloud\u2019s own',
      metadata({ token_endpoint: 'http://169.254.169.254/latest' }),
      'OAuthRequestFailed',
    ],
    [
      'that leads to this machine',
      metadata({ token_endpoint: 'http://127.0.0.1:9200/token' }),
      'OAuthRequestFailed',
    ],
    [
      'with keys on this machine',
      metadata({ jwks_uri: 'http://localhost/jwks' }),
      'OAuthRequestFailed',
    ],
    [
      'with a sign-in page on this machine',
      metadata({ authorization_endpoint: 'http://[::1]/authorization' }),
      'OAuthRequestFailed',
    ],
    [
      'with a token endpoint on this machine over https',
      metadata({ token_endpoint: 'https://app.localhost/token' }),
      'OAuthRequestFailed',
    ],
    ['that leads to files', metadata({ jwks_uri: 'file:///etc/passwd' }), 'OAuthRequestFailed'],
  ])('IT15, B18: is refused when it is %s', async (_what, misbehaviour, error) => {
    const { fake, browser } = await open(misbehaviour)
    await expectRefused(browser, await press(browser), error)
    expect(fake.received.map(({ url }) => url.href)).toEqual([fake.address('discovery')])
  })

  it.each<[string, unknown, string]>([
    ['missing', undefined, 'OAuthMetadataInvalid'],
    ['over http', 'http://op.test/userinfo', 'OAuthRequestFailed'],
    ['a script', 'javascript:alert(1)', 'OAuthRequestFailed'],
    ['on this machine', 'http://127.0.0.1/userinfo', 'OAuthRequestFailed'],
  ])('IT15: is refused when user info is needed and is %s', async (_what, endpoint, error) => {
    const misbehaviour = metadata({ userinfo_endpoint: endpoint })
    const { fake, browser } = await open(misbehaviour, {}, { idToken: false })
    await expectRefused(browser, await press(browser), error)
    expect(fake.count('discovery')).toBe(fake.received.length)
  })

  it('IT15: is refused when requests are pushed to this machine', async () => {
    const misbehaviour = metadata({ pushed_authorization_request_endpoint: 'http://127.0.0.1/par' })
    const { fake, browser } = await open(misbehaviour, {}, { pushedRequests: true })
    await expectRefused(browser, await press(browser), 'OAuthRequestFailed')
    expect(fake.count('discovery')).toBe(fake.received.length)
  })

  it('IT15: may name this machine when the issuer is configured to be on it', async () => {
    const issuer = 'http://127.0.0.1:8080'
    const { fake, browser } = await open({}, { issuer, endpoints: { jwks: 'http://localhost/k' } })
    expectSignedIn(browser, await signIn(browser, fake))
  })

  it('IT15: leaves alone an endpoint on this machine that the config names itself', async () => {
    const token = 'http://127.0.0.1:9000/token'
    const { fake, browser } = await open({}, { endpoints: { token } }, { token })
    expectSignedIn(browser, await signIn(browser, fake))
    expect(fake.last('token').url.href).toBe(token)
  })

  it('IT15: is refused when it is of another issuer than its address says', async () => {
    const wellKnown = 'https://op.test/.well-known/openid-configuration'
    const config = { issuer: undefined, wellKnown }
    const { fake, browser } = await open(metadata({ issuer: 'https://evil.test' }), {}, config)
    await expectRefused(browser, await press(browser), 'OAuthMetadataInvalid')
    expect(fake.count('discovery')).toBe(1)
  })

  it('IT15: is refused when it turns bad while a sign-in is under way', async () => {
    const one = await open()
    const honest = one.fake.authorize(await start(one.browser))
    const two = await open(metadata({ issuer: 'https://evil.test' }))
    const browser = two.app.browser()
    for (const { name, value } of one.browser.cookies) browser.plant(name, value)
    const refused = await comeBack(browser, honest)
    expect(refused.headers.get('location')).toContain('error=OAuthMetadataInvalid')
    expect(two.fake.count('token')).toBe(0)
  })
})

describe('IT16: new tokens for old ones', () => {
  interface Held {
    readonly fake: FakeProvider
    readonly app: OAuthApp
    readonly account: TokenSet & { provider: string }
  }

  async function hold(misbehaviour: Misbehaviour = {}): Promise<Held> {
    const { fake, app, browser } = await open()
    expectSignedIn(browser, await signIn(browser, fake))
    const account = app.signedIn[0]?.account
    if (!account) throw new Error('There is no account.')
    fake.misbehaviour = misbehaviour
    return { fake, app, account }
  }

  it('IT16: are given, and keep what the answer does not name', async () => {
    const { app, account, fake } = await hold()
    const fresh = await refreshTokens(app.config, account)
    expect(fresh.access_token).not.toBe(account.access_token)
    expect(fresh.refresh_token).not.toBe(account.refresh_token)
    expect(fresh.expires_at).toBeGreaterThan(Date.now() / 1000 + 3500)
    expect(fake.last('token').form.get('grant_type')).toBe('refresh_token')
    fake.misbehaviour = tokens({ id_token: undefined, refresh_token: undefined })
    const again = await refreshTokens(app.config, { ...fresh, provider: 'op' })
    expect(again.id_token).toBe(fresh.id_token)
    expect(again.refresh_token).toBe(fresh.refresh_token)
  })

  it.each<[string, Misbehaviour]>([
    ['another subject', { claims: (claims) => ({ ...claims, sub: 'subject-2' }) }],
    ['no subject', { claims: (claims) => ({ ...claims, sub: undefined }) }],
    ['another issuer', { claims: (claims) => ({ ...claims, iss: 'https://evil.test' }) }],
    ['another audience', { claims: (claims) => ({ ...claims, aud: 'client-2' }) }],
    ['another nonce', { claims: (claims) => ({ ...claims, nonce: 'another' }) }],
    ['no signature', { idToken: (jwt) => jwt.slice(0, jwt.lastIndexOf('.') + 1) }],
  ])('IT16: are refused with %s', async (_what, misbehaviour) => {
    const { app, account } = await hold(misbehaviour)
    await expect(refreshTokens(app.config, account)).rejects.toMatchObject({
      type: 'OAuthResponseInvalid',
    })
  })

  it('IT16: are refused with the signature of another', async () => {
    const { app, account } = await hold({ signWith: { ...(await fakeKey('other')), kid: 'first' } })
    await expect(refreshTokens(app.config, account)).rejects.toMatchObject({
      type: 'OAuthResponseInvalid',
    })
  })

  it('IT16: are refused when the old ones were of another issuer', async () => {
    const { fake, app, account } = await hold()
    const claims = { ...decodeJwt(account.id_token ?? ''), iss: 'https://before.test' }
    const id_token = await signClaims(claims, fake.key)
    await expect(refreshTokens(app.config, { ...account, id_token })).rejects.toMatchObject({
      type: 'OAuthResponseInvalid',
    })
  })

  it('IT16: are refused when the provider does', async () => {
    const { app, account } = await hold()
    await refreshTokens(app.config, account)
    await expect(refreshTokens(app.config, account)).rejects.toMatchObject({
      type: 'OAuthCallbackError',
      code: 'invalid_grant',
    })
    const { refresh_token: _, ...rest } = account
    await expect(refreshTokens(app.config, rest)).rejects.toMatchObject({
      type: 'OAuthResponseInvalid',
    })
    await expect(
      refreshTokens(app.config, { ...account, provider: 'nobody' }),
    ).rejects.toMatchObject({ type: 'InvalidProvider' })
  })

  it('IT16, B22: fifty at once make one request, and all get the same', async () => {
    const { app, account, fake } = await hold()
    const before = fake.count('token')
    const all = await Promise.all(
      Array.from({ length: 50 }, () => refreshTokens(app.config, account)),
    )
    expect(new Set(all.map(({ access_token }) => access_token)).size).toBe(1)
    expect(fake.count('token') - before).toBe(1)
  })
})

describe('BC1: a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    'BC1, P36: of the token endpoint with %d takes neither code nor secret along',
    async (status) => {
      const redirect = (): Response => Response.redirect('https://evil.test/token', status)
      const { fake, browser } = await open(answering('token', redirect))
      await expectRefused(browser, await signIn(browser, fake), 'OAuthRequestFailed')
      expect(fake.received.map(({ url }) => url.host)).not.toContain('evil.test')
    },
  )

  it('BC1: is never left to the platform to follow', async () => {
    const fake = await makeProvider()
    const modes: unknown[] = []
    const { fetch } = fake
    const spy: typeof fetch = (input, init) => {
      modes.push(init?.redirect)
      return fetch(input, init)
    }
    const browser = makeOAuthApp([oidc(fake, { [customFetch]: spy, idToken: false })]).browser()
    expectSignedIn(browser, await signIn(browser, fake))
    expect(modes).toEqual(['manual', 'manual', 'manual', 'manual'])
  })

  it('BC1: of the key set is not followed', async () => {
    const redirect = (): Response => Response.redirect('https://evil.test/keys', 302)
    const { fake, browser } = await open(answering('jwks', redirect))
    await expectRefused(browser, await signIn(browser, fake), 'OAuthRequestFailed')
    expect(fake.received.map(({ url }) => url.host)).not.toContain('evil.test')
  })
})

describe('BC2: an issuer over http', () => {
  it.each([
    'http://op.test',
    'http://localhost.op.test',
    'http://127.0.0.1.op.test',
    'http://10.0.0.1',
    'http://169.254.169.254',
  ])('BC2: is a mistake in the config: %s', async (issuer) => {
    const fake = await makeProvider({ issuer })
    const app = makeOAuthApp([oidc(fake)])
    expect((await app.browser().fetch('/auth/session')).status).toBe(500)
    expect(app.codes('error')).toEqual(['InvalidEndpoints'])
    expect(fake.received).toEqual([])
  })

  it.each(['http://localhost:9000', 'http://127.0.0.1:9000'])(
    'BC2: is good on this machine: %s',
    async (issuer) => {
      const { fake, browser } = await open({}, { issuer })
      expectSignedIn(browser, await signIn(browser, fake))
    },
  )
})

describe('BC3: an endpoint that hangs', () => {
  const never = (): Promise<Response> => new Promise(() => undefined)

  /** Lets ten seconds pass at once. A longer wait stays as it is and makes the test time out. */
  function shortenTenSeconds(): void {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const spy = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((milliseconds) => timeout(milliseconds === 10_000 ? 500 : milliseconds))
    onTestFinished(() => spy.mockRestore())
  }

  it('BC3: is given up after ten seconds, wherever it is', async () => {
    shortenTenSeconds()
    const stuck = (endpoint: Endpoint): Promise<void> =>
      (async () => {
        const { fake, browser } = await open({ answer: { [endpoint]: never } })
        const response =
          endpoint === 'discovery' ? await press(browser) : await signIn(browser, fake)
        await expectRefused(browser, response, 'OAuthRequestFailed')
      })()
    const slow = async (): Promise<void> => {
      // The headers come at once, and the body never.
      const body = (): Response =>
        new Response(new ReadableStream(), { headers: { 'content-type': 'application/json' } })
      const { fake, browser } = await open(answering('token', body))
      await expectRefused(browser, await signIn(browser, fake), 'OAuthRequestFailed')
    }
    const userinfo = async (): Promise<void> => {
      const { fake, browser } = await open({ answer: { userinfo: never } }, {}, { idToken: false })
      await expectRefused(browser, await signIn(browser, fake), 'OAuthRequestFailed')
    }
    await Promise.all([stuck('discovery'), stuck('jwks'), stuck('token'), userinfo(), slow()])
  })

  it('BC3: is given up by the platform as well', async () => {
    const fake = await makeProvider()
    const signals: unknown[] = []
    const { fetch } = fake
    const spy: typeof fetch = (input, init) => {
      signals.push(init?.signal)
      return fetch(input, init)
    }
    const browser = makeOAuthApp([oidc(fake, { [customFetch]: spy })]).browser()
    expectSignedIn(browser, await signIn(browser, fake))
    expect(signals).toHaveLength(3)
    expect(signals.every((signal) => signal instanceof AbortSignal)).toBe(true)
  })
})

describe('BC4: an answer without end', () => {
  it.each<Endpoint>(['discovery', 'jwks', 'token', 'userinfo'])(
    'BC4: is cut off: %s',
    async (endpoint) => {
      let sent = 0
      let isCancelled = false
      const flood = (): Response => {
        const chunk = new Uint8Array(65_536).fill(32)
        const body = new ReadableStream<Uint8Array>({
          pull: (controller) => {
            sent += chunk.length
            if (sent > 60_000_000) controller.close()
            else controller.enqueue(chunk)
          },
          cancel: () => void (isCancelled = true),
        })
        return new Response(body, { headers: { 'content-type': 'application/json' } })
      }
      const { fake, browser } = await open(answering(endpoint, flood), {}, { idToken: false })
      const response = endpoint === 'discovery' ? await press(browser) : await signIn(browser, fake)
      await expectRefused(browser, response, 'OAuthRequestFailed')
      expect(sent).toBeLessThan(2_000_000)
      expect(isCancelled).toBe(true)
    },
  )
})

describe('BC5: `__proto__` in what a provider says', () => {
  it.each([
    ['the ID token', true],
    ['user info', false],
  ])(
    'BC5: changes no prototype, and gives the user no new property: %s',
    async (_what, idToken) => {
      const poison = JSON.parse(
        '{"__proto__":{"admin":true,"sub":"evil"},"constructor":{"prototype":{"admin":true}}}',
      )
      const merged = (given: Claims): unknown =>
        JSON.parse(`{"__proto__":{"admin":true},${JSON.stringify(given).slice(1)}`)
      const { fake, app, browser } = await open(
        {
          claims: (claims) => ({ ...poison, ...claims }),
          tokens: merged,
          metadata: merged,
          userinfo: merged,
        },
        {},
        { idToken },
      )
      expectSignedIn(browser, await signIn(browser, fake))
      expect(({} as Claims)['admin']).toBeUndefined()
      const [{ user, account, profile } = {} as never] = app.signedIn
      for (const record of [user, account, profile]) {
        expect((record as Claims | undefined)?.['admin']).toBeUndefined()
      }
      expect(user?.id).toBe('op:subject-1')
    },
  )
})

describe('BC6: what is asked', () => {
  it('BC6: is what the config and its metadata name, and nothing that a visitor says', async () => {
    const { fake, browser } = await open({
      response: (params) => {
        params.set('jwks_uri', 'https://evil.test/')
        params.set('issuer', 'https://evil.test/')
      },
      claims: (claims) => ({
        ...claims,
        picture: 'https://evil.test/p.png',
        jku: 'https://evil.test',
      }),
    })
    const query = '?issuer=https://evil.test&jwks_uri=https://evil.test'
    expectSignedIn(browser, await signIn(browser, fake, { query }))
    expect(fake.received.map(({ endpoint }) => endpoint)).toEqual(['discovery', 'token', 'jwks'])
    expect(new Set(fake.received.map(({ url }) => url.host))).toEqual(new Set(['op.test']))
  })
})

describe('BC7: stronger clients', () => {
  it.each(['client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'none'])(
    'BC7: prove themselves by %s',
    async (method) => {
      const client = { token_endpoint_auth_method: method }
      const { fake, browser } = await open({}, { method }, { client })
      expectSignedIn(browser, await signIn(browser, fake))
      const { form, headers } = fake.last('token')
      expect(headers.has('authorization')).toBe(method === 'client_secret_basic')
      expect(form.has('client_secret')).toBe(method === 'client_secret_post')
      expect(form.has('client_assertion')).toBe(method === 'client_secret_jwt')
    },
  )

  it('BC7, P38: prove themselves by private_key_jwt: for the issuer, briefly, once', async () => {
    const { publicKey, privateKey } = await fakeKey('client', 'ES256')
    const token = { clientPrivateKey: { key: privateKey, kid: 'client' } }
    const client = { token_endpoint_auth_method: 'private_key_jwt' }
    const { fake, app } = await open(
      {},
      { method: 'private_key_jwt', publicKey },
      { token, client },
    )
    const seen = new Set<unknown>()
    for (let round = 0; round < 3; round++) {
      const browser = app.browser()
      expectSignedIn(browser, await signIn(browser, fake))
      const assertion = fake.last('token').form.get('client_assertion') ?? ''
      const { aud, exp = 0, iat = 0, jti } = decodeJwt(assertion)
      expect(aud).toBe('https://op.test')
      expect(exp - iat).toBeLessThanOrEqual(60)
      expect(decodeProtectedHeader(assertion).kid).toBe('client')
      seen.add(jti)
    }
    expect(seen.size).toBe(3)
    expect(fake.last('token').form.has('client_secret')).toBe(false)
  })

  it('BC7: push their request, prove themselves there, and use the reference once', async () => {
    const { fake, app, browser } = await open({}, {}, { pushedRequests: true })
    const location = await start(browser)
    const { searchParams } = new URL(location)
    expect([...searchParams.keys()].sort()).toEqual(['client_id', 'request_uri'])
    expect(fake.last('par').headers.get('authorization')).toMatch(/^Basic /)
    expect(fake.last('par').form.get('code_challenge_method')).toBe('S256')
    expectSignedIn(browser, await comeBack(browser, fake.authorize(location)))
    expect(() => fake.authorize(location)).toThrow()
    const other = app.browser()
    expectSignedIn(other, await signIn(other, fake))
    expect(fake.count('par')).toBe(2)
  })

  it('BC7: push their request when the server requires it', async () => {
    const metadata = (given: Claims): Claims => ({
      ...given,
      require_pushed_authorization_requests: true,
    })
    const { fake, browser } = await open({ metadata })
    expectSignedIn(browser, await signIn(browser, fake))
    expect(fake.count('par')).toBe(1)
  })

  it('BC7: are told when the push fails', async () => {
    const refused = (): Response => Response.json({ error: 'invalid_request' }, { status: 400 })
    const { browser } = await open(answering('par', refused), {}, { pushedRequests: true })
    await expectRefused(browser, await press(browser), 'OAuthCallbackError')
  })

  it.each<[string, Claims]>([
    ['no reference', { expires_in: 60 }],
    ['an empty reference', { request_uri: '', expires_in: 60 }],
    ['no lifetime', { request_uri: 'urn:x' }],
    ['a negative lifetime', { request_uri: 'urn:x', expires_in: -1 }],
  ])('BC7: go nowhere when the answer to the push has %s', async (_what, body) => {
    const odd = (): Response => Response.json(body, { status: 201 })
    const { browser } = await open(answering('par', odd), {}, { pushedRequests: true })
    await expectRefused(browser, await press(browser))
  })

  it('BC7: bind tokens to a key of theirs, with the nonce that the server wants', async () => {
    const proofs: string[] = []
    const demanding: Misbehaviour = {
      answer: {
        token: ({ headers }) => {
          const proof = headers.get('dpop') ?? ''
          proofs.push(proof)
          if (decodeJwt(proof)['nonce'] === 'wanted') return undefined
          const asked = { 'dpop-nonce': 'wanted' }
          return Response.json({ error: 'use_dpop_nonce' }, { status: 400, headers: asked })
        },
      },
    }
    const { fake, browser } = await open(demanding, {}, { dpop: true, idToken: false, id: 'dpop' })
    expectSignedIn(browser, await signIn(browser, fake, { id: 'dpop' }))
    expect(proofs).toHaveLength(2)
    const [first, second] = proofs.map((proof) => decodeJwt(proof))
    expect(second?.['htu']).toBe('https://op.test/token')
    expect(first?.jti).not.toBe(second?.jti)
    const userinfo = fake.last('userinfo').headers
    expect(userinfo.get('authorization')).toMatch(/^DPoP /)
    const proof = decodeJwt(userinfo.get('dpop') ?? '')
    const token = userinfo.get('authorization')?.slice(5) ?? ''
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
    expect(proof['ath']).toBe(Buffer.from(hash).toString('base64url'))
  })

  it('BC7: send a code once when the server wants no nonce, but refuses', async () => {
    const refused = (): Response => Response.json({ error: 'invalid_grant' }, { status: 400 })
    const config = { dpop: true, id: 'refused' }
    const { fake, browser } = await open(answering('token', refused), {}, config)
    const response = await signIn(browser, fake, { id: 'refused' })
    await expectRefused(browser, response, 'OAuthCallbackError')
    expect(fake.count('token')).toBe(1)
  })

  it('BC7: two providers of the same id in two applications have two keys', async () => {
    const keys: unknown[] = []
    for (const issuer of ['https://one.test', 'https://two.test']) {
      const { fake, browser } = await open({}, { issuer }, { dpop: true, id: 'same' })
      expectSignedIn(browser, await signIn(browser, fake, { id: 'same' }))
      keys.push(decodeProtectedHeader(fake.last('token').headers.get('dpop') ?? '').jwk?.x)
    }
    expect(new Set(keys).size).toBe(2)
  })

  it('BC7: two providers have two keys', async () => {
    const jwks: unknown[] = []
    for (const id of ['key-one', 'key-two']) {
      const { fake, browser } = await open({}, {}, { dpop: true, id })
      expectSignedIn(browser, await signIn(browser, fake, { id }))
      jwks.push(decodeProtectedHeader(fake.last('token').headers.get('dpop') ?? '').jwk?.x)
    }
    expect(new Set(jwks).size).toBe(2)
  })
})

describe('BC8: the log', () => {
  const misbehaviours: [string, Misbehaviour][] = [
    ['nothing', {}],
    ['the claims', { claims: (claims) => ({ ...claims, nonce: 'another' }) }],
    ['the audience', { claims: (claims) => ({ ...claims, aud: 'client-2' }) }],
    ['the type', tokens({ token_type: 'mac' })],
    ['no type', tokens({ token_type: undefined })],
    ['the lifetime', tokens({ expires_in: {} })],
    ['the ID token', { idToken: (jwt) => `${jwt}x` }],
    ['the status', answering('token', () => html(500))],
    ['the user', { userinfo: (profile) => ({ ...profile, sub: 'another' }) }],
    ['the issuer', { response: (params) => params.set('iss', 'https://evil.test') }],
    ['the code', { response: (params) => params.append('code', 'another') }],
  ]

  it.each(misbehaviours)(
    'BC8: holds no secret when the provider changes %s',
    async (_what, misbehaviour) => {
      const secrets = new Set<string>([clientSecret])
      const { fake, app, browser } = await open({}, {}, { idToken: false })
      const honest = tokensOf(misbehaviour, secrets)
      fake.misbehaviour = honest
      const location = await start(browser)
      const back = fake.authorize(location)
      for (const name of attempts(browser)) secrets.add(browser.cookie(name) ?? '')
      await comeBack(browser, back)
      secrets.add(back.params.get('code') ?? '')
      for (const { form } of fake.received) {
        for (const name of ['code', 'code_verifier', 'client_secret'])
          secrets.add(form.get(name) ?? '')
      }
      secrets.add(browser.cookie(sessionCookie) ?? '')
      secrets.delete('')
      const printed = inspect(app.logs, { depth: 20, showHidden: true, maxStringLength: null })
      for (const secret of secrets) {
        expect(printed).not.toContain(secret)
        expect(printed).not.toContain(encodeURIComponent(secret))
      }
      expect(secrets.size).toBeGreaterThan(2)
    },
  )

  /** Notes what the token endpoint gives, and changes it as before. */
  function tokensOf(misbehaviour: Misbehaviour, into: Set<string>): Misbehaviour {
    return {
      ...misbehaviour,
      tokens: (given) => {
        for (const name of ['access_token', 'refresh_token', 'id_token']) {
          if (typeof given[name] === 'string') into.add(given[name])
        }
        return misbehaviour.tokens ? misbehaviour.tokens(given) : given
      },
    }
  }

  it('BC8: holds no parameter of an address that could not be called', async () => {
    const answer = { userinfo: () => Response.redirect('https://evil.test/', 302) }
    const userinfo = { params: { key: 'the-key-of-the-service' } }
    const { fake, app, browser } = await open({ answer }, {}, { idToken: false, userinfo })
    await expectRefused(browser, await signIn(browser, fake), 'OAuthRequestFailed')
    expect(fake.last('userinfo').url.search).toBe('?key=the-key-of-the-service')
    expect(inspect(app.logs, { depth: 20 })).not.toContain('the-key-of-the-service')
  })

  it('BC8: has the words of the provider, which the page has not', async () => {
    const { fake, app, browser } = await open({
      response: (params) => {
        params.delete('code')
        params.set('error', 'access_denied')
        params.set('error_description', 'The person said <b>no</b>')
      },
    })
    const location = await expectRefused(browser, await signIn(browser, fake), 'OAuthCallbackError')
    expect(location.searchParams.get('code')).toBe('access_denied')
    expect(location.href).not.toContain('said')
    expect(inspect(app.logs, { depth: 20 })).toContain('The person said')
    expect(app.logs.filter(({ code }) => code === 'OAuthCallbackError')).toEqual([
      {
        level: 'warn',
        code: 'OAuthCallbackError',
        message: [expect.stringMatching(/^.*"access_denied"\. The person said <b>no<\/b>$/)],
      },
    ])
    const page = await browser.fetchPage(location.href)
    expect(page.html).toContain('not completed')
    expect(page.html).not.toContain('said')
  })

  it('writes no lines of its own into the log', async () => {
    const fake = await makeProvider()
    const app = makeOAuthApp([oidc(fake)])
    fake.misbehaviour = {
      response: (params) => {
        params.delete('code')
        params.set('error', 'access_denied')
        params.set(
          'error_description',
          `no\r\n[latchkey] \u001b[31mforged\u2028${'x'.repeat(5000)}`,
        )
      },
    }
    await signIn(app.browser(), fake)
    const [line = ''] = app.logs.flatMap(({ message }) => message).map(String)
    expect(line).toContain('forged')
    expect(line).not.toMatch(/[\p{Cc}\u2028]/u)
    expect(line.length).toBeLessThan(700)
  })

  it('BC8: an unknown word of the provider is not repeated on the page', async () => {
    const { fake, browser } = await open({
      response: (params) => params.set('error', '<script>alert(1)</script>'),
    })
    const refused = await signIn(browser, fake)
    const location = await expectRefused(browser, refused, 'OAuthCallbackError')
    expect(location.searchParams.has('code')).toBe(false)
  })
})
