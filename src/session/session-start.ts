import type { Context } from '../context/context.js'
import type { JWT } from '../model/records.js'

/** When the user signed in. It limits the session's lifetime even if the token is renewed. */
export const startedAt = 'session_started_at'

/**
 * Set on a token that was issued beside servers with Auth.js, under the cookie name of Auth.js. Such
 * a token stays valid under that name when `compatibility` is turned off.
 */
export const isShared = 'session_shared'

/**
 * When Latchkey renewed a token beside servers with Auth.js. They renew tokens, too, but not the
 * rows that tokens depend on.
 */
export const renewedAt = 'session_renewed_at'

/** When the user last proved their identity. Renewing a token does not change it. */
export const authenticatedAt = 'session_authenticated_at'

/** How the user proved their identity, as RFC 8176 names the methods. */
export const methods = 'session_amr'

/**
 * Whether Latchkey issued a token for its own cookie name. Auth.js does not record when its session
 * started.
 */
export function isOurs(claims: JWT): boolean {
  return claims[startedAt] !== undefined && claims[isShared] !== true
}

/**
 * Returns when the session started. For a token from Auth.js, this is when the token was issued.
 */
export function startOf(claims: JWT): number | undefined {
  const started = claims[startedAt] ?? claims.iat
  return typeof started === 'number' ? started : undefined
}

/**
 * Returns when the session started as far as its token proves it. Auth.js writes a new `iat` whenever
 * it renews a token, so its tokens prove nothing. An app's own tokens may have no other time, and
 * count unless Auth.js may have renewed them.
 */
export function provenStartOf({ config }: Context, claims: JWT): number | undefined {
  const mayBeRenewedElsewhere = !config.jwt.decode || config.compatibility === 'authjs'
  const started = mayBeRenewedElsewhere ? claims[startedAt] : startOf(claims)
  return typeof started === 'number' ? started : undefined
}

/** Whether Latchkey has not renewed a token for this many seconds. */
export function isOlderThan(claims: JWT, seconds: number, now: number): boolean {
  const { iat, [renewedAt]: renewed } = claims
  if (typeof iat !== 'number') return true
  return Math.min(iat, typeof renewed === 'number' ? renewed : iat) + seconds <= now
}

/** Whether a session has outlived its absolute lifetime. */
export function isTooOld(claims: JWT, absoluteMaxAge: number, now: number): boolean {
  const started = startOf(claims)
  return started !== undefined && started + absoluteMaxAge <= now
}
