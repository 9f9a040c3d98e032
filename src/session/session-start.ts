import type { JWT } from '../model/records.js'

/** When the user signed in; it bounds the session however often the token is renewed. */
export const startedAt = 'session_started_at'

/** Whether we issued a token, and not Auth.js, which does not write when its session started. */
export function isOurs(claims: JWT): boolean {
  return claims[startedAt] !== undefined
}

/** For a token of Auth.js, the moment at which it was issued. */
export function startOf(claims: JWT): number | undefined {
  const started = claims[startedAt] ?? claims.iat
  return typeof started === 'number' ? started : undefined
}

/** Whether a session has outlived its absolute lifetime. */
export function isTooOld(claims: JWT, absoluteMaxAge: number, now: number): boolean {
  const started = startOf(claims)
  return started !== undefined && started + absoluteMaxAge <= now
}
