import { dropCeremonies } from '../context/ceremony-cookie.js'
import type { Context } from '../context/context.js'
import { dropCsrfToken } from '../context/csrf.js'
import { emitEvent } from '../context/emit-event.js'
import { keepLastSignIn } from '../context/last-sign-in.js'
import { logAuthentication } from '../context/log-authentication.js'
import { redirectTo, type RedirectOutcome } from '../context/outcome.js'
import { keepProviderSession } from '../context/provider-session.js'
import { customPageUrl, resolveRedirect, signInAnswerUrl } from '../context/redirects.js'
import { AccessDenied } from '../errors/request-errors.js'
import type { SignInCallbackParams } from '../model/callbacks.js'
import type { Account, Profile, User } from '../model/records.js'
import type { AccountEvidence } from '../store/confirm-account.js'
import type { SignInStart } from '../store/sessions.js'
import { strategyOf } from '../session/choose-strategy.js'
import { purgeNowAndThen } from '../session/purge.js'
import { askSignIn } from './ask-sign-in.js'

/** What a provider's own flow has found out, and where the person wanted to go. */
export interface VerifiedSignIn {
  /** Who it seems to be, as far as is known before anything is written. */
  readonly user: SignInCallbackParams['user']
  readonly account: Account
  readonly profile?: Profile | undefined
  /** What the provider calls its own session, where it has said so. */
  readonly providerSessionId?: string | undefined
  /** What ends the session at the provider, where that is wanted. */
  readonly idToken?: string | undefined
  readonly credentials?: SignInCallbackParams['credentials']
  /** Finds or makes the user, once the `signIn` callback has agreed. */
  readonly resolveUser: () => Promise<{
    readonly user: User
    readonly isNewUser: boolean
    readonly evidence: AccountEvidence | undefined
  }>
  /** When it began: whoever signs out everywhere afterwards is not signed in by it. */
  readonly start: SignInStart
  readonly wantedUrl: unknown
  /** The name or address that was typed, in the form that limits go by. */
  readonly identifier?: string | undefined
}

/**
 * The tail that all providers share: ask the `signIn` callback, link or create the user, issue the
 * session, tell the event, redirect.
 */
export async function completeSignIn(
  ctx: Context,
  proven: VerifiedSignIn,
): Promise<RedirectOutcome> {
  const {
    profile,
    credentials,
    resolveUser: settle,
    start,
    wantedUrl,
    identifier: typed,
    providerSessionId,
    idToken,
  } = proven
  const asked = { user: proven.user, account: proven.account, profile, credentials }
  const answer = await askSignIn(ctx, asked)
  if (!answer.allowed) {
    logAuthentication(ctx, { provider: proven.account.provider, outcome: 'redirected' })
    return redirectTo(signInAnswerUrl(ctx, answer.url))
  }

  const { user, isNewUser, evidence } = await settle()
  const account = { ...proven.account, ...(ctx.config.store && { userId: user.id }) }
  const issued = await strategyOf(ctx).issue(ctx, {
    user,
    account,
    profile,
    isNewUser,
    providerSessionId,
    evidence,
    start,
  })
  if (!issued) throw new AccessDenied('The `jwt` callback wants no session.')
  const { provider } = account
  logAuthentication(ctx, { provider, outcome: 'signed-in', userId: user.id, isNewUser })
  dropCsrfToken(ctx)
  dropCeremonies(ctx)
  await keepLastSignIn(ctx, provider, typed)
  await keepProviderSession(ctx, provider, idToken)
  await emitEvent(ctx, 'signIn', { user, account, profile, isNewUser })
  purgeNowAndThen(ctx)
  const callbackUrl = await resolveRedirect(ctx, wantedUrl)
  const welcome = isNewUser ? customPageUrl(ctx, 'newUser', { callbackUrl }) : undefined
  return redirectTo(welcome ?? callbackUrl)
}
