import type { Context } from './context.js'
import { sealedCookie } from './sealed-cookie.js'

/** What must be known to end, from here, the session that somebody has at a provider. */
export interface ProviderSession {
  readonly providerId: string
  /** Tells the provider whose session it is; undefined when it was too long to keep. */
  readonly idToken?: string | undefined
}

const cookie = sealedCookie<ProviderSession>('provider')

/** Beside a session in three cookies a longer one would make headers that servers refuse. */
const longestToken = 2000

/** Remembers at which provider somebody signed in; without an ID token, that it was at none. */
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

/** What was remembered. */
export async function findProviderSession(ctx: Context): Promise<ProviderSession | undefined> {
  return cookie.find(ctx)
}

/** Remembers it for as long as the session, which has just been extended. */
export function renewProviderSession(ctx: Context, expires: Date): void {
  cookie.renew(ctx, expires)
}

/** Forgets it with the session. */
export function dropProviderSession(ctx: Context): void {
  cookie.drop(ctx)
}

/** Seconds for which a new session lasts unless it is extended. */
function sessionLifetime({ config: { session, jwt } }: Context): number {
  const idle = session.strategy === 'jwt' ? Math.min(jwt.maxAge, session.maxAge) : session.maxAge
  return Math.min(idle, session.absoluteMaxAge)
}
