import { decodeProtectedHeader, type JWTPayload } from 'jose'
import { encodeBase64url } from '#primitives'
import { OAuthResponseInvalid } from '../errors/oauth-errors.js'
import type { Profile, TokenSet } from '../model/records.js'
import type { Attempt } from './attempt.js'
import type { RelyingParty } from './relying-party.js'
import type { Server } from './server.js'
import { identityAlgorithms, verifyJwt } from './verify-jwt.js'
import { skew } from './wire.js'

/** The values that an ID token must match. */
export interface IdTokenExpectations extends Pick<Attempt, 'nonce' | 'maxAge'> {
  /** Whether it comes from a refresh, so that it describes an earlier sign-in. */
  readonly isRefreshed?: boolean
}

/** Returns the claims of a valid ID token. @see OpenID Connect Core, section 3.1.3.7 */
export async function verifyIdToken(
  party: RelyingParty,
  server: Server,
  expected: IdTokenExpectations,
  tokens: TokenSet,
): Promise<Profile & { sub: string }> {
  const jwt = tokens.id_token ?? ''
  const claims = await verifyJwt(
    jwt,
    {
      what: 'ID token',
      requiredClaims: ['exp', 'iat', 'sub'],
      algorithms: identityAlgorithms(party, server),
      option: 'client.id_token_signed_response_alg',
    },
    party,
    server,
  )
  requireAuthorizedParty(claims, party)
  requireNonce(claims, expected)
  if (!expected.isRefreshed) {
    requireRecentAuthentication(claims, expected, party)
    requireAcr(claims, party)
  }
  await requireAccessTokenHash(claims, jwt, tokens)
  return { ...claims, sub: requireSubject(claims) }
}

/** OpenID Connect Core §2: an identifier of at most 255 ASCII characters. */
export function requireSubject({ sub }: { readonly sub?: unknown }): string {
  if (typeof sub === 'string' && sub !== '' && sub.length <= 255) return sub
  throw new OAuthResponseInvalid('Expected `sub` to be a string of 1 to 255 characters.')
}

function requireAuthorizedParty({ aud, azp }: JWTPayload, { clientId }: RelyingParty): void {
  const isForSeveral = Array.isArray(aud) && aud.length > 1
  if (azp === clientId || (azp === undefined && !isForSeveral)) return
  throw new OAuthResponseInvalid('ID token: it was issued to another client.')
}

function requireNonce(claims: JWTPayload, { nonce }: IdTokenExpectations): void {
  if (claims['nonce'] === nonce) return
  throw new OAuthResponseInvalid('ID token: it answers another request (nonce).')
}

function requireRecentAuthentication(
  { auth_time: authTime }: JWTPayload,
  expected: IdTokenExpectations,
  { client }: RelyingParty,
): void {
  // The shorter limit applies, so the request cannot weaken the client's registered limit.
  const limits = [expected.maxAge, client.default_max_age].filter((limit) => limit !== undefined)
  if (limits.length === 0 && !client.require_auth_time) return
  const age = typeof authTime === 'number' ? Date.now() / 1000 - authTime : Infinity
  if (age <= Math.min(Number.MAX_VALUE, ...limits) + skew && age >= -skew) return
  throw new StaleAuthentication(
    'ID token: the user signed in too long ago, or in the future (auth_time).',
  )
}

/** The ID token does not say that the user has signed in as recently as it must be. */
export class StaleAuthentication extends OAuthResponseInvalid {}

function requireAcr({ acr }: JWTPayload, { requiredAcr }: RelyingParty): void {
  if (requiredAcr.length === 0) return
  if (typeof acr === 'string' && requiredAcr.includes(acr)) return
  throw new OAuthResponseInvalid('ID token: the user did not sign in with a required method (acr).')
}

/** OpenID Connect Core §3.1.3.6: the left half of the hash that belongs to the algorithm. */
async function requireAccessTokenHash(
  { at_hash: expected }: JWTPayload,
  jwt: string,
  { access_token: accessToken }: TokenSet,
): Promise<void> {
  if (expected === undefined || accessToken === undefined) return
  const [, bits = '512'] = /^[A-Z]S(\d{3})$/.exec(decodeProtectedHeader(jwt).alg ?? '') ?? []
  const algorithm = `SHA-${bits}`
  const hash = await crypto.subtle.digest(algorithm, new TextEncoder().encode(accessToken))
  const half = encodeBase64url(new Uint8Array(hash, 0, hash.byteLength / 2))
  if (expected === half) return
  throw new OAuthResponseInvalid('ID token: it belongs to another access token (at_hash).')
}
