import { decodeProtectedHeader, type JWTPayload } from 'jose'
import { OAuthResponseInvalid } from '../errors/oauth-errors.js'
import { requireSubject } from './id-token.js'
import type { RelyingParty } from './relying-party.js'
import type { Server } from './server.js'
import { identityAlgorithms, verifyJwt } from './verify-jwt.js'
import { skew } from './wire.js'

/**
 * What a logout token ends: one of the provider's sessions (`sid`), or all sessions of a user
 * (`sub`).
 */
export interface LogoutNotice {
  readonly sid: string | undefined
  readonly sub: string | undefined
  /** Id of the token, which can be used only once. */
  readonly jti: string
  /** Seconds since the epoch. Sessions that began later do not end. */
  readonly issuedAt: number
  /** Seconds since the epoch, after which the token is not valid. */
  readonly expires: number
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** Lifetime in seconds of a token without `exp`, which drafts of the standard did not require. */
const lifetime = 120

/**
 * Maximum lifetime in seconds, because the engine has to remember the token's id until it expires.
 */
const longestLifetime = 60 * 60

/**
 * Returns the claims of a valid logout token. @see OpenID Connect Back-Channel Logout 1.0, section
 * 2.6
 */
export async function verifyLogoutToken(
  party: RelyingParty,
  server: Server,
  jwt: string,
): Promise<LogoutNotice> {
  const claims = await verifyJwt(
    jwt,
    {
      what: 'Logout token',
      requiredClaims: ['iat', 'jti', 'events'],
      algorithms: identityAlgorithms(party, server),
      option: 'client.id_token_signed_response_alg',
    },
    party,
    server,
  )
  requireType(jwt)
  requireEvent(claims)
  // Only ID tokens have a nonce, and an ID token must not be accepted as a logout token.
  if (claims['nonce'] !== undefined) throw refusal('it has a nonce, as an ID token does')
  const { iat: issuedAt = 0, exp = issuedAt + lifetime } = claims
  const expires = Math.min(exp, issuedAt + longestLifetime)
  const now = Date.now() / 1000
  if (expires + skew <= now) throw refusal('it is too old')
  // Such a token would end sessions that have not begun yet.
  if (issuedAt > now + skew) throw refusal('it is dated in the future')
  return { ...requireScope(claims), jti: requireName(claims), issuedAt, expires }
}

/** RFC 8725 §3.11: if a token names its type, the type must be right. */
function requireType(jwt: string): void {
  const { typ = 'jwt' } = decodeProtectedHeader(jwt)
  if (/^(?:application\/)?(?:logout\+)?jwt$/i.test(typ)) return
  throw refusal('its type is not a logout token')
}

function requireEvent({ events }: JWTPayload): void {
  const event: unknown =
    typeof events === 'object' && events !== null ? Reflect.get(events, logoutEvent) : undefined
  if (typeof event === 'object' && event !== null && !Array.isArray(event)) return
  throw refusal('it is for another event')
}

function requireScope(claims: JWTPayload): Pick<LogoutNotice, 'sid' | 'sub'> {
  const sid = claims['sid']
  const isSession = typeof sid === 'string' && sid !== ''
  if (sid !== undefined && !isSession) throw refusal('its `sid` is empty or not a string')
  if (isSession && claims.sub === undefined) return { sid, sub: undefined }
  return { sid, sub: requireSubject(claims) }
}

function requireName({ jti }: JWTPayload): string {
  if (typeof jti === 'string' && jti !== '') return jti
  throw refusal('its `jti` is empty or not a string')
}

function refusal(why: string): OAuthResponseInvalid {
  return new OAuthResponseInvalid(`Logout token: ${why}.`)
}
