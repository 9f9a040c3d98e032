import type { Context } from '../context/context.js'
import type { SessionCookie } from './session-cookie.js'
import {
  hashSessionToken,
  isCookieToken,
  isSharedToken,
  mayBeStoredUnhashed,
  shareToken,
  unshareToken,
} from './session-token.js'

/** The key of a row. A promise where the platform hashes asynchronously. */
export type PendingKey = string | Promise<string>

/**
 * Returns the keys that the row for a cookie may be stored under, the likeliest first.
 *
 * A sibling subdomain can set a cookie with a former name, but not one with `__Host-`. A former
 * name therefore only finds sessions that began for servers with Auth.js.
 */
export function keysOf(ctx: Context, { value, isTrusted }: SessionCookie): readonly PendingKey[] {
  if (!isCookieToken(value)) return []
  const mayBeHashed = isTrusted || isSharedToken(ctx, value)
  const hashed = mayBeHashed ? [hashSessionToken(value)] : []
  if (!ctx.config.compatibility) return [...hashed, ...clearKeysOf(value)]
  // The row may have been moved by an answer that never reached the browser.
  return [...(isTrusted ? clearKeysOf(shareToken(value)) : clearKeysOf(value)), ...hashed]
}

/** Returns the key that a session had before it was moved for servers with Auth.js. */
export function leftBehindBy(ctx: Context, { value }: SessionCookie): readonly PendingKey[] {
  if (!ctx.config.compatibility || !isSharedToken(ctx, value)) return []
  return [hashSessionToken(unshareToken(value))]
}

function clearKeysOf(token: string): readonly string[] {
  return mayBeStoredUnhashed(token) ? [token] : []
}
