import type { SignInContext } from '../../context/context.js'
import { logAuthentication } from '../../context/log-authentication.js'
import { redirectTo, showPage, type RedirectOutcome } from '../../context/outcome.js'
import { pageUrl } from '../../context/redirects.js'
import { dropWaitingSignIns, heldSignIn } from '../../context/waiting-sign-in.js'
import { AccessDenied } from '../../errors/request-errors.js'
import type { AccountPage } from '../../model/account.js'
import { renderDeletedPage } from '../../pages/delete-account-page.js'
import { operationsOf } from '../../store/operations.js'
import type { PendingDeletion } from '../../store/pending-deletions.js'
import type { ProvenSignIn } from '../proven-sign-in.js'
import { findStoredUserId } from '../stored-user-id.js'
import { suspendSignIn } from '../suspend-sign-in.js'
import { accountShell } from './account-shell.js'
import { deleteDueUser, isDue } from './delete-due.js'

/**
 * Holds a proven sign-in whose user has a pending deletion. Before the date, the user is asked to keep
 * the account. After it, the user is deleted. Returns undefined if there is nothing to hold. Throws if
 * that cannot be read, so that a failure neither signs in nor deletes.
 */
export async function holdSignIn(
  ctx: SignInContext,
  page: AccountPage,
  signIn: ProvenSignIn,
): Promise<RedirectOutcome | undefined> {
  const userId = await findStoredUserId(ctx, signIn)
  const deletion = await operationsOf(ctx).pendingDeletions.find(userId)
  if (!deletion) return undefined
  if (isDue(ctx, deletion)) {
    const deletedPage = await showDeleted(ctx, page, deletion)
    if (deletedPage) return deletedPage
  }
  await heldSignIn.keep(ctx, {
    ...(await suspendSignIn(ctx, deletion.userId, signIn)),
    deletionId: deletion.id,
    endsOthersOf: signIn.endsOthersOf,
  })
  logAuthentication(ctx, {
    provider: signIn.account.provider,
    outcome: 'deletion-pending',
    userId: deletion.userId,
  })
  return { ...redirectTo(pageUrl(ctx, 'keepAccount', 'keep-account')), needs: 'keep-account' }
}

/** Deletes the user. Returns undefined if the app refuses, so that the user can keep the account. */
export async function showDeleted(
  ctx: SignInContext,
  page: AccountPage,
  deletion: PendingDeletion,
): Promise<RedirectOutcome | undefined> {
  try {
    if (!(await deleteDueUser(ctx, page, deletion))) {
      throw new AccessDenied('Another request is deleting the user, or the deletion was postponed.')
    }
  } catch (thrown) {
    const isRefused = thrown instanceof AccessDenied && !deletion.hasBegun && thrown.cause
    if (!isRefused) throw thrown
    ctx.log.error(thrown)
    return undefined
  }
  dropWaitingSignIns(ctx)
  const shell = await accountShell(ctx)
  const deletedPage = showPage((nonce) => renderDeletedPage({ ...shell, nonce }))
  return { ...redirectTo(pageUrl(ctx, 'signIn', 'signin')), page: deletedPage }
}
