import { dropCeremonies } from '../context/ceremony-cookie.js'
import type { Context } from '../context/context.js'
import { dropCsrfToken } from '../context/csrf.js'
import { emitEvent } from '../context/emit-event.js'
import { keepLastSignIn } from '../context/last-sign-in.js'
import { logAuthentication } from '../context/log-authentication.js'
import { redirectTo, type RedirectOutcome } from '../context/outcome.js'
import { keepProviderSession } from '../context/provider-session.js'
import { customPageUrl, resolveRedirect } from '../context/redirects.js'
import { AccessDenied } from '../errors/request-errors.js'
import type { SignInCallbackParams } from '../model/callbacks.js'
import type { Account, Profile, User } from '../model/records.js'
import type { AccountEvidence } from '../store/confirm-account.js'
import type { SignInStart } from '../store/sessions.js'
import { strategyOf } from '../session/choose-strategy.js'
import { purgeNowAndThen } from '../session/purge.js'
import { askSignIn } from './ask-sign-in.js'
import { followSignInAnswer } from './follow-sign-in-answer.js'

/** The result of a provider's flow, and the URL that the visitor wants to reach. */
export interface VerifiedSignIn {
  /** The user as far as they are known before the first write. */
  readonly user: SignInCallbackParams['user']
  readonly account: Account
  readonly profile?: Profile | undefined
  /** The provider's id for its own session, if the provider sent one. */
  readonly providerSessionId?: string | undefined
  /** The ID token that ends the session at the provider, if the config asks for that. */
  readonly idToken?: string | undefined
  readonly credentials?: SignInCallbackParams['credentials']
  /** Finds or creates the user after the `signIn` callback has accepted the sign-in. */
  readonly resolveUser: () => Promise<{
    readonly user: User
    readonly isNewUser: boolean
    readonly evidence: AccountEvidence | undefined
    /** The moment from which the sign-in counts, if it has ended all other sessions itself. */
    readonly restartedAt?: number | undefined
  }>
  /**
   * When the sign-in began. If the user signs out everywhere afterwards, this sign-in is refused.
   */
  readonly start: SignInStart
  readonly callbackUrl: unknown
  /** The name or address that the visitor typed, in the form that the limits use. */
  readonly identifier?: string | undefined
}

/**
 * The last steps that all providers share. It calls the `signIn` callback, links or creates the
 * user, issues the session, emits the event and redirects.
 */
export async function completeSignIn(
  ctx: Context,
  proven: VerifiedSignIn,
): Promise<RedirectOutcome> {
  const {
    profile,
    credentials,
    resolveUser,
    start,
    callbackUrl,
    identifier: typed,
    providerSessionId,
    idToken,
  } = proven
  const asked = { user: proven.user, account: proven.account, profile, credentials }
  const answer = await askSignIn(ctx, asked)
  if (!answer.allowed) {
    logAuthentication(ctx, { provider: proven.account.provider, outcome: 'redirected' })
    return followSignInAnswer(ctx, answer.url)
  }

  const { user, isNewUser, evidence, restartedAt } = await resolveUser()
  const account = { ...proven.account, ...(ctx.config.store && { userId: user.id }) }
  const issued = await strategyOf(ctx).issue(ctx, {
    user,
    account,
    profile,
    isNewUser,
    providerSessionId,
    evidence,
    start: { ...start, restartedAt },
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
  const target = await resolveRedirect(ctx, callbackUrl)
  const welcome = isNewUser ? customPageUrl(ctx, 'newUser', { callbackUrl: target }) : undefined
  return redirectTo(welcome ?? target)
}
