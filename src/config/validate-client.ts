import type { TypedAuthError } from '../errors/auth-error.js'
import { InvalidProviderConfig } from '../errors/config-errors.js'
import type { OAuthConfig } from '../model/oauth.js'
import type { TokenEndpointHandler } from '../model/oauth-endpoints.js'
import type { AnyProfile } from '../model/provider.js'
import { assertionAlgorithms } from '../oauth/assertion-algorithms.js'
import { decryptionAlgorithms } from '../oauth/decryption-algorithms.js'
import { formatValue } from './format-value.js'

/** Reports invalid keys and algorithms at startup rather than at the first sign-in. */
export function clientMistake(provider: OAuthConfig<AnyProfile>): TypedAuthError | undefined {
  const mistake =
    assertionMistake(provider) ?? encryptionMistake(provider) ?? decryptionKeyMistake(provider)
  return mistake === undefined ? undefined : new InvalidProviderConfig(mistake)
}

const audiences: readonly unknown[] = [undefined, 'issuer', 'token_endpoint']

function assertionMistake({ id, token, client }: OAuthConfig<AnyProfile>): string | undefined {
  const { assertionAudience: audience, clientPrivateKey: key }: TokenEndpointHandler =
    typeof token === 'object' ? token : {}
  if (!audiences.includes(audience)) {
    return `Expected \`token.assertionAudience\` of the provider "${id}" to be "issuer" or "token_endpoint", got ${formatValue(audience)}.`
  }
  const alg = client?.token_endpoint_auth_signing_alg
  if (alg === undefined) return undefined
  // Without its key, the provider is disabled, and the key decides which algorithms fit.
  if (key === undefined && client?.token_endpoint_auth_method === 'private_key_jwt')
    return undefined
  const signer = keyOf(key)
  const able = isPrivate(signer) ? assertionAlgorithms(signer) : ['HS256']
  return able.includes(alg)
    ? undefined
    : `Expected \`client.token_endpoint_auth_signing_alg\` of the provider "${id}" to be ${able.join(' or ')}, which its key can sign with, got ${formatValue(alg)}.`
}

/** Without this check, every encrypted response would fail one by one. */
const undecryptable = [
  ['userinfo_encrypted_response_alg', 'user info'],
  ['authorization_encrypted_response_alg', 'authorization responses'],
] as const

function encryptionMistake(provider: OAuthConfig<AnyProfile>): string | undefined {
  const { id, client = {} } = provider
  for (const [option, what] of undecryptable) {
    if (client[option] !== undefined) {
      return `The provider "${id}" sets \`client.${option}\`, but encrypted ${what} are not supported. Turn encryption of ${what} off at the service, and remove the option.`
    }
  }
  const alg = client.id_token_encrypted_response_alg
  if (alg === undefined) return undefined
  if (!decryptionAlgorithms.includes(alg)) {
    return `Expected \`client.id_token_encrypted_response_alg\` of the provider "${id}" to be one of ${decryptionAlgorithms.join(', ')}, got ${formatValue(alg)}.`
  }
  return provider.type === 'oidc' && provider.decryptionKey !== undefined
    ? undefined
    : `Expected the provider "${id}" to have a \`decryptionKey\`, because \`client.id_token_encrypted_response_alg\` is set. Set it to the private key that decrypts its ID tokens.`
}

function decryptionKeyMistake(provider: OAuthConfig<AnyProfile>): string | undefined {
  if (provider.type !== 'oidc' || provider.decryptionKey === undefined) return undefined
  // The message does not show the value, because it may be the key as text.
  return isPrivate(keyOf(provider.decryptionKey))
    ? undefined
    : `Expected \`decryptionKey\` of the provider "${provider.id}" to be a private CryptoKey, alone or as \`{ key, kid }\`. Import the key with \`crypto.subtle.importKey\` first.`
}

function keyOf(key: unknown): unknown {
  return typeof key === 'object' && key !== null && 'key' in key ? key.key : key
}

function isPrivate(key: unknown): key is CryptoKey {
  const isKey = typeof key === 'object' && key !== null && 'type' in key && 'algorithm' in key
  return isKey && key.type === 'private'
}
