import type { SignInContext } from '../context/context.js'
import { dropCsrfToken } from '../context/csrf.js'
import { redirectTo, type RedirectOutcome } from '../context/outcome.js'
import { findProviderSession } from '../context/provider-session.js'
import { pauseRedirects, secondsAfterSignOut } from '../context/redirect-pause.js'
import { resolveRedirect } from '../context/redirects.js'
import { dropWaitingSignIns } from '../context/waiting-sign-in.js'
import { SignOutError } from '../errors/runtime-errors.js'
import { strategyOf } from '../session/choose-strategy.js'
import type { RevocationScope } from '../session/strategy.js'
import { leaveProvider } from './oauth/provider-sign-out.js'

/** A request to sign out. */
export interface SignOut {
  readonly callbackUrl: unknown
  readonly scope: RevocationScope
}

/**
 * Ends this browser's session, if there is one, and a sign-in that waits. With `everywhere`, it ends all
 * sessions of the user.
 */
export async function signOut(
  ctx: SignInContext,
  { callbackUrl, scope }: SignOut,
): Promise<RedirectOutcome> {
  // This comes first, because the revocation also removes the provider session's cookie.
  const atProvider = await findProviderSession(ctx)
  try {
    await strategyOf(ctx).revoke(ctx, scope)
  } catch (cause) {
    // The cookie is removed, which is enough for a sign-out here but not for one everywhere.
    if (scope === 'everywhere') throw cause
    ctx.log.error(new SignOutError('The session could not be ended in the database.', { cause }))
  }
  dropCsrfToken(ctx)
  dropWaitingSignIns(ctx)
  if (ctx.config.autoRedirect) await pauseRedirects(ctx, secondsAfterSignOut)
  const target = await resolveRedirect(ctx, callbackUrl)
  return redirectTo((await leaveProvider(ctx, atProvider, target)) ?? target)
}
