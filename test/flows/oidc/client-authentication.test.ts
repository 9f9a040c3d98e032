import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import {
  client,
  startIdentityProvider,
  type IdentityProvider,
} from '../../support/oidc/identity-provider.js'
import { ada, signInAtProvider } from '../../support/oidc/visit.js'

describe('a client proves itself', () => {
  it('with its secret in the header', async () => {
    const provider = await startIdentityProvider()
    const { browser, end } = await signInAtProvider(provider)
    expect(end.response.headers.get('location')).toBe('https://app.test/wanted')
    expect((await browser.session())?.user).toMatchObject(ada)
    expect(tokenHeader(provider)).toMatch(/^Basic /)
  })

  it('with an id and a secret that must be encoded for the header', async () => {
    const clientId = 'the app:/?&=+%20'
    const clientSecret = 'p%C3%A4ss:w +&=/?~!*\'() "\\ and more, to be long'
    const provider = await startIdentityProvider({
      client_id: clientId,
      client_secret: clientSecret,
    })
    const { browser } = await signInAtProvider(provider, { clientId, clientSecret })
    expect((await browser.session())?.user).toMatchObject(ada)
  })

  it('with its secret in the body', async () => {
    const metadata = { token_endpoint_auth_method: 'client_secret_post' }
    const provider = await startIdentityProvider(metadata)
    const { browser } = await signInAtProvider(provider, { client: metadata })
    expect((await browser.session())?.user).toMatchObject(ada)
    expect(tokenHeader(provider)).toBeUndefined()
  })

  it('with a JWT that its secret signs', async () => {
    const metadata = { token_endpoint_auth_method: 'client_secret_jwt' }
    const provider = await startIdentityProvider(metadata)
    const { browser } = await signInAtProvider(provider, { client: metadata })
    expect((await browser.session())?.user).toMatchObject(ada)
  })

  it.each(['ES256', 'PS256', 'RS256', 'Ed25519'])(
    'with a JWT that its %s key signs',
    async (alg) => {
      const { privateKey, publicKey } = await generateKeyPair(alg)
      const provider = await startIdentityProvider({
        client_secret: undefined,
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_signing_alg: alg,
        jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: 'ours', alg, use: 'sig' }] },
      })
      const { browser } = await signInAtProvider(provider, {
        clientSecret: undefined,
        token: { clientPrivateKey: { key: privateKey, kid: 'ours' } },
      })
      expect((await browser.session())?.user).toMatchObject(ada)
    },
  )

  it.each([
    ['Ed25519', 'EdDSA'],
    ['Ed25519', 'Ed25519'],
  ])('with a JWT that its %s key signs under the name %s', async (type, alg) => {
    const { privateKey, publicKey } = await generateKeyPair(type)
    const jwk = { ...(await exportJWK(publicKey)), kid: 'ours', use: 'sig' }
    const provider = await startIdentityProvider(
      {
        client_secret: undefined,
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_signing_alg: alg,
        jwks: { keys: [jwk] },
      },
      { enabledJWA: { clientAuthSigningAlgValues: [alg] } },
    )
    const { browser } = await signInAtProvider(provider, {
      clientSecret: undefined,
      client: { token_endpoint_auth_signing_alg: alg },
      token: { clientPrivateKey: { key: privateKey, kid: 'ours' } },
    })
    expect((await browser.session())?.user).toMatchObject(ada)
  })

  it.each(['issuer', 'token_endpoint'] as const)(
    'with a JWT whose audience is the %s, also for a pushed request',
    async (assertionAudience) => {
      const { privateKey, publicKey } = await generateKeyPair('ES256')
      const jwk = { ...(await exportJWK(publicKey)), kid: 'ours', alg: 'ES256', use: 'sig' }
      const seen: unknown[] = []
      const provider = await startIdentityProvider(
        {
          client_secret: undefined,
          token_endpoint_auth_method: 'private_key_jwt',
          jwks: { keys: [jwk] },
        },
        {
          assertJwtClientAuthClaimsAndHeader: (_context: unknown, { aud }: { aud: unknown }) => {
            seen.push(aud)
          },
        },
      )
      const { browser } = await signInAtProvider(provider, {
        clientSecret: undefined,
        pushedRequests: true,
        token: { clientPrivateKey: { key: privateKey, kid: 'ours' }, assertionAudience },
      })
      expect((await browser.session())?.user).toMatchObject(ada)
      const audience = assertionAudience === 'issuer' ? provider.issuer : `${provider.issuer}/token`
      expect(seen).toEqual([audience, audience])
    },
  )

  it('with nothing but PKCE, when it is a public one', async () => {
    const metadata = { token_endpoint_auth_method: 'none' }
    const provider = await startIdentityProvider({ ...metadata, client_secret: undefined })
    const { browser, authorizationUrl } = await signInAtProvider(provider, {
      clientSecret: undefined,
      client: metadata,
    })
    expect((await browser.session())?.user).toMatchObject(ada)
    expect(authorizationUrl.searchParams.get('code_challenge_method')).toBe('S256')
  })
})

it('a wrong secret ends on the sign-in page', async () => {
  const provider = await startIdentityProvider()
  const { browser, end, app } = await signInAtProvider(provider, { clientSecret: 'not the secret' })
  expect(end.response.headers.get('location')).toContain('https://app.test/auth/signin?error=OAuth')
  expect(await browser.session()).toBeNull()
  expect(JSON.stringify(app.logs)).not.toContain(client.client_secret)
})

function tokenHeader({ requests }: IdentityProvider): string | undefined {
  return requests.find(({ line }) => line === 'POST /token')?.headers.authorization
}
