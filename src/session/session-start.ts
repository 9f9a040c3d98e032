import type { JWT } from '../model/records.js'

/** When the user signed in. It limits the session's lifetime even if the token is renewed. */
export const startedAt = 'session_started_at'

/** Whether Latchkey issued a token. Auth.js does not record when its session started. */
export function isOurs(claims: JWT): boolean {
  return claims[startedAt] !== undefined
}

/**
 * Returns when the session started. For a token from Auth.js, this is when the token was issued.
 */
export function startOf(claims: JWT): number | undefined {
  const started = claims[startedAt] ?? claims.iat
  return typeof started === 'number' ? started : undefined
}

/** Whether a session has outlived its absolute lifetime. */
export function isTooOld(claims: JWT, absoluteMaxAge: number, now: number): boolean {
  const started = startOf(claims)
  return started !== undefined && started + absoluteMaxAge <= now
}
