import { dropCeremonies } from '../context/ceremony-cookie.js'
import type { Context } from '../context/context.js'
import { dropCsrfToken } from '../context/csrf.js'
import { emitEvent } from '../context/emit-event.js'
import { dropEnteredNames } from '../context/entered-names.js'
import { keepLastSignIn } from '../context/last-sign-in.js'
import { logAuthentication } from '../context/log-authentication.js'
import { redirectTo, type RedirectOutcome } from '../context/outcome.js'
import { dropPendingSignIn } from '../context/pending-sign-in.js'
import { keepProviderSession } from '../context/provider-session.js'
import { recordEvent } from '../context/record-event.js'
import { customPageUrl, resolveRedirect } from '../context/redirects.js'
import { isAuthError, traitsOf } from '../errors/auth-error.js'
import { AccessDenied } from '../errors/request-errors.js'
import type { LinkAccountEvent } from '../model/events.js'
import type { Authentication } from '../session/authentication.js'
import { strategyOf } from '../session/choose-strategy.js'
import { purgeNowAndThen } from '../session/purge.js'
import { publicKeyOf } from '../session/session-token.js'
import type { NewSession, SignedIn } from '../session/strategy.js'
import { operationsOf } from '../store/operations.js'
import { endOtherSessions } from './end-sessions.js'

/** A sign-in for which nothing is missing any more. */
export interface ProvenSignIn extends SignedIn {
  /** The ID token that ends the session at the provider, if the config asks for that. */
  readonly idToken?: string | undefined
  /** What the session of the same user has proven, if the sign-in is part of a change in it. */
  readonly keptProof?: Authentication | undefined
  readonly callbackUrl: unknown
  /** The name or address that the visitor typed, in the form that the limits use. */
  readonly identifier?: string | undefined
  /**
   * The user whose other sessions end. They end after the new session was written, because a sign-in
   * that is refused must not sign the owner out.
   */
  readonly endsOthersOf?: string | undefined
  /** The event about an account that the session of the same user has linked. It is not emitted yet. */
  readonly newLink?: LinkAccountEvent | undefined
}

/** Issues the session, emits the event and redirects. */
export async function finishSignIn(ctx: Context, proven: ProvenSignIn): Promise<RedirectOutcome> {
  const { user, account, profile, isNewUser, identifier, idToken, callbackUrl } = proven
  const issued = await issueSession(ctx, proven)
  await emitLink(ctx, proven)
  if (proven.endsOthersOf !== undefined) {
    await endOtherSessions(ctx, proven.endsOthersOf, issued.sessionKey)
  }
  const { provider } = account
  logAuthentication(ctx, { provider, outcome: 'signed-in', userId: user.id, isNewUser })
  dropCsrfToken(ctx)
  dropCeremonies(ctx)
  dropPendingSignIn(ctx)
  dropEnteredNames(ctx)
  await keepLastSignIn(ctx, provider, identifier)
  await keepProviderSession(ctx, provider, idToken)
  await recordEvent(ctx, {
    event: 'signed-in',
    userId: user.id,
    sessionId: issued.sessionKey && (await publicKeyOf(issued.sessionKey)),
    provider,
  })
  await emitEvent(ctx, 'signIn', { user, account, profile, isNewUser })
  purgeNowAndThen(ctx)
  const target = await resolveRedirect(ctx, callbackUrl)
  const welcome = isNewUser ? customPageUrl(ctx, 'newUser', { callbackUrl: target }) : undefined
  return redirectTo(welcome ?? target)
}

/**
 * Issues the session. If it is refused, a way to sign in that was just added is removed again. The
 * owner may have ended the session that asked for it, to stop a thief.
 */
async function issueSession(ctx: Context, proven: ProvenSignIn): Promise<NewSession> {
  try {
    const issued = await strategyOf(ctx).issue(ctx, proven)
    if (issued) return issued
    throw new AccessDenied('The `jwt` callback wants no session.')
  } catch (thrown) {
    // An outage is no refusal. The owner has ended nothing, and the link stays for the next try.
    const isUndone = isRefusal(thrown) && (await undoLink(ctx, proven))
    if (!isUndone) await emitLink(ctx, proven)
    throw thrown
  }
}

/** The app is told of a link when nothing can undo it any more, so each link is told once. */
async function emitLink(ctx: Context, { newLink }: ProvenSignIn): Promise<void> {
  if (newLink) await emitEvent(ctx, 'linkAccount', newLink)
}

/** Returns whether the user no longer has the account. */
async function undoLink(ctx: Context, { continuedFrom, evidence }: ProvenSignIn): Promise<boolean> {
  if (!continuedFrom || !evidence?.isNew) return false
  try {
    return await operationsOf(ctx).undoLink(evidence)
  } catch (error) {
    // The visitor is to learn why the session was refused.
    ctx.log.error(error)
    return false
  }
}

function isRefusal(thrown: unknown): boolean {
  return isAuthError(thrown) && traitsOf(thrown).status < 500
}
