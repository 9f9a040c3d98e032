import type { Context } from './context.js'
import { cookieCallbackUrl } from './cookie-callback-url.js'
import { sealedCookie } from './sealed-cookie.js'

/** A sign-out that continues at the provider, after the session here has ended. */
export interface ProviderSignOut {
  /** The `state` that the provider sends back. */
  readonly state: string
  /** The page that the user wanted to open after the sign-out. */
  readonly callbackUrl: string | undefined
}

const cookie = sealedCookie<ProviderSignOut>('provider-sign-out')

/** How many seconds the user may spend at the provider. */
const lifetime = 15 * 60

export async function saveProviderSignOut(ctx: Context, signOut: ProviderSignOut): Promise<void> {
  const callbackUrl = cookieCallbackUrl(signOut.callbackUrl)
  if (callbackUrl !== undefined) await cookie.keep(ctx, { ...signOut, callbackUrl }, lifetime)
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
  return signOut?.state === state ? signOut.callbackUrl : undefined
}
