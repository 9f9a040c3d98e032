import { decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { client, startIdentityProvider } from './identity-provider.js'
import { ada, visit } from './visit.js'

describe('an ID token', () => {
  it.each([
    ['RS256', {}],
    ['ES256', {}],
    ['PS256', {}],
    ['EdDSA', {}],
    ['Ed25519', {}],
    ['HS256', { id_token_signed_response_alg: 'HS256' }],
  ])('is accepted when %s signs it', async (alg, known) => {
    const provider = await startIdentityProvider(
      { id_token_signed_response_alg: alg },
      {
        enabledJWA: {
          idTokenSigningAlgValues: ['RS256', 'ES256', 'PS256', 'EdDSA', 'Ed25519', 'HS256'],
        },
      },
    )
    const seen: string[] = []
    const { browser } = await visit(provider, {
      client: { ...known },
      profile: ({ sub, email, name }, { id_token: jwt }) => {
        seen.push(decodeProtectedHeader(jwt ?? '').alg ?? '')
        return { id: sub ?? undefined, email, name }
      },
    })
    expect((await browser.session())?.user).toMatchObject(ada)
    expect(seen).toEqual([alg])
  })

  it('is refused when the client secret signs it and nobody asked for that', async () => {
    const provider = await startIdentityProvider(
      { id_token_signed_response_alg: 'HS256' },
      { enabledJWA: { idTokenSigningAlgValues: ['RS256', 'HS256'] } },
    )
    const { browser, end } = await visit(provider)
    expect(end.response.headers.get('location')).toContain('error=OAuthResponseInvalid')
    expect(await browser.session()).toBeNull()
  })

  it('is refused when another algorithm signs it than the client is registered for', async () => {
    const provider = await startIdentityProvider({ id_token_signed_response_alg: 'RS256' })
    const { browser, end } = await visit(provider, {
      client: { id_token_signed_response_alg: 'ES256' },
    })
    expect(end.response.headers.get('location')).toContain('error=OAuthResponseInvalid')
    expect(await browser.session()).toBeNull()
  })
})

describe('user info', () => {
  it('fills in what a strict provider leaves out of the ID token', async () => {
    const provider = await startIdentityProvider({}, { conformIdTokenClaims: true })
    const { browser } = await visit(provider, { idToken: false })
    expect((await browser.session())?.user).toMatchObject(ada)
    expect(provider.requests.map(({ line }) => line)).toContain('GET /me')
  })

  it.each(['RS256', 'ES256', 'PS256', 'EdDSA'])('is accepted when %s signs it', async (alg) => {
    const metadata = { userinfo_signed_response_alg: alg }
    const provider = await startIdentityProvider(metadata, withFeatures({ jwtUserinfo: on }))
    const { browser } = await visit(provider, { idToken: false, client: metadata })
    expect((await browser.session())?.user).toMatchObject(ada)
  })
})

it('user info that the provider signs without our asking is verified as well', async () => {
  const metadata = { userinfo_signed_response_alg: 'RS256' }
  const provider = await startIdentityProvider(metadata, withFeatures({ jwtUserinfo: on }))
  const { browser } = await visit(provider, { idToken: false })
  expect((await browser.session())?.user).toMatchObject(ada)
})

describe('a signed authorization response', () => {
  it('is asked for and opened', async () => {
    const provider = await startIdentityProvider({}, withFeatures({ jwtResponseModes: on }))
    const { browser, answer } = await visit(provider, { signedResponses: true })
    expect([...answer.keys()]).toEqual(['response'])
    expect((await browser.session())?.user).toMatchObject(ada)
  })

  it('may come as a form', async () => {
    const provider = await startIdentityProvider({}, withFeatures({ jwtResponseModes: on }))
    const { browser, answer, authorizationUrl } = await visit(provider, {
      signedResponses: true,
      authorization: { params: { response_mode: 'form_post.jwt' } },
    })
    expect(authorizationUrl.searchParams.get('response_mode')).toBe('form_post.jwt')
    expect([...answer.keys()]).toEqual(['response'])
    expect((await browser.session())?.user).toMatchObject(ada)
  })

  it('says that the person cancelled', async () => {
    const provider = await startIdentityProvider({}, withFeatures({ jwtResponseModes: on }), {
      accountId: 'ada',
      cancelsAt: 'consent',
    })
    const { browser, end } = await visit(provider, { signedResponses: true })
    expect(end.response.headers.get('location')).toContain(
      'error=OAuthCallbackError&code=access_denied',
    )
    expect(await browser.session()).toBeNull()
  })

  it('may be signed with the client secret when the client is registered so', async () => {
    const metadata = { authorization_signed_response_alg: 'HS256' }
    const provider = await startIdentityProvider(metadata, {
      ...withFeatures({ jwtResponseModes: on }),
      enabledJWA: { authorizationSigningAlgValues: ['RS256', 'HS256'] },
    })
    const { browser } = await visit(provider, { signedResponses: true, client: metadata })
    expect(client.client_secret.length).toBeGreaterThanOrEqual(32)
    expect((await browser.session())?.user).toMatchObject(ada)
  })
})

const on = { enabled: true }

function withFeatures(features: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { features: { devInteractions: { enabled: false }, ...features } }
}
