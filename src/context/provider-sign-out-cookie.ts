import type { Context } from './context.js'
import { sealedCookie } from './sealed-cookie.js'

/** Somebody who has signed out here, and is on the way over the provider. */
export interface ProviderSignOut {
  /** What the provider sends back. */
  readonly state: string
  /** Where the person wanted to go. */
  readonly wantedUrl: string
}

const cookie = sealedCookie<ProviderSignOut>('departure')

/** Seconds that a person may take at the provider. */
const lifetime = 15 * 60
/** A browser drops a cookie of more than 4096 bytes. */
const longestUrl = 1500

export async function saveProviderSignOut(ctx: Context, signOut: ProviderSignOut): Promise<void> {
  if (signOut.wantedUrl.length <= longestUrl) await cookie.keep(ctx, signOut, lifetime)
}

/** Where whoever comes back with this `state` wanted to go; undefined for everybody else. */
export async function consumeProviderSignOut(
  ctx: Context,
  state: string | null,
): Promise<string | undefined> {
  const signOut = await cookie.find(ctx)
  cookie.drop(ctx)
  return signOut?.state === state ? signOut.wantedUrl : undefined
}
