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
  await cookie.keep(ctx, kept, ctx.config.session.absoluteMaxAge)
}

/** The same once, for whoever signs out. */
export async function takeProviderSession(ctx: Context): Promise<ProviderSession | undefined> {
  const session = await cookie.find(ctx)
  cookie.drop(ctx)
  return session
}
