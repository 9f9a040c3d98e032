import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startIdentityProvider } from '../../support/oidc/identity-provider.js'
import { ada, signInAtProvider } from '../../support/oidc/visit.js'

const off = { enabled: false }
const on = { enabled: true }

describe('a pushed request', () => {
  it('is made without a word of configuration when the provider requires it', async () => {
    const provider = await startIdentityProvider(
      {},
      {
        features: {
          devInteractions: off,
          pushedAuthorizationRequests: { ...on, requirePushedAuthorizationRequests: true },
        },
      },
    )
    const { browser, authorizationUrl } = await signInAtProvider(provider)
    expect([...authorizationUrl.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri'])
    expect((await browser.session())?.user).toMatchObject(ada)
  })

  it('is made when the configuration asks for it', async () => {
    const provider = await startIdentityProvider({ require_pushed_authorization_requests: true })
    const { browser, authorizationUrl } = await signInAtProvider(provider, { pushedRequests: true })
    expect([...authorizationUrl.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri'])
    expect((await browser.session())?.user).toMatchObject(ada)
  })
})

describe('tokens that are bound to a key', () => {
  const dpop = (requireNonce: boolean): Record<string, unknown> => ({
    conformIdTokenClaims: true,
    features: {
      devInteractions: off,
      dPoP: { ...on, requireNonce: () => requireNonce, nonceSecret: Buffer.alloc(32, 7) },
    },
  })

  it('are used with a proof, also for user info', async () => {
    const provider = await startIdentityProvider({ dpop_bound_access_tokens: true }, dpop(false))
    const { browser } = await signInAtProvider(provider, { dpop: true, idToken: false })
    expect((await browser.session())?.user).toMatchObject(ada)
    const userinfo = provider.requests.find(({ line }) => line === 'GET /me')
    expect(userinfo?.headers.authorization).toMatch(/^DPoP /)
    expect(userinfo?.headers['dpop']).toBeDefined()
  })

  it('are used with the nonce that the provider demands', async () => {
    const provider = await startIdentityProvider({ dpop_bound_access_tokens: true }, dpop(true))
    const { browser } = await signInAtProvider(provider, { dpop: true, idToken: false })
    expect((await browser.session())?.user).toMatchObject(ada)
    const asked = provider.requests.filter(({ line }) => line === 'POST /token')
    expect(asked).toHaveLength(2)
  })

  it('are used with the nonce in pushed requests as well', async () => {
    const provider = await startIdentityProvider({ dpop_bound_access_tokens: true }, dpop(true))
    const { browser } = await signInAtProvider(provider, {
      dpop: true,
      pushedRequests: true,
      idToken: false,
    })
    expect((await browser.session())?.user).toMatchObject(ada)
  })

  it('are not got without a proof', async () => {
    const provider = await startIdentityProvider({ dpop_bound_access_tokens: true }, dpop(false))
    const { browser, end } = await signInAtProvider(provider)
    expect(end.response.headers.get('location')).toContain('error=OAuthCallbackError')
    expect(await browser.session()).toBeNull()
  })
})

describe('a request', () => {
  it('may ask for the answer as a form, which other cookies stay behind of', async () => {
    const provider = await startIdentityProvider()
    const { browser, end, answer } = await signInAtProvider(provider, {
      authorization: { params: { response_mode: 'form_post' } },
    })
    expect(answer.get('code')).toMatch(/./)
    expect(end.response.headers.get('location')).toBe('https://app.test/wanted')
    expect((await browser.session())?.user).toMatchObject(ada)
  })

  it('may ask for a recent sign-in', async () => {
    const provider = await startIdentityProvider()
    const times: unknown[] = []
    const { browser, authorizationUrl } = await signInAtProvider(provider, {
      authorization: { params: { max_age: 60 } },
      profile: (profile) => {
        times.push(profile['auth_time'])
        return { id: profile.sub ?? undefined, email: profile.email, name: profile.name }
      },
    })
    expect(authorizationUrl.searchParams.get('max_age')).toBe('60')
    expect(times).toEqual([expect.any(Number)])
    expect((await browser.session())?.user).toMatchObject(ada)
  })

  it('may ask for single claims', async () => {
    const provider = await startIdentityProvider(
      {},
      {
        conformIdTokenClaims: true,
        features: { devInteractions: off, claimsParameter: on },
      },
    )
    const { browser } = await signInAtProvider(provider, {
      authorization: {
        params: {
          scope: 'openid',
          claims: { id_token: { email: { essential: true }, name: null } },
        },
      },
    })
    expect((await browser.session())?.user).toMatchObject(ada)
  })

  it.each([
    ['gold', 'https://app.test/wanted'],
    ['tin', /error=OAuthResponseInvalid/],
  ])('that requires gold or silver, answered with %s', async (acr, location) => {
    const provider = await startIdentityProvider(
      {},
      { acrValues: ['gold', 'silver', 'tin'] },
      { accountId: 'ada', acr },
    )
    const { end, authorizationUrl } = await signInAtProvider(provider, {
      requiredAcr: ['gold', 'silver'],
    })
    expect(authorizationUrl.searchParams.get('acr_values')).toBe('gold silver')
    expect(end.response.headers.get('location')).toMatch(location)
  })
})

it('a provider may ask for all that the FAPI 2.0 profile asks for', async () => {
  const provider = await startIdentityProvider(
    { dpop_bound_access_tokens: true },
    {
      features: {
        devInteractions: off,
        dPoP: on,
        fapi: { ...on, profile: '2.0' },
        pushedAuthorizationRequests: { ...on, requirePushedAuthorizationRequests: true },
      },
    },
  )
  const { browser } = await signInAtProvider(provider, { dpop: true })
  expect((await browser.session())?.user).toMatchObject(ada)
})

it('a provider may know a person by another name at every client', async () => {
  const pseudonym = (accountId: string, sector: string): string =>
    createHash('sha256').update(`${sector} ${accountId}`).digest('hex')
  const provider = await startIdentityProvider(
    { subject_type: 'pairwise' },
    {
      subjectTypes: ['public', 'pairwise'],
      pairwiseIdentifier: (_context: unknown, id: string, client: { sectorIdentifier: string }) =>
        pseudonym(id, client.sectorIdentifier),
    },
  )
  const { browser } = await signInAtProvider(provider)
  expect((await browser.session())?.user).toMatchObject({
    ...ada,
    id: `op:${pseudonym('ada', 'app.test')}`,
  })
})
