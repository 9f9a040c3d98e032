import type { Context } from '../context/context.js'
import { dropCsrfToken } from '../context/csrf.js'
import { redirectTo, type RedirectOutcome } from '../context/outcome.js'
import { resolveRedirect } from '../context/redirects.js'
import { jwtStrategy } from '../session/jwt-strategy.js'

/** Ends the session of this browser, if it has one. */
export async function signOut(ctx: Context, wantedUrl: unknown): Promise<RedirectOutcome> {
  await jwtStrategy.revoke(ctx)
  dropCsrfToken(ctx)
  return redirectTo(await resolveRedirect(ctx, wantedUrl))
}
