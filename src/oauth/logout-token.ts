import { decodeProtectedHeader, type JWTPayload } from 'jose'
import { OAuthResponseInvalid } from '../errors/oauth-errors.js'
import { requireSubject } from './id-token.js'
import type { RelyingParty } from './relying-party.js'
import type { Server } from './server.js'
import { identityAlgorithms, verifyJwt } from './verify-jwt.js'
import { skew } from './wire.js'

/** What a provider says is over: one session there (`sid`), or all that a person (`sub`) has. */
export interface LogoutNotice {
  readonly sid: string | undefined
  readonly sub: string | undefined
  /** Names the token, which counts once. */
  readonly jti: string
  /** Seconds since the epoch: what began later is not meant. */
  readonly issuedAt: number
  /** Seconds since the epoch, by when the token counts no more. */
  readonly expires: number
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** Seconds that a token counts which does not say how long; drafts of the standard had no `exp`. */
const lifetime = 120

/** Seconds after which no token counts, whatever it says: until then its name must be remembered. */
const longestLifetime = 60 * 60

/** The claims of a logout token. @see OpenID Connect Back-Channel Logout 1.0, section 2.6 */
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
  // An ID token has one, and must not pass for a logout.
  if (claims['nonce'] !== undefined) throw refusal('it has a nonce, as ID tokens have')
  const { iat: issuedAt = 0, exp = issuedAt + lifetime } = claims
  const expires = Math.min(exp, issuedAt + longestLifetime)
  const now = Date.now() / 1000
  if (expires + skew <= now) throw refusal('it is too old')
  // It would end sessions that have not begun.
  if (issuedAt > now + skew) throw refusal('it is dated in the future')
  return { ...requireScope(claims), jti: requireName(claims), issuedAt, expires }
}

/** RFC 8725 §3.11: a token that says what it is must say the right thing. */
function requireType(jwt: string): void {
  const { typ = 'jwt' } = decodeProtectedHeader(jwt)
  if (/^(?:application\/)?(?:logout\+)?jwt$/i.test(typ)) return
  throw refusal('its type is that of another token')
}

function requireEvent({ events }: JWTPayload): void {
  const event: unknown =
    typeof events === 'object' && events !== null ? Reflect.get(events, logoutEvent) : undefined
  if (typeof event === 'object' && event !== null && !Array.isArray(event)) return
  throw refusal('it tells of another event')
}

function requireScope(claims: JWTPayload): Pick<LogoutNotice, 'sid' | 'sub'> {
  const sid = claims['sid']
  const isSession = typeof sid === 'string' && sid !== ''
  if (sid !== undefined && !isSession) throw refusal('its `sid` is no text')
  if (isSession && claims.sub === undefined) return { sid, sub: undefined }
  return { sid, sub: requireSubject(claims) }
}

function requireName({ jti }: JWTPayload): string {
  if (typeof jti === 'string' && jti !== '') return jti
  throw refusal('its `jti` is no text')
}

function refusal(why: string): OAuthResponseInvalid {
  return new OAuthResponseInvalid(`Logout token: ${why}.`)
}
