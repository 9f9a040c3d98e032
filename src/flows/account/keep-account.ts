import type { Context, RouteContext, SignInContext } from '../../context/context.js'
import { csrfToken } from '../../context/csrf.js'
import { provenAttempts } from '../../context/known-client.js'
import { countAttempts } from '../../context/limits.js'
import { redirectTo, showPage, type Outcome, type RedirectOutcome } from '../../context/outcome.js'
import { recordEvent } from '../../context/record-event.js'
import { customPageUrl, routeUrl, signInUrl } from '../../context/redirects.js'
import { heldSignIn, type HeldSignIn } from '../../context/waiting-sign-in.js'
import { PendingSignInLost } from '../../errors/second-factor-errors.js'
import type { AccountPage } from '../../model/account.js'
import type { PendingDeletionDescription } from '../../model/account-description.js'
import { renderKeepAccountPage } from '../../pages/keep-account-page.js'
import type { AccountEvidence } from '../../store/account-evidence.js'
import { operationsOf } from '../../store/operations.js'
import type { PendingDeletion } from '../../store/pending-deletions.js'
import {
  requireCurrentPassword,
  signedOutAtProvider,
  signedOutEverywhere,
} from '../../store/sessions.js'
import { finishSignIn } from '../finish-sign-in.js'
import { requireWaitingUser, resumeSignIn, spendWaiting } from '../suspend-sign-in.js'
import { accountShell } from './account-shell.js'
import { dateOf } from './ask-for-deletion.js'
import { isDue } from './delete-due.js'
import { showDeleted } from './hold-sign-in.js'

/** Shows the page that offers to keep the account. Opening it changes nothing. */
export async function showKeepAccount(ctx: RouteContext): Promise<Outcome> {
  const found = await findHeld(ctx)
  if (!found) return redirectTo(signInUrl(ctx, undefined))
  const error = ctx.query.get('error') ?? undefined
  const custom = customPageUrl(ctx, 'keepAccount', { error })
  if (custom) return redirectTo(custom)
  const props = {
    ...(await accountShell(ctx)),
    csrfToken: await csrfToken(ctx),
    action: routeUrl(ctx, 'keep-account'),
    signoutUrl: routeUrl(ctx, 'signout'),
    callbackUrl: undefined,
    deletesAt: dateOf(ctx, found.deletion),
  }
  return showPage((nonce) => renderKeepAccountPage({ ...props, nonce }))
}

/** Describes the deletion of the user whose sign-in waits in this browser. */
export async function describePendingDeletion(
  ctx: SignInContext,
): Promise<PendingDeletionDescription | undefined> {
  const found = await findHeld(ctx)
  if (!found) return undefined
  const { held, deletion } = found
  const user = held.user ?? (await operationsOf(ctx).findStored(held.userId))
  return { deletesAt: dateOf(ctx, deletion), email: user?.email ?? undefined }
}

/** Withdraws the deletion and completes the sign-in that waits in this browser. */
export async function keepAccount(ctx: RouteContext, page: AccountPage): Promise<RedirectOutcome> {
  const found = await findHeld(ctx)
  if (!found) throw lost('No sign-in of a user with a pending deletion waits in this browser.')
  const { held, deletion } = found
  await countAttempts(ctx, provenAttempts(ctx, 'keep account', held.id))
  await spendWaiting(ctx, held)
  await requireStanding(ctx, held)
  const deletedPage = isDue(ctx, deletion) ? await showDeleted(ctx, page, deletion) : undefined
  if (deletedPage) return deletedPage
  const user = await requireWaitingUser(ctx, held)
  if (!(await operationsOf(ctx).pendingDeletions.withdraw(deletion))) {
    throw lost('The deletion has begun, or was withdrawn in another browser.')
  }
  await recordEvent(ctx, { event: 'deletion-withdrawn', userId: held.userId })
  return finishSignIn(ctx, {
    ...resumeSignIn(ctx, held, user),
    endsOthersOf: held.endsOthersOf,
  })
}

/**
 * Throws if the sign-in would be refused by now. The session is checked again when it is issued, but that
 * is too late for the deletion, which must not be withdrawn by a person who is then not signed in.
 */
async function requireStanding(
  ctx: Context,
  { userId, start, account, providerSessionId, ...held }: HeldSignIn,
): Promise<void> {
  const { isSignInRevoked, isSignedOutAtProvider, inspectAccount, passwords } = operationsOf(ctx)
  // The sessions may have ended since, for example because the owner has reset the password.
  const since = start.restartedAt ?? start.at
  if (await isSignInRevoked(userId, since)) throw lost(signedOutEverywhere)
  const { at, passwordStamp } = start
  await requireCurrentPassword(passwords, userId, { at, passwordStamp, refusal: lost })
  // Only this library can encrypt the cookie that it was kept in.
  const evidence = held.evidence as AccountEvidence | undefined
  const session = { provider: account.provider, providerSessionId }
  if (await isSignedOutAtProvider(session, evidence, at)) throw lost(signedOutAtProvider)
  if (evidence) await inspectAccount(evidence)
}

/** Finds the sign-in that waits in this browser, and the same deletion that it waits for. */
async function findHeld(
  ctx: Context,
): Promise<{ readonly held: HeldSignIn; readonly deletion: PendingDeletion } | undefined> {
  const held = await heldSignIn.find(ctx)
  if (!held) return undefined
  const deletion = await operationsOf(ctx).pendingDeletions.find(held.userId)
  return deletion?.id === held.deletionId ? { held, deletion } : undefined
}

function lost(message: string): PendingSignInLost {
  return new PendingSignInLost(message)
}
