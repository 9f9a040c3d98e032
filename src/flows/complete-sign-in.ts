import type { Context } from '../context/context.js'
import { dropCsrfToken } from '../context/csrf.js'
import { tell } from '../context/events.js'
import { redirectTo, type RedirectOutcome } from '../context/outcome.js'
import { resolveRedirect } from '../context/redirects.js'
import { AccessDenied } from '../errors/request-errors.js'
import type { SignInCallbackParams } from '../model/callbacks.js'
import { jwtStrategy } from '../session/jwt-strategy.js'
import type { SignedIn } from '../session/strategy.js'
import { askSignIn } from './ask-sign-in.js'

/** What a provider's own flow has found out, and where the person wanted to go. */
export interface Proven extends SignedIn {
  readonly credentials?: SignInCallbackParams['credentials']
  readonly wantedUrl: unknown
}

/**
 * The tail that all providers share: ask the `signIn` callback, issue the session, tell the event,
 * redirect.
 */
export async function completeSignIn(ctx: Context, proven: Proven): Promise<RedirectOutcome> {
  const { user, account, profile, credentials, isNewUser, wantedUrl } = proven
  const answer = await askSignIn(ctx, { user, account, profile, credentials })
  if (!answer.allowed) return redirectTo(await resolveRedirect(ctx, answer.url))

  const issued = await jwtStrategy.issue(ctx, proven)
  if (!issued) throw new AccessDenied('The `jwt` callback wants no session.')
  dropCsrfToken(ctx)
  await tell(ctx, 'signIn', { user, account, profile, isNewUser })
  return redirectTo(await resolveRedirect(ctx, wantedUrl))
}
