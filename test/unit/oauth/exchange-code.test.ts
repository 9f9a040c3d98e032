import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hiddenInLogs } from '../../../src/errors/hidden-values.js'
import { OAuthResponseInvalid } from '../../../src/errors/oauth-errors.js'
import type { OAuthHandlerProvider } from '../../../src/model/oauth-endpoints.js'
import { createAttempt, type Attempt } from '../../../src/oauth/attempt.js'
import type { TokenSet } from '../../../src/model/records.js'
import { exchangeCode, withExpiry, type Exchanged } from '../../../src/oauth/exchange-code.js'
import type { RelyingParty } from '../../../src/oauth/relying-party.js'
import { validateAuthResponse } from 'oauth4webapi'
import { fakeKey, signClaims, toJwk, type Claims } from '../../support/oauth/fake-keys.js'
import { partyOf } from './relying-party.js'

const now = 1_900_000_000
const redirectUri = 'https://app.test/auth/callback/op'
const server = {
  issuer: 'https://op.test',
  token_endpoint: 'https://op.test/token',
  jwks_uri: 'https://op.test/jwks',
  id_token_signing_alg_values_supported: ['ES256'],
}
const view = { id: 'op' } as unknown as OAuthHandlerProvider
const { token } = partyOf()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 + 900 }))
afterEach(() => void vi.useRealTimers())

function attemptOf(changes: Partial<Attempt> = {}): Attempt {
  const facts = {
    issuer: '',
    startedAt: now,
    redirectUri,
    callbackUrl: undefined,
    linkTo: undefined,
  }
  return { ...createAttempt(partyOf(), facts), state: 'a state', ...changes }
}

async function idToken(changes: Claims = {}): Promise<string> {
  const claims = { iss: server.issuer, aud: 'client-1', sub: '42', iat: now, exp: now + 60 }
  return signClaims({ ...claims, ...changes }, await fakeKey('first', 'ES256'))
}

interface Exchange extends Exchanged {
  /** What the token endpoint got. */
  readonly form: Record<string, string>
}

async function exchange(
  answer: object,
  changes: Partial<RelyingParty> = {},
  attempt: Partial<Attempt> = {},
): Promise<Exchange> {
  let form: Record<string, string> = {}
  const fetch: RelyingParty['fetch'] = async (input, init) => {
    const request = new Request(input, init)
    if (request.url === server.jwks_uri) {
      return Response.json({ keys: [await toJwk(await fakeKey('first', 'ES256'))] })
    }
    form = Object.fromEntries(new URLSearchParams(await request.text()))
    return Response.json(answer)
  }
  const party = partyOf({ fetch, client: { token_endpoint_auth_method: 'none' }, ...changes })
  const given = new URLSearchParams({ code: 'a code', state: 'a state' })
  const params = validateAuthResponse(server, { client_id: 'client-1' }, given, 'a state')
  return { ...(await exchangeCode(party, server, attemptOf(attempt), params, view)), form }
}

const plain = { access_token: 'x', token_type: 'bearer' }

describe('the exchange of a code', () => {
  it('sends the code, with the verifier where there is one', async () => {
    const form = {
      client_id: 'client-1',
      code: 'a code',
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
    }
    expect((await exchange(plain, { type: 'oauth' })).form).toEqual(form)
    expect((await exchange(plain, { type: 'oauth' }, { codeVerifier: 'v' })).form).toEqual({
      ...form,
      code_verifier: 'v',
    })
  })

  it('sends the parameters of the endpoint along', async () => {
    const params = { resource: 'https://api.test' }
    const { form } = await exchange(plain, { type: 'oauth', token: { ...token, params } })
    expect(form).toMatchObject(params)
  })

  it('passes the callback parameters to `prepare`', async () => {
    const seen: unknown[] = []
    const prepare = (_request: unknown, context: { readonly params: unknown }): undefined =>
      void seen.push(context.params)
    await exchange(plain, { type: 'oauth', token: { ...token, prepare } })
    expect(seen).toEqual([{ code: 'a code', state: 'a state' }])
  })

  it('gives tokens, and for plain OAuth no claims', async () => {
    const { tokens, claims } = await exchange(
      { ...plain, expires_in: 100, id_token: 'unread' },
      { type: 'oauth' },
    )
    expect(tokens).toMatchObject({ access_token: 'x', expires_at: now + 100, id_token: 'unread' })
    expect(claims).toBeUndefined()
    expect((await exchange(plain, { type: 'oauth' })).tokens).not.toHaveProperty('id_token')
  })

  it('gives the claims of the ID token for OpenID Connect', async () => {
    const jwt = await idToken()
    const { tokens, claims } = await exchange({ ...plain, id_token: jwt })
    expect(tokens.id_token).toBe(jwt)
    expect(claims).toMatchObject({ sub: '42' })
  })

  it('needs an ID token for OpenID Connect, for this attempt', async () => {
    await expect(exchange(plain)).rejects.toThrow('Expected an ID token')
    const other = { ...plain, id_token: await idToken({ nonce: 'another' }) }
    await expect(exchange(other, {}, { nonce: 'mine' })).rejects.toThrow(OAuthResponseInvalid)
  })

  it('needs a token that is bound to our key where that was asked for', async () => {
    const party = { type: 'oauth', dpop: true } as const
    await expect(exchange(plain, party)).rejects.toThrow('bound to our key')
    const request = async () => ({ tokens: { access_token: 'mine' } })
    await expect(exchange({}, { ...party, token: { ...token, request } })).rejects.toThrow(
      'bound to our key',
    )
    const bound = { ...plain, token_type: 'DPoP' }
    expect((await exchange(bound, party)).tokens.access_token).toBe('x')
  })

  it('is left to a handler of the application, whose ID token is still checked', async () => {
    const jwt = await idToken()
    const seen: unknown[] = []
    const request = async ({ fetch: _, ...given }: object & { fetch: unknown }) => {
      seen.push(given)
      return { tokens: { access_token: 'mine', id_token: jwt, expires_in: 100 } }
    }
    const handled = { token: { ...token, request } }
    const checks = { nonce: undefined, codeVerifier: 'v' }
    const { tokens, claims, form } = await exchange({}, handled, checks)
    expect([tokens.access_token, tokens.expires_at, claims?.sub]).toEqual(['mine', now + 100, '42'])
    expect(form).toEqual({})
    expect(seen).toEqual([
      {
        params: { code: 'a code', state: 'a state' },
        checks: { state: 'a state', nonce: undefined, code_verifier: 'v' },
        provider: view,
      },
    ])
    await expect(exchange({}, handled, { nonce: 'mine' })).rejects.toThrow(OAuthResponseInvalid)
  })

  it('that fails says what was asked, and conceals what was sent', async () => {
    const failed = exchange({ error: 'invalid_grant' }, {}, { codeVerifier: 'v' })
    const error = (await failed.catch((thrown: unknown) => thrown)) as Error
    expect(error).toMatchObject({ message: 'Token request: the server says "invalid_grant".' })
    expect(hiddenInLogs(error)).toEqual(['a code', 'v', 'a secret'])
  })

  it('fails when the handler gives no tokens', async () => {
    for (const answer of [undefined, {}]) {
      const request = async () => answer as never
      await expect(exchange({}, { token: { ...token, request } })).rejects.toThrow(
        'Expected `token.request` to return tokens.',
      )
    }
  })
})

describe('when tokens expire', () => {
  it.each([
    [{}, undefined],
    [{ expires_in: 60 }, now + 60],
    [{ expires_in: '60' as never }, now + 60],
    [{ expires_in: 'soon' as never }, undefined],
    [{ expires_in: null as never }, undefined],
    [{ expires_in: 0 }, now],
    [{ expires_in: -1 }, undefined],
    [{ expires_in: 1e99 }, undefined],
    [{ expires_in: 60, expires_at: 1 }, now + 60],
    [{ expires_at: 4_000_000_000 }, 4_000_000_000],
    [{ expires_at: 4_000_000_000_000 }, undefined],
    [{ expires_at: -1 }, undefined],
    [{ expires_at: NaN }, undefined],
    [{ expires_at: 'tomorrow' as never }, undefined],
  ])('%j: at %j', (tokens, expected) => {
    const { expires_at: _named, ...others } = tokens as TokenSet
    expect(withExpiry(tokens)).toEqual({ ...others, expires_at: expected })
  })
})
