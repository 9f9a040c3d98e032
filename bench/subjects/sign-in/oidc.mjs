import * as authJsCore from '@auth/core'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { customFetch } from 'latchkey/core'
import { raise } from '../subject.mjs'
import { emailOf } from '../visitor.mjs'
import { signInsOf } from './configs.mjs'
import { walkThroughService } from './service.mjs'

const issuer = 'https://id.test'
const clientId = 'client'

/**
 * A whole sign-in at an OpenID provider, start and callback. The provider is a function that answers
 * at once with a token that was signed before, so that what remains is the work of the library.
 */
export async function oidc() {
  const fetch = await stubProvider()
  // Without a nonce, which the token signed before cannot have.
  const checks = ['state', 'pkce']
  const provider = { id: 'op', name: 'OP', type: 'oidc', issuer, clientId, clientSecret: 'secret' }
  return signInsOf(
    'oidc',
    'OpenID Connect',
    {
      ours: { providers: [{ ...provider, checks, [customFetch]: fetch }] },
      theirs: { providers: [{ ...provider, checks, [authJsCore.customFetch]: fetch }] },
    },
    (handle) => walkThroughService(handle, 'op'),
  )
}

async function stubProvider() {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const idToken = await new SignJWT({ email: emailOf(0), name: 'Visitor' })
    .setProtectedHeader({ alg: 'RS256', kid: 'key' })
    .setIssuer(issuer)
    .setAudience(clientId)
    .setSubject('42')
    .setIssuedAt()
    .setExpirationTime('2h')
    .sign(privateKey)
  /** @type {Readonly<Record<string, unknown>>} */
  const answers = {
    '/.well-known/openid-configuration': {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    },
    '/keys': { keys: [{ ...(await exportJWK(publicKey)), kid: 'key', alg: 'RS256', use: 'sig' }] },
    '/token': { access_token: 'abc', token_type: 'bearer', expires_in: 3600, id_token: idToken },
  }
  /** @param {RequestInfo | URL} input */
  return async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    return Response.json(answers[pathname] ?? raise(`Nothing at ${pathname}.`))
  }
}
