import {
  ClientSecretJwt,
  ClientSecretPost,
  modifyAssertion,
  None,
  PrivateKeyJwt,
  type ClientAuth,
  type ModifyAssertionOptions,
} from 'oauth4webapi'
import type { RelyingParty } from './relying-party.js'
import { hasName, type Server } from './server.js'

/**
 * Returns how the client authenticates at the token endpoint. @see OpenID Connect Core, section 9
 */
export function authenticateClient(party: RelyingParty, server: Server): ClientAuth {
  const secret = party.clientSecret ?? ''
  switch (authenticationMethod(party)) {
    case 'client_secret_post':
      return ClientSecretPost(secret)
    case 'client_secret_jwt':
      return ClientSecretJwt(secret, assertedFor(party, server))
    case 'private_key_jwt':
      return PrivateKeyJwt(requireKey(party), assertedFor(party, server))
    case 'none':
      return None()
    default:
      return basic(secret)
  }
}

/**
 * RFC 7523 §3: an assertion names its audience. If the server has no issuer, that is its token
 * endpoint.
 */
function assertedFor({ token, client }: RelyingParty, server: Server): ModifyAssertionOptions {
  const isForEndpoint = token.assertionAudience === 'token_endpoint' || !hasName(server)
  const alg = client.token_endpoint_auth_signing_alg
  return {
    [modifyAssertion]: (header, payload) => {
      if (isForEndpoint) payload['aud'] = server.token_endpoint
      if (alg !== undefined) header['alg'] = alg
    },
  }
}

/**
 * RFC 6749 §2.3.1: both parts are form-encoded. This is the form encoding of browsers, which does
 * not escape `-`, `_` and `.`, because not every server decodes them.
 */
function basic(secret: string): ClientAuth {
  return (_server, { client_id: id }, _body, headers) => {
    headers.set('authorization', `Basic ${btoa(`${formEncode(id)}:${formEncode(secret)}`)}`)
  }
}

function formEncode(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
}

/** Returns the configured method, or the one that fits the configured key or secret. */
export function authenticationMethod(party: RelyingParty): string {
  const method = party.client.token_endpoint_auth_method
  if (method !== undefined) return method
  if (party.token.clientPrivateKey) return 'private_key_jwt'
  return party.clientSecret === undefined ? 'none' : 'client_secret_basic'
}

function requireKey({ id, token }: RelyingParty): NonNullable<typeof token.clientPrivateKey> {
  if (token.clientPrivateKey) return token.clientPrivateKey
  throw new TypeError(`The provider "${id}" has no \`token.clientPrivateKey\`.`)
}
