import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { memoryAdapter, type MemoryAdapter } from '../../../src/adapters/memory.js'
import {
  authorizedFetch,
  createRuntime,
  getAccessToken,
  refreshTokens,
  unlinkAccount,
  withRuntime,
  type AccessToken,
  type AccessTokenOptions,
  type AuthConfig,
} from '../../../src/core.js'
import type { OIDCConfig } from '../../../src/model/oauth.js'
import type { Profile, TokenSet } from '../../../src/model/records.js'
import { signInAs } from '../../../src/testing.js'
import { secret, type App } from '../../support/apps/app.js'
import {
  startIdentityProvider,
  type Asked,
  type IdentityProvider,
} from '../../support/oidc/identity-provider.js'
import { signInAtProvider } from '../../support/oidc/visit.js'

const keys = { provider: 'op', providerAccountId: 'ada' } as const
const params = { scope: 'openid email profile offline_access', prompt: 'consent' }
const isPublic = {
  client: { token_endpoint_auth_method: 'none' as const },
  clientSecret: undefined,
}

interface BoundApp {
  readonly provider: IdentityProvider
  readonly adapter: MemoryAdapter
  readonly app: App
  readonly request: Request
  readonly get: (options?: Partial<AccessTokenOptions>) => Promise<AccessToken>
  /** Calls the provider's API with `authorizedFetch`. */
  readonly call: (path?: string, config?: AuthConfig) => Promise<Response>
  /** The requests with this line. */
  readonly asked: (line: string) => readonly Asked[]
}

/** Signs Ada in at a provider that binds tokens to keys. */
async function openBoundApp(
  {
    requiresNonce = false,
    isPublicClient = true,
    mustBind = true,
    issuesRefreshToken = () => true,
  }: {
    requiresNonce?: boolean
    isPublicClient?: boolean
    mustBind?: boolean
    issuesRefreshToken?: () => boolean
  } = {},
  overrides: Partial<OIDCConfig<Profile>> = {},
  config: Partial<AuthConfig> = {},
): Promise<BoundApp> {
  const on = { enabled: true }
  const provider = await startIdentityProvider(
    {
      grant_types: ['authorization_code', 'refresh_token'],
      dpop_bound_access_tokens: mustBind,
      ...(isPublicClient && { token_endpoint_auth_method: 'none', client_secret: undefined }),
    },
    {
      rotateRefreshToken: true,
      issueRefreshToken: async () => issuesRefreshToken(),
      scopes: ['openid', 'email', 'profile', 'offline_access'],
      features: {
        devInteractions: { enabled: false },
        revocation: on,
        dPoP: { ...on, requireNonce: () => requiresNonce, nonceSecret: Buffer.alloc(32, 7) },
      },
    },
  )
  const adapter = memoryAdapter()
  const client = isPublicClient ? isPublic : {}
  const bound = { dpop: true, authorization: { params }, ...client, ...overrides }
  const { app, browser } = await signInAtProvider(provider, bound, { adapter, ...config })
  const headers = { cookie: browser.cookieHeader(new URL('https://app.test')) }
  const request = new Request('https://app.test/page', { headers })
  return {
    provider,
    adapter,
    app,
    request,
    get: (options) => getAccessToken(request, app.config, { provider: 'op', ...options }),
    call: async (path = '/me', own = app.config) => {
      const origins = [provider.issuer]
      const send = await authorizedFetch(request, own, { provider: 'op', origins })
      return send(provider.issuer + path)
    },
    asked: (wanted) => provider.requests.filter(({ line }) => line === wanted),
  }
}

/** Signs Ada in. `again` signs her in once more, and brings no refresh token. */
async function signInTwice(): Promise<
  Pick<BoundApp, 'get' | 'adapter'> & {
    readonly again: (overrides: Partial<OIDCConfig<Profile>>) => Promise<unknown>
    readonly refused: unknown[]
  }
> {
  let issues = true
  const refused: unknown[] = []
  const events = { tokenRefused: (message: unknown) => void refused.push(message) }
  const options = { mustBind: false, issuesRefreshToken: () => issues }
  const { get, adapter, provider } = await openBoundApp(options, {}, { events })
  const again = async (overrides: Partial<OIDCConfig<Profile>>): Promise<unknown> => {
    issues = false
    return signInAtProvider(
      provider,
      { authorization: { params }, ...isPublic, ...overrides },
      { adapter },
    )
  }
  return { get, adapter, again, refused }
}

/** A refresh is due long before the token expires. */
const soon = { minValidity: 500_000 }

function proofIn({ headers }: Asked | undefined = { line: '', headers: {} }): {
  readonly x: string | undefined
  readonly claims: Record<string, unknown>
} {
  const proof = String(headers['dpop'])
  return { x: decodeProtectedHeader(proof).jwk?.x, claims: decodeJwt(proof) }
}

describe('an access token that is bound to a key', () => {
  it('is used with proofs of one key, from the sign-in to the API', async () => {
    const { get, call, asked } = await openBoundApp()
    const { tokenType, accessToken } = await get()
    expect(tokenType).toBe('dpop')
    const response = await call('/me?about=ada#top')
    expect(await response.json()).toMatchObject({ sub: 'ada' })
    const [exchange] = asked('POST /token')
    const api = asked('GET /me?about=ada').at(-1)
    expect(api?.headers.authorization).toBe(`DPoP ${accessToken}`)
    const { x, claims } = proofIn(api)
    expect(x).toBe(proofIn(exchange).x)
    expect(claims).toMatchObject({ htm: 'GET', ath: expect.any(String) })
    expect(claims['htu']).toMatch(/\/me$/)
    expect(claims['jti']).not.toBe(proofIn(exchange).claims['jti'])
    expect(proofIn(exchange).claims).not.toHaveProperty('ath')
  })

  it('is refused by the provider as a bearer token', async () => {
    const { get, provider } = await openBoundApp()
    const { accessToken } = await get()
    const headers = { authorization: `Bearer ${accessToken}` }
    expect((await fetch(`${provider.issuer}/me`, { headers })).status).toBe(401)
  })

  it('is refreshed with the key of the sign-in, also in another process', async () => {
    const { get, asked, app, request, call } = await openBoundApp()
    const first = await get()
    const second = await get(soon)
    expect(second.accessToken).not.toBe(first.accessToken)
    const other = withRuntime(app.config, createRuntime())
    const third = await getAccessToken(request, other, { provider: 'op', ...soon })
    expect(third.accessToken).not.toBe(second.accessToken)
    expect((await call('/me', other)).status).toBe(200)
    const used = asked('POST /token').map((one) => proofIn(one).x)
    expect(used).toHaveLength(3)
    expect(new Set(used).size).toBe(1)
  })

  it('has another key after another sign-in', async () => {
    const one = await openBoundApp()
    const two = await openBoundApp()
    const [first, second] = [one, two].map(({ asked }) => proofIn(asked('POST /token')[0]).x)
    expect(first).not.toBe(second)
  })

  it('is not accepted with the proof of another key', async () => {
    const { get, adapter, provider } = await openBoundApp()
    const other = await openBoundApp()
    const foreign = await other.adapter.getAccount('ada', 'op')
    await adapter.updateAccount({ ...keys, dpopKey: foreign?.dpopKey })
    const { accessToken, dpop } = await get()
    const url = `${provider.issuer}/me`
    const proof = (await dpop?.createProof({ url })) ?? ''
    const headers = { authorization: `DPoP ${accessToken}`, dpop: proof }
    expect((await fetch(url, { headers })).status).toBe(401)
    await expect(get(soon)).rejects.toMatchObject({ type: 'ReauthRequired', code: 'refused' })
    expect((await adapter.getAccount('ada', 'op'))?.refreshFailed).toBe('invalid_grant')
    expect(provider.requests.at(-1)?.line).toBe('POST /token')
  })

  it('needs a sign-in if its key is lost, and neither it nor the refresh token is sent', async () => {
    const { get, adapter, call, app, provider } = await openBoundApp()
    const before = provider.requests.length
    await adapter.updateAccount({ ...keys, dpopKey: null })
    for (const attempt of [get(), get(soon), call()])
      await expect(attempt).rejects.toMatchObject({ type: 'ReauthRequired', code: 'no-token' })
    expect(provider.requests).toHaveLength(before)
    expect(app.codes('warn')).toContain('dpop-key-missing')
  })

  it('has its type beside the key, also if the app does not store it', async () => {
    const account = ({ access_token, refresh_token, expires_at }: TokenSet): TokenSet => ({
      access_token,
      refresh_token,
      expires_at,
    })
    const { get, adapter } = await openBoundApp({}, { account })
    const typeNow = async (): Promise<unknown> =>
      (await adapter.getAccount('ada', 'op'))?.token_type
    expect(await typeNow()).toBe('dpop')
    await adapter.updateAccount({ ...keys, token_type: '' })
    expect((await get(soon)).tokenType).toBe('dpop')
    expect(await typeNow()).toBe('dpop')
  })

  it.each([
    ['cannot be decrypted', 'latchkey.sealed:junk'],
    ['is clear text', '{"kty":"EC"}'],
  ])(
    'is not sent as a bearer token if its key %s and its type is unknown',
    async (_how, dpopKey) => {
      const { get, adapter, call, provider } = await openBoundApp()
      await adapter.updateAccount({ ...keys, dpopKey, token_type: '' })
      const before = provider.requests.length
      for (const attempt of [get(), get(soon), call()])
        await expect(attempt).rejects.toMatchObject({ type: 'ReauthRequired', code: 'no-token' })
      expect(provider.requests).toHaveLength(before)
      await adapter.updateAccount({ ...keys, token_type: 'bearer' })
      expect((await get()).tokenType).toBe('bearer')
    },
  )

  it('has a key that a refresh encrypts with the first secret [FT12]', async () => {
    const newest = 'the n3west Secret/of+sufficient=length_99'
    const { app, adapter, request } = await openBoundApp()
    const moving = { ...app.config, secret: [newest, secret] }
    const { accessToken } = await getAccessToken(request, moving, { provider: 'op', ...soon })
    const { user, cookie } = await signInAs(
      { ...app.config, secret: newest },
      { email: 'ada@example.test' },
      { origin: 'https://app.test' },
    )
    expect(user.id).toBe((await adapter.getUserByEmail('ada@example.test'))?.id)
    const later = new Request('https://app.test/page', { headers: { cookie } })
    const config = { ...app.config, secret: newest }
    const token = await getAccessToken(later, config, { provider: 'op', accountId: 'ada' })
    expect(token).toMatchObject({ accessToken, tokenType: 'dpop' })
  })

  it('is not used with a key that is stored in clear text', async () => {
    const { get, adapter } = await openBoundApp()
    const jwk = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' }
    await adapter.updateAccount({ ...keys, dpopKey: JSON.stringify(jwk) })
    await expect(get()).rejects.toMatchObject({ code: 'no-token' })
  })

  it.each([true, false])('has an encrypted key with `encryptTokens: %s`', async (encryptTokens) => {
    const { adapter } = await openBoundApp({}, {}, { encryptTokens })
    const row = await adapter.getAccount('ada', 'op')
    expect(row?.dpopKey).toMatch(/^latchkey\.sealed:/)
    expect(row?.access_token?.startsWith('latchkey.sealed:')).toBe(encryptTokens)
  })

  it('keeps its key to itself: functions of the app do not get it', async () => {
    const seen: unknown[] = []
    const see = (message: unknown): void => void seen.push(message)
    const { get, app } = await openBoundApp(
      {},
      {
        token: {
          prepare: (_request, context) => {
            see(context)
            return undefined
          },
        },
      },
      {
        debug: true,
        events: { signIn: see, linkAccount: see, createUser: see },
        callbacks: {
          signIn: (message) => {
            see(message)
            return true
          },
        },
      },
    )
    await get(soon)
    expect(seen.length).toBeGreaterThan(4)
    expect(JSON.stringify(seen)).not.toMatch(/dpopKey|"d":/)
    expect(JSON.stringify(app.logs)).not.toMatch(/"d":|\\"d\\":/)
  })

  it('is revoked when the account is unlinked', async () => {
    const { adapter, app, request, asked, call, get, provider } = await openBoundApp()
    request.headers.set('origin', 'https://app.test')
    const { accessToken, dpop } = await get()
    const user = await adapter.getUserByEmail('ada@example.test')
    const account = { type: 'oauth', provider: 'other', providerAccountId: '1' } as const
    await adapter.linkAccount({ ...account, userId: user?.id ?? '' })
    const config = { ...app.config, providers: [...app.config.providers, otherProvider] }
    const tasks: Promise<unknown>[] = []
    const waitUntil = (task: Promise<unknown>): void => void tasks.push(task)
    expect((await call()).status).toBe(200)
    await unlinkAccount(request, config, keys, { waitUntil })
    await Promise.all(tasks)
    expect(asked('POST /token/revocation')).toHaveLength(1)
    const url = `${provider.issuer}/me`
    const proof = (await dpop?.createProof({ url })) ?? ''
    const headers = { authorization: `DPoP ${accessToken}`, dpop: proof }
    expect((await fetch(url, { headers })).status).toBe(401)
  })

  it('stays as it is if the answer to a refresh has a bearer token', async () => {
    const { get, adapter, provider, app } = await openBoundApp()
    const before = await adapter.getAccount('ada', 'op')
    const answer = { access_token: 'bare', token_type: 'Bearer', refresh_token: 'rotated' }
    provider.intercept = (line) =>
      line === 'POST /token'
        ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) }
        : undefined
    const { accessToken } = await get(soon)
    expect(accessToken).toBe(before?.access_token)
    const after = await adapter.getAccount('ada', 'op')
    expect(after).toMatchObject({ token_type: 'dpop', refresh_token: 'rotated' })
    expect(app.codes('warn')).toContain('token-refresh-failed')
  })

  it('is not refreshed by `refreshTokens`, which does not know the key', async () => {
    const { app, provider } = await openBoundApp()
    const before = provider.requests.length
    const account = { provider: 'op', refresh_token: 'any' }
    await expect(refreshTokens(app.config, account)).rejects.toMatchObject({
      type: 'InvalidProvider',
      message: expect.stringContaining('getAccessToken') as string,
    })
    expect(provider.requests).toHaveLength(before)
  })

  it('is dated by the clock of the runtime', async () => {
    const { app, request } = await openBoundApp()
    const config = withRuntime(app.config, createRuntime({ clock: () => Date.now() + 30_000 }))
    const { dpop } = await getAccessToken(request, config, { provider: 'op' })
    const proof = await dpop?.createProof({ url: 'https://api.test/items' })
    const ahead = (decodeJwt(proof ?? '').iat ?? 0) - Date.now() / 1000
    expect(ahead).toBeGreaterThan(20)
  })
})

const otherProvider = {
  id: 'other',
  name: 'Other',
  type: 'oauth',
  clientId: 'x',
  clientSecret: 'y',
  authorization: 'https://other.test/authorize',
  token: 'https://other.test/token',
  userinfo: 'https://other.test/me',
} as const

describe('a server that demands a nonce', () => {
  it('gets each request once more, with the nonce, and then knows the nonce', async () => {
    const { get, call, asked } = await openBoundApp({ requiresNonce: true })
    expect(asked('POST /token')).toHaveLength(2)
    expect((await call()).status).toBe(200)
    const nonces = asked('GET /me').map((one) => proofIn(one).claims['nonce'])
    // The token endpoint is of the same origin, so its nonce is used for the API at once.
    expect(nonces).toEqual([expect.any(String)])
    await get(soon)
    expect(asked('POST /token')).toHaveLength(3)
  })

  it('gets the nonce from a process that did not know it', async () => {
    const { call, app, asked } = await openBoundApp({ requiresNonce: true })
    const other = withRuntime(app.config, createRuntime())
    expect((await call('/me', other)).status).toBe(200)
    const nonces = asked('GET /me').map((one) => proofIn(one).claims['nonce'])
    expect(nonces).toEqual([undefined, expect.any(String)])
  })

  it('gets both requests of a refresh within its lease, however slow it is', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { app, adapter, request, provider, asked } = await openBoundApp({ requiresNonce: true })
    const { length } = asked('POST /token')
    const { access_token = null, refresh_token = null } =
      (await adapter.getAccount(keys.providerAccountId, keys.provider)) ?? {}
    const expected = { access_token, refresh_token }
    const leases: unknown[] = []
    provider.intercept = async (line) => {
      if (line !== 'POST /token') return undefined
      vi.setSystemTime(Date.now() + 10_000)
      leases.push(
        await adapter.leaseAccount({ ...keys, expected, holder: 'other', milliseconds: 1 }),
      )
      return undefined
    }
    const other = withRuntime(app.config, createRuntime())
    const { accessToken } = await getAccessToken(request, other, { provider: 'op', ...soon })
    expect(asked('POST /token')).toHaveLength(length + 2)
    expect(leases).toEqual([false, false])
    expect(await adapter.getAccount(keys.providerAccountId, keys.provider)).toMatchObject({
      access_token: accessToken,
      refresh_token: expect.not.stringMatching(`^${String(refresh_token)}$`) as string,
    })
  })
})

describe('a proof for a request of the app', () => {
  it('is accepted by the provider, for this request alone', async () => {
    const { get, provider } = await openBoundApp({ isPublicClient: false })
    const { accessToken, dpop } = await get()
    const url = `${provider.issuer}/me`
    const proof = (await dpop?.createProof({ url: `${url}?x=1` })) ?? ''
    const headers = { authorization: `DPoP ${accessToken}`, dpop: proof }
    expect((await fetch(url, { headers })).status).toBe(200)
    expect((await fetch(url, { headers, method: 'POST' })).status).toBe(401)
    expect((await fetch(url, { headers })).status).toBe(401)
  })

  it('has the nonce that the API asked for', async () => {
    const { get, provider } = await openBoundApp({ requiresNonce: true })
    const { accessToken, dpop } = await get()
    const url = `${provider.issuer}/me`
    const ask = async (nonce?: string): Promise<Response> => {
      const proof = (await dpop?.createProof({ url: new URL(url), method: 'POST', nonce })) ?? ''
      const headers = { authorization: `DPoP ${accessToken}`, dpop: proof }
      return fetch(url, { method: 'POST', headers })
    }
    const refused = await ask()
    expect(refused.status).toBe(401)
    expect((await ask(refused.headers.get('dpop-nonce') ?? '')).status).toBe(200)
  })
})

it('a pushed request proves the key that the tokens are bound to', async () => {
  const { asked, get } = await openBoundApp({}, { pushedRequests: true })
  const [pushed] = asked('POST /request')
  expect(proofIn(pushed).x).toBe(proofIn(asked('POST /token')[0]).x)
  expect((await get()).tokenType).toBe('dpop')
})

it('tokens in a cookie keep their key', async () => {
  const cookies: { readonly name: string; readonly value: string }[] = []
  const { app, request, asked } = await openBoundApp(
    {},
    {},
    { adapter: undefined, keepTokens: true },
  )
  const get = (options: Partial<AccessTokenOptions> = {}): Promise<AccessToken> =>
    getAccessToken(request, withRuntime(app.config, createRuntime()), {
      provider: 'op',
      setCookies: (changes) => void cookies.push(...changes),
      ...options,
    })
  expect((await get()).tokenType).toBe('dpop')
  expect((await get(soon)).tokenType).toBe('dpop')
  expect(cookies.length).toBeGreaterThan(0)
  expect(new Set(asked('POST /token').map((one) => proofIn(one).x)).size).toBe(1)
})

describe('a change of the option', () => {
  it('bearer tokens of before stay bearer tokens', async () => {
    const provider = await startIdentityProvider(
      { grant_types: ['authorization_code', 'refresh_token'] },
      {
        scopes: ['openid', 'email', 'profile', 'offline_access'],
        features: { devInteractions: { enabled: false }, dPoP: { enabled: true } },
      },
    )
    const adapter = memoryAdapter()
    const { app, browser } = await signInAtProvider(
      provider,
      { authorization: { params } },
      { adapter },
    )
    const headers = { cookie: browser.cookieHeader(new URL('https://app.test')) }
    const request = new Request('https://app.test/page', { headers })
    const [before] = app.config.providers as [OIDCConfig<Profile>]
    const config = { ...app.config, providers: [{ ...before, dpop: true }] }
    const token = await getAccessToken(request, config, { provider: 'op' })
    expect(token).toMatchObject({ tokenType: 'bearer' })
    expect(token).not.toHaveProperty('dpop')
    const next = await getAccessToken(request, config, { provider: 'op', ...soon })
    expect(next.accessToken).not.toBe(token.accessToken)
    expect(next.tokenType).toBe('bearer')
  })

  it('a sign-in replaces the key together with the tokens, and removes it with the option', async () => {
    const { adapter, provider } = await openBoundApp(
      { isPublicClient: false, mustBind: false },
      { dpop: false },
    )
    const dpopKeys: unknown[] = []
    for (const dpop of [true, true, false]) {
      await signInAtProvider(provider, { dpop, authorization: { params } }, { adapter })
      const row = await adapter.getAccount('ada', 'op')
      expect(row?.token_type).toBe(dpop ? 'dpop' : 'bearer')
      dpopKeys.push(row?.dpopKey ?? null)
    }
    expect(dpopKeys).toEqual([expect.any(String), expect.any(String), null])
    expect(dpopKeys[0]).not.toBe(dpopKeys[1])
  })

  describe('or a later sign-in that brings no refresh token', () => {
    it.each([true, false])(
      'leaves the refresh token with its own key (`dpop: %s`)',
      async (dpop) => {
        const { get, again, adapter, refused } = await signInTwice()
        const before = await adapter.getAccount('ada', 'op')
        await again({ dpop })
        expect(await adapter.getAccount('ada', 'op')).toEqual(before)
        const { accessToken, tokenType } = await get(soon)
        expect(tokenType).toBe('dpop')
        expect(accessToken).not.toBe(before?.access_token)
        expect(refused).toEqual([])
      },
    )

    it('replaces tokens with fewer scopes and their key, and forgets the refresh token', async () => {
      const { get, again, adapter } = await signInTwice()
      const before = await adapter.getAccount('ada', 'op')
      await adapter.updateAccount({ ...keys, scope: 'openid offline_access' })
      await again({ dpop: true })
      const row = await adapter.getAccount('ada', 'op')
      expect(row?.access_token).not.toBe(before?.access_token)
      expect(row?.dpopKey).not.toBe(before?.dpopKey)
      expect(row?.refresh_token ?? null).toBeNull()
      expect(await get({ scopes: ['email'] })).toMatchObject({ tokenType: 'dpop' })
    })

    it('replaces tokens whose key is lost, and forgets the refresh token', async () => {
      const { get, again, adapter, refused } = await signInTwice()
      const before = await adapter.getAccount('ada', 'op')
      await adapter.updateAccount({ ...keys, dpopKey: null })
      await again({ dpop: true })
      const row = await adapter.getAccount('ada', 'op')
      expect(row).toMatchObject({ refresh_token: null, refreshFailed: null })
      expect(row?.access_token).not.toBe(before?.access_token)
      expect((await get(soon)).tokenType).toBe('dpop')
      expect(refused).toEqual([])
    })
  })

  it('a refresh does not put its refresh token beside the key of a sign-in', async () => {
    const { get, adapter, provider } = await openBoundApp()
    const other = await openBoundApp()
    const foreign = await other.adapter.getAccount('ada', 'op')
    const { access_token, dpopKey } = foreign ?? expect.fail('There is no account.')
    const answer = { access_token: 'late', token_type: 'DPoP', refresh_token: 'of the old key' }
    provider.intercept = (line) => {
      if (line !== 'POST /token') return undefined
      void adapter.updateAccount({ ...keys, access_token, dpopKey })
      return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) }
    }
    await get(soon)
    const row = await adapter.getAccount('ada', 'op')
    expect(row).toMatchObject({ access_token, dpopKey, refresh_token: null })
    expect(row?.refreshFailed ?? null).toBeNull()
  })

  it('bound tokens stay bound when the option is removed', async () => {
    const { app, call, asked } = await openBoundApp()
    const [before] = app.config.providers as [OIDCConfig<Profile>]
    const config = { ...app.config, providers: [{ ...before, dpop: false }] }
    expect((await call('/me', config)).status).toBe(200)
    expect(asked('GET /me').at(-1)?.headers.authorization).toMatch(/^DPoP /)
  })
})
