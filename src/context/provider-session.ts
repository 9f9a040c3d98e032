import type { Context } from './context.js'
import { sealedCookie } from './sealed-cookie.js'

/** What is needed to end the user's session at the provider (RP-initiated logout). */
export interface ProviderSession {
  readonly providerId: string
  /**
   * The `id_token_hint` that tells the provider which session to end. Undefined if it was too long
   * for a cookie.
   */
  readonly idToken?: string | undefined
}

const cookie = sealedCookie<ProviderSession>('provider')

/**
 * A longer token, next to a session in three cookies, would exceed the header limits of servers.
 */
const longestToken = 2000

/**
 * Remembers the provider that the user signed in with. Without an ID token, deletes what was
 * remembered.
 */
export async function keepProviderSession(
  ctx: Context,
  providerId: string,
  idToken: string | undefined,
): Promise<void> {
  if (idToken === undefined) {
    cookie.drop(ctx)
    return
  }
  const kept = idToken.length <= longestToken ? { providerId, idToken } : { providerId }
  await cookie.keep(ctx, kept, sessionLifetime(ctx))
}

/** Returns what `keepProviderSession` stored. */
export async function findProviderSession(ctx: Context): Promise<ProviderSession | undefined> {
  return cookie.find(ctx)
}

/** Extends the cookie together with the session. */
export function renewProviderSession(ctx: Context, expires: Date): void {
  cookie.renew(ctx, expires)
}

/** Deletes the cookie together with the session. */
export function dropProviderSession(ctx: Context): void {
  cookie.drop(ctx)
}

/** How many seconds a new session lasts if it is not extended. */
function sessionLifetime({ config: { session, jwt } }: Context): number {
  const idle = session.strategy === 'jwt' ? Math.min(jwt.maxAge, session.maxAge) : session.maxAge
  return Math.min(idle, session.absoluteMaxAge)
}
