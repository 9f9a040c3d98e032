import type { Context } from './context.js'
import { sealedCookie } from './sealed-cookie.js'

const cookie = sealedCookie<{ readonly until: number }>('pause')

/** Enough for a provider that answers at once to come back here, again and again. */
export const secondsAfterRedirect = 60

/** A user who has signed out must not be signed in again by opening a page. */
export const secondsAfterSignOut: number = 24 * 60 * 60

/** Makes the sign-in page wait for a click during the next seconds. */
export async function pauseRedirects(ctx: Context, seconds: number): Promise<void> {
  await cookie.keep(ctx, { until: ctx.now + seconds }, seconds)
}

/** Whether the sign-in page waits for a click in this browser. */
export async function isRedirectPaused(ctx: Context): Promise<boolean> {
  const pause = await cookie.find(ctx)
  return pause !== undefined && pause.until > ctx.now
}
