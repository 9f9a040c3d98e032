import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyOptions,
} from 'jose'
import { OAuthRequestFailed, OAuthResponseInvalid } from '../errors/oauth-errors.js'
import { explainHeader, type ExpectedSignature } from './explain-header.js'
import { explainRefusal } from './explain-refusal.js'
import { keySetAt } from './key-set.js'
import { quoteFailure } from './quote-failure.js'
import type { RelyingParty } from './relying-party.js'
import type { Server } from './server.js'
import { requireServerUrl } from './server-address.js'
import { skew } from './wire.js'

/** The purpose of a JWT, and the algorithms that may have signed it. */
export interface JwtExpectations extends ExpectedSignature {
  readonly what: string
  /** Required claims, besides `iss` and `aud`. */
  readonly requiredClaims: readonly string[]
  /** Whether `iss` and `aud` may be missing. If present, they must be right. */
  readonly mayOmitParties?: boolean
}

/** Returns the claims of a JWT that the server signed for this client. */
export async function verifyJwt(
  jwt: string,
  expected: JwtExpectations,
  party: RelyingParty,
  server: Server,
): Promise<JWTPayload> {
  try {
    const claims = await verify(jwt, expected, party, server)
    requireIssuer(claims, expected, party, server)
    return claims
  } catch (cause) {
    if (cause instanceof OAuthRequestFailed || cause instanceof OAuthResponseInvalid) throw cause
    const why =
      explainStaleKeys(cause, party, server) ??
      explainHeader(jwt, cause, expected, party, server.jwks_uri ?? '') ??
      `the token cannot be accepted${explainRefusal(cause, party)}.`
    throw new OAuthResponseInvalid(`${expected.what}: ${why}`, { cause })
  }
}

/** The key may be in the new key set, so the message is about why that cannot be loaded. */
function explainStaleKeys(
  cause: unknown,
  party: RelyingParty,
  { jwks_uri: url = '' }: Server,
): string | undefined {
  const failure = isAboutKeys(cause) ? keySetAt(party, url).failure() : undefined
  if (failure === undefined) return undefined
  return `none of the known keys fits, and new keys cannot be loaded.${quoteFailure(failure)}`
}

/**
 * Returns the accepted algorithms: the registered one, or the asymmetric ones in the server's
 * metadata.
 */
export function acceptedAlgorithms(
  registered: string | undefined,
  announced: unknown,
): readonly string[] {
  if (registered !== undefined) return withBothNames([registered])
  const names: readonly unknown[] = Array.isArray(announced) ? announced : []
  const asymmetric = names.filter((name) => typeof name === 'string' && asymmetricName.test(name))
  return asymmetric.length > 0 ? withBothNames(asymmetric as string[]) : ['RS256']
}

/** RFC 9864 §2.2: `Ed25519` is the new name of `EdDSA` with an Ed25519 key. */
function withBothNames(algorithms: readonly string[]): readonly string[] {
  const names = ['EdDSA', 'Ed25519']
  const isEdwards = algorithms.some((algorithm) => names.includes(algorithm))
  return isEdwards ? [...new Set([...algorithms, ...names])] : algorithms
}

/** Returns the accepted algorithms of ID tokens and logout tokens. */
export function identityAlgorithms(party: RelyingParty, server: Server): readonly string[] {
  return acceptedAlgorithms(
    party.client.id_token_signed_response_alg,
    server['id_token_signing_alg_values_supported'],
  )
}

const asymmetricName = /^(?:RS|PS|ES)\d{3}$|^EdDSA$|^Ed25519$/

async function verify(
  jwt: string,
  { algorithms, requiredClaims, mayOmitParties }: JwtExpectations,
  party: RelyingParty,
  server: Server,
): Promise<JWTPayload> {
  const options: JWTVerifyOptions = {
    algorithms: [...algorithms],
    clockTolerance: skew,
    requiredClaims: mayOmitParties ? [...requiredClaims] : ['iss', ...requiredClaims],
    ...(!(mayOmitParties && isForAnyone(jwt)) && { audience: party.clientId }),
  }
  if (decodeProtectedHeader(jwt).alg?.startsWith('HS')) {
    const secret = new TextEncoder().encode(party.clientSecret ?? '')
    return (await jwtVerify(jwt, secret, options)).payload
  }
  return verifyWithKeySet(jwt, options, party, server.jwks_uri ?? '')
}

function isForAnyone(jwt: string): boolean {
  return decodeJwt(jwt).aud === undefined
}

/** Loads the keys again if no cached key fits, because the server may have replaced one. */
async function verifyWithKeySet(
  jwt: string,
  options: JWTVerifyOptions,
  party: RelyingParty,
  url: string,
): Promise<JWTPayload> {
  requireServerUrl(party, url)
  const keySet = keySetAt(party, url)
  const keys = await keySet.current()
  try {
    return (await jwtVerify(jwt, keys, options)).payload
  } catch (thrown) {
    const newer = isAboutKeys(thrown) ? await keySet.newerThan(keys) : undefined
    if (!newer) throw thrown
    return (await jwtVerify(jwt, newer, options)).payload
  }
}

/** Whether the key id is unknown, or now belongs to another key. */
function isAboutKeys(thrown: unknown): boolean {
  return (
    thrown instanceof errors.JWKSNoMatchingKey ||
    thrown instanceof errors.JWSSignatureVerificationFailed
  )
}

/** Runs after the signature check, because the expected issuer may depend on signed claims. */
function requireIssuer(
  claims: JWTPayload,
  { what, mayOmitParties }: JwtExpectations,
  party: RelyingParty,
  { issuer }: Server,
): void {
  if (mayOmitParties && claims.iss === undefined) return
  const expected = expectedIssuer(claims, party, issuer)
  if (claims.iss === expected) return
  throw new OAuthResponseInvalid(
    `${what}: its issuer is "${claims.iss}", not "${expected}". Check \`issuer\` of the provider "${party.id}".`,
  )
}

function expectedIssuer(claims: JWTPayload, party: RelyingParty, announced: string): string {
  return party.expectedIssuer ? party.expectedIssuer({ ...claims }, announced) : announced
}

/**
 * Whether a server may have issued an ID token that the app stored earlier. Undefined if the token
 * cannot be read. The signature is not checked, because the token comes from the app's own database.
 */
export function mayHaveIssued(
  idToken: string,
  party: RelyingParty,
  { issuer }: Pick<Server, 'issuer'>,
): boolean | undefined {
  try {
    const claims = decodeJwt(idToken)
    return claims.iss === undefined
      ? undefined
      : claims.iss === expectedIssuer(claims, party, issuer)
  } catch {
    // An encrypted token, or a value that is not a token.
    return undefined
  }
}
