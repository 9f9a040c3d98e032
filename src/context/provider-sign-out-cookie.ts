import type { Context } from './context.js'
import { sealedCookie } from './sealed-cookie.js'

/** A sign-out that continues at the provider, after the session here has ended. */
export interface ProviderSignOut {
  /** The `state` that the provider sends back. */
  readonly state: string
  /** The page that the user wanted to open after the sign-out. */
  readonly wantedUrl: string
}

const cookie = sealedCookie<ProviderSignOut>('departure')

/** How many seconds the user may spend at the provider. */
const lifetime = 15 * 60
/** Browsers drop a cookie of more than 4096 bytes. */
const longestUrl = 1500

export async function saveProviderSignOut(ctx: Context, signOut: ProviderSignOut): Promise<void> {
  if (signOut.wantedUrl.length <= longestUrl) await cookie.keep(ctx, signOut, lifetime)
}

/**
 * Returns the page that the user wanted to open, if `state` belongs to this browser's sign-out.
 * Otherwise undefined.
 */
export async function consumeProviderSignOut(
  ctx: Context,
  state: string | null,
): Promise<string | undefined> {
  const signOut = await cookie.find(ctx)
  cookie.drop(ctx)
  return signOut?.state === state ? signOut.wantedUrl : undefined
}
