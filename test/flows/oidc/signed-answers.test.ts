import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  SignJWT,
  type JWTPayload,
} from 'jose'
import { describe, expect, it } from 'vitest'
import { refreshTokens } from '../../../src/core.js'
import type { TokenSet } from '../../../src/model/records.js'
import { expectDiagnosis } from '../diagnosis/lines.js'
import {
  client,
  signAsProvider,
  startIdentityProvider,
  type Answer,
  type Metadata,
} from '../../support/oidc/identity-provider.js'
import { ada, signInAtProvider } from '../../support/oidc/visit.js'

const on = { enabled: true }

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
    const { browser } = await signInAtProvider(provider, {
      client: { ...known },
      profile: ({ sub, email, name }, { id_token: jwt }) => {
        seen.push(decodeProtectedHeader(jwt ?? '').alg ?? '')
        return { id: sub ?? undefined, email, name }
      },
    })
    expect((await browser.session())?.user).toMatchObject(ada)
    expect(seen).toEqual([alg])
  })

  it.each([
    ['Ed25519', 'EdDSA'],
    ['EdDSA', 'Ed25519'],
  ])('is accepted when %s signs it and only %s is announced', async (alg, announced) => {
    const enabledJWA = { idTokenSigningAlgValues: [alg] }
    const provider = await startIdentityProvider(
      { id_token_signed_response_alg: alg },
      { enabledJWA },
    )
    const discovery = '/.well-known/openid-configuration'
    const metadata = await (await fetch(provider.issuer + discovery)).json()
    metadata.id_token_signing_alg_values_supported = [announced]
    const answer = {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(metadata),
    }
    provider.intercept = (line) => (line === `GET ${discovery}` ? answer : undefined)
    const { browser } = await signInAtProvider(provider)
    expect((await browser.session())?.user).toMatchObject(ada)
  })

  it('is refused when the client secret signs it and the config does not allow that', async () => {
    const provider = await startIdentityProvider(
      { id_token_signed_response_alg: 'HS256' },
      { enabledJWA: { idTokenSigningAlgValues: ['RS256', 'HS256'] } },
    )
    const { browser, end } = await signInAtProvider(provider)
    expect(end.response.headers.get('location')).toContain('error=OAuthResponseInvalid')
    expect(await browser.session()).toBeNull()
  })

  it('is refused when another algorithm signs it than the client is registered for', async () => {
    const provider = await startIdentityProvider({ id_token_signed_response_alg: 'RS256' })
    const { browser, end } = await signInAtProvider(provider, {
      client: { id_token_signed_response_alg: 'ES256' },
    })
    expect(end.response.headers.get('location')).toContain('error=OAuthResponseInvalid')
    expect(await browser.session()).toBeNull()
  })
})

describe('user info', () => {
  it('fills in what a strict provider leaves out of the ID token', async () => {
    const provider = await startIdentityProvider({}, { conformIdTokenClaims: true })
    const { browser } = await signInAtProvider(provider, { idToken: false })
    expect((await browser.session())?.user).toMatchObject(ada)
    expect(provider.requests.map(({ line }) => line)).toContain('GET /me')
  })

  it.each(['RS256', 'ES256', 'PS256', 'EdDSA'])('is accepted when %s signs it', async (alg) => {
    const metadata = { userinfo_signed_response_alg: alg }
    const provider = await startIdentityProvider(metadata, withFeatures({ jwtUserinfo: on }))
    const { browser } = await signInAtProvider(provider, { idToken: false, client: metadata })
    expect((await browser.session())?.user).toMatchObject(ada)
  })
})

it('user info that the provider signs without our asking is verified as well', async () => {
  const metadata = { userinfo_signed_response_alg: 'RS256' }
  const provider = await startIdentityProvider(metadata, withFeatures({ jwtUserinfo: on }))
  const { browser } = await signInAtProvider(provider, { idToken: false })
  expect((await browser.session())?.user).toMatchObject(ada)
})

describe('signed user info without `iss` and `aud`', () => {
  const idToken = false
  const asJwt = async (claims: JWTPayload): Promise<Answer> => {
    const headers = { 'content-type': 'application/jwt' }
    return { headers, body: await signAsProvider(claims, 'RS256') }
  }

  it.each<[string, JWTPayload]>([
    ['neither is there', {}],
    ['only the audience is there', { aud: client.client_id }],
  ])('is accepted when the subject is the same: %s', async (_, claims) => {
    const provider = await startIdentityProvider({}, { conformIdTokenClaims: true })
    const profile = { sub: 'ada', name: ada.name, email: ada.email, ...claims }
    provider.intercept = (line) => (line === 'GET /me' ? asJwt(profile) : undefined)
    const { browser } = await signInAtProvider(provider, { idToken })
    expect((await browser.session())?.user).toMatchObject(ada)
  })

  it.each<[string, JWTPayload]>([
    ['another person', { sub: 'eve' }],
    ['another audience', { sub: 'ada', aud: 'another-app' }],
    ['another issuer', { sub: 'ada', iss: 'https://elsewhere.test' }],
    ['nobody', {}],
  ])('is refused when it speaks of %s', async (_, claims) => {
    const provider = await startIdentityProvider()
    provider.intercept = (line) => (line === 'GET /me' ? asJwt(claims) : undefined)
    const { browser, end } = await signInAtProvider(provider, { idToken })
    expect(end.response.headers.get('location')).toContain('error=OAuthResponseInvalid')
    expect(await browser.session()).toBeNull()
  })

  it('is refused when another key signed it', async () => {
    const provider = await startIdentityProvider()
    const { privateKey } = await generateKeyPair('RS256')
    const forged = new SignJWT({ sub: 'ada' })
      .setProtectedHeader({ alg: 'RS256', kid: 'key-RS256' })
      .sign(privateKey)
    const headers = { 'content-type': 'application/jwt' }
    provider.intercept = async (line) =>
      line === 'GET /me' ? { headers, body: await forged } : undefined
    const { browser } = await signInAtProvider(provider, { idToken })
    expect(await browser.session()).toBeNull()
  })
})

describe('an encrypted ID token', () => {
  const encryption = withFeatures({ encryption: on })

  it.each([
    ['RSA-OAEP-256', 'A256GCM'],
    ['RSA-OAEP', 'A128CBC-HS256'],
    ['ECDH-ES', 'A256GCM'],
  ])('is decrypted with the private key of the app: %s, %s', async (alg, enc) => {
    const { privateKey, metadata } = await registerKey(alg, enc)
    const provider = await startIdentityProvider(metadata, encryption)
    const seen: (string | undefined)[] = []
    const { browser } = await signInAtProvider(provider, {
      decryptionKey: privateKey,
      client: { id_token_encrypted_response_alg: alg, id_token_encrypted_response_enc: enc },
      profile: ({ sub, email, name }, { id_token: jwt }) => {
        seen.push(decodeProtectedHeader(jwt ?? '').alg)
        return { id: sub ?? undefined, email, name }
      },
    })
    expect((await browser.session())?.user).toMatchObject(ada)
    // What is kept is the signed one, which a provider takes as a hint at sign-out.
    expect(seen).toEqual(['RS256'])
  })

  it('is decrypted without a word about its algorithm', async () => {
    const { privateKey, metadata } = await registerKey('RSA-OAEP-256', 'A256GCM')
    const provider = await startIdentityProvider(metadata, encryption)
    const { browser } = await signInAtProvider(provider, {
      decryptionKey: { key: privateKey, kid: 'enc' },
    })
    expect((await browser.session())?.user).toMatchObject(ada)
  })

  it('is decrypted again when the tokens are refreshed', async () => {
    const { privateKey, metadata } = await registerKey('RSA-OAEP-256', 'A256GCM')
    const grants = { grant_types: ['authorization_code', 'refresh_token'] }
    const scopes = ['openid', 'email', 'profile', 'offline_access']
    const provider = await startIdentityProvider(
      { ...metadata, ...grants },
      { ...encryption, scopes },
    )
    const seen: TokenSet[] = []
    const { app } = await signInAtProvider(provider, {
      decryptionKey: privateKey,
      authorization: { params: { scope: scopes.join(' '), prompt: 'consent' } },
      profile: ({ sub }, tokens) => {
        seen.push(tokens)
        return { id: sub ?? undefined }
      },
    })
    // The old ID token is left out, so that the answer's own one is what comes back.
    const { id_token: old, ...tokens } = seen[0] ?? {}
    expect(decodeProtectedHeader(old ?? '').alg).toBe('RS256')
    const { id_token: jwt = '' } = await refreshTokens(app.config, { ...tokens, provider: 'op' })
    expect(decodeProtectedHeader(jwt).alg).toBe('RS256')
    expect(decodeJwt(jwt).sub).toBe('ada')
  })

  it('is refused when it is encrypted for another key', async () => {
    const { metadata } = await registerKey('RSA-OAEP-256', 'A256GCM')
    const { privateKey } = await registerKey('RSA-OAEP-256', 'A256GCM')
    const provider = await startIdentityProvider(metadata, encryption)
    const { app, browser } = await signInAtProvider(provider, { decryptionKey: privateKey })
    expect(await browser.session()).toBeNull()
    expectDiagnosis(app, {
      code: 'OAuthResponseInvalid',
      what: /^ID token: `decryptionKey` of the provider "op" cannot decrypt it/,
      cure: /Check that the service has the public half of this key/,
    })
  })

  it('is refused when it is encrypted in another way than the client is registered for', async () => {
    const { privateKey, metadata } = await registerKey('RSA-OAEP-256', 'A256GCM')
    const provider = await startIdentityProvider(metadata, encryption)
    const { browser } = await signInAtProvider(provider, {
      decryptionKey: privateKey,
      client: { id_token_encrypted_response_enc: 'A128GCM' },
    })
    expect(await browser.session()).toBeNull()
  })

  it('may not be left out by a provider that must encrypt', async () => {
    const { privateKey } = await registerKey('RSA-OAEP-256', 'A256GCM')
    const { app, browser } = await signInAtProvider(await startIdentityProvider(), {
      decryptionKey: privateKey,
    })
    expect(await browser.session()).toBeNull()
    expectDiagnosis(app, {
      code: 'OAuthResponseInvalid',
      what: /^ID token: it is not encrypted, but the provider "op" has a `decryptionKey`/,
      cure: /Turn encryption on there, or remove the key/,
    })
  })
})

async function registerKey(
  alg: string,
  enc: string,
): Promise<{ privateKey: CryptoKey; metadata: Metadata }> {
  const { privateKey, publicKey } = await generateKeyPair(alg)
  const jwk = { ...(await exportJWK(publicKey)), kid: 'enc', alg, use: 'enc' }
  const metadata = {
    id_token_encrypted_response_alg: alg,
    id_token_encrypted_response_enc: enc,
    jwks: { keys: [jwk] },
  }
  return { privateKey, metadata }
}

describe('a signed authorization response', () => {
  it('is asked for and opened', async () => {
    const provider = await startIdentityProvider({}, withFeatures({ jwtResponseModes: on }))
    const { browser, answer } = await signInAtProvider(provider, { signedResponses: true })
    expect([...answer.keys()]).toEqual(['response'])
    expect((await browser.session())?.user).toMatchObject(ada)
  })

  it('may come as a form', async () => {
    const provider = await startIdentityProvider({}, withFeatures({ jwtResponseModes: on }))
    const { browser, answer, authorizationUrl } = await signInAtProvider(provider, {
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
    const { browser, end } = await signInAtProvider(provider, { signedResponses: true })
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
    const { browser } = await signInAtProvider(provider, {
      signedResponses: true,
      client: metadata,
    })
    expect(client.client_secret.length).toBeGreaterThanOrEqual(32)
    expect((await browser.session())?.user).toMatchObject(ada)
  })
})

function withFeatures(features: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { features: { devInteractions: { enabled: false }, ...features } }
}
