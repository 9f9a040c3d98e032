import { dropCeremonies } from '../context/ceremony-cookie.js'
import type { Context, SignInContext } from '../context/context.js'
import { dropCsrfToken } from '../context/csrf.js'
import { emitEvent } from '../context/emit-event.js'
import { dropEnteredNames } from '../context/entered-names.js'
import { keepLastSignIn } from '../context/last-sign-in.js'
import { logAuthentication } from '../context/log-authentication.js'
import { redirectTo, type RedirectOutcome } from '../context/outcome.js'
import { keepProviderSession } from '../context/provider-session.js'
import { recordEvent } from '../context/record-event.js'
import { customPageUrl, resolveRedirect } from '../context/redirects.js'
import { dropWaitingSignIns } from '../context/waiting-sign-in.js'
import { isAuthError, traitsOf } from '../errors/auth-error.js'
import { AccessDenied } from '../errors/request-errors.js'
import { strategyOf } from '../session/choose-strategy.js'
import { purgeNowAndThen } from '../session/purge.js'
import { publicKeyOf } from '../session/session-token.js'
import type { NewSession } from '../session/strategy.js'
import { operationsOf } from '../store/operations.js'
import { loadGracePeriod } from './account/load-flows.js'
import { endOtherSessions } from './end-sessions.js'
import type { ProvenSignIn } from './proven-sign-in.js'

/**
 * Issues the session, emits the event and redirects. If the user has asked for the deletion of the
 * account, the sign-in is held instead.
 */
export async function finishSignIn(
  ctx: SignInContext,
  proven: ProvenSignIn,
): Promise<RedirectOutcome> {
  const grace = await loadGracePeriod(ctx)
  // A link continues a session, which has ended if its user asked for the deletion since.
  const held = proven.continuedFrom ? undefined : await grace?.holdSignIn(proven)
  if (held) return held
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
  dropWaitingSignIns(ctx)
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
  purgeNowAndThen(ctx, grace?.deleteDueUsers)
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
    throw new AccessDenied('The `jwt` callback returned `null`, so the user gets no session.')
  } catch (thrown) {
    // An outage is not a refusal. Nothing was revoked, so the link stays for the next try.
    const isUndone = isRefusal(thrown) && (await undoLink(ctx, proven))
    if (!isUndone) await emitLink(ctx, proven)
    throw thrown
  }
}

/** The app learns of a link when nothing can undo it any more, so each link is emitted once. */
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
