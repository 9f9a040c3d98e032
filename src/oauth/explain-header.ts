import { decodeProtectedHeader, errors, type ProtectedHeaderParameters } from 'jose'
import type { RelyingParty } from './relying-party.js'

/** The signature algorithms that a token may use. */
export interface ExpectedSignature {
  readonly algorithms: readonly string[]
  /** The option that names the algorithm. */
  readonly option: string
}

/**
 * Returns what is wrong with a token's header and how to fix it, or undefined if the header is not
 * the cause.
 */
export function explainHeader(
  jwt: string,
  cause: unknown,
  { algorithms, option }: ExpectedSignature,
  { id, decryptionKey }: RelyingParty,
  keySetUrl: string,
): string | undefined {
  const header = readHeader(jwt)
  if (!header) return undefined
  const alg = quote(header.alg)
  if ('enc' in header) {
    const cure = decryptionKey
      ? 'Register the client for signed responses at the service.'
      : 'Set `decryptionKey`, or turn off encryption at the service.'
    return `it is encrypted (${alg}), but the provider "${id}" is not configured to decrypt it. ${cure}`
  }
  if (cause instanceof errors.JOSEAlgNotAllowed) {
    return /^HS\d{3}$/.test(header.alg ?? '')
      ? `it is signed with the client secret (${alg}), but the provider "${id}" is not configured to accept that. Set \`${option}\` to ${alg}, or choose RS256 at the service.`
      : `it is signed with ${alg}, but from the provider "${id}" only ${algorithms.join(', ')} is accepted. If that is intended, set \`${option}\` to ${alg}.`
  }
  if (cause instanceof errors.JWKSNoMatchingKey) {
    return `the key set at ${keySetUrl} has no key ${quote(header['kid'])} for ${alg}. Check \`issuer\` and \`jwks_endpoint\` of the provider "${id}".`
  }
  if (cause instanceof errors.JWKSMultipleMatchingKeys) {
    const which =
      header['kid'] === undefined
        ? 'the token has no `kid` that says which one'
        : `more than one is named ${quote(header['kid'])}`
    // OpenID Connect Core 1.0, section 10.1: with several keys, the `kid` is required.
    return `the key set at ${keySetUrl} has several keys for ${alg}, and ${which}. Ask the operator of the provider "${id}" for tokens with a unique \`kid\`, or set \`jwks_endpoint\` to a key set with one key.`
  }
  return undefined
}

function readHeader(jwt: string): ProtectedHeaderParameters | undefined {
  try {
    return decodeProtectedHeader(jwt)
  } catch {
    return undefined
  }
}

/** An attacker may have written the header, so only a short word of plain characters is quoted. */
function quote(word: unknown): string {
  return typeof word === 'string' && /^[\w.:/+=-]{1,80}$/.test(word)
    ? `"${word}"`
    : 'without a name'
}
