import { openContext, type SignInContext } from '../../context/context.js'
import { recordEvent } from '../../context/record-event.js'
import { AdapterError } from '../../errors/runtime-errors.js'
import type { AccountPage } from '../../model/account.js'
import type { AdapterUser } from '../../model/adapter.js'
import { operationsOf } from '../../store/operations.js'
import { missingDate, type PendingDeletion } from '../../store/pending-deletions.js'
import { listLivingRows } from '../user/sessions.js'
import { dueDate } from './ask-for-deletion.js'
import { askApp, removeForGood } from './remove-user.js'
import { mailAboutPendingDeletion } from './send-account-mail.js'

/**
 * Deletes the users whose date has passed. What fails for one user is logged, because it must not keep
 * the others.
 */
export async function deleteDueUsers(
  { config, origin, now, waitUntil }: SignInContext,
  page: AccountPage,
): Promise<void> {
  // Another visitor's request must not choose the language of the mails, or be in the audit trail.
  const ctx = { ...openContext(new Request(origin), config, { waitUntil }), now }
  const { pendingDeletions } = operationsOf(ctx)
  for (const userId of await pendingDeletions.listDue(new Date(ctx.now * 1000))) {
    try {
      const deletion = await pendingDeletions.find(userId)
      if (deletion && isDue(ctx, deletion)) await deleteDueUser(ctx, page, deletion)
    } catch (error) {
      ctx.log.error(error)
    }
  }
}

/** Whether the date of a deletion has passed. A deletion that has begun is always due. */
export function isDue(
  { now, log }: Pick<SignInContext, 'now' | 'log'>,
  deletion: PendingDeletion,
): boolean {
  if (deletion.hasBegun) return true
  if (deletion.dueAt === undefined) log.error(missingDate(deletion))
  return deletion.dueAt !== undefined && deletion.dueAt <= now
}

/**
 * Deletes a user whose date has passed. Rejects with `AccessDenied` if the app refuses. Returns whether
 * this call deleted the user: another process may do it, the user may have kept the account, or the
 * deletion is postponed.
 */
export async function deleteDueUser(
  ctx: SignInContext,
  page: AccountPage,
  deletion: PendingDeletion,
): Promise<boolean> {
  const operations = operationsOf(ctx)
  const user = await operations.findStored(deletion.userId)
  if (!user) return false
  // Before it begins, so that the user can still keep the account if the app refuses.
  if (!deletion.hasBegun) {
    await askApp(page, user, {})
    if ((await listLivingRows(ctx, user.id)).length > 0) {
      await postpone(ctx, page, user, deletion)
      return false
    }
  }
  if (!(await operations.pendingDeletions.begin(deletion))) return false
  try {
    await removeForGood(ctx, user)
  } catch (thrown) {
    // The first error says why the user was not deleted.
    await giveUp(ctx, page, user, { deletion, thrown }).catch((error: unknown) => {
      ctx.log.error(error)
    })
    throw thrown
  }
  return true
}

/**
 * Begins the grace period again if the database has refused to delete the user for the second time. The
 * user could otherwise never sign in again. After the first time, the answer may have been lost, or the
 * database may still be at work.
 */
async function giveUp(
  ctx: SignInContext,
  page: AccountPage,
  { id }: AdapterUser,
  { deletion, thrown }: { readonly deletion: PendingDeletion; readonly thrown: unknown },
): Promise<void> {
  const isRefused = thrown instanceof AdapterError && thrown.retryAfter === undefined
  if (!deletion.hasBegun || !isRefused) return
  const operations = operationsOf(ctx)
  const user = await operations.findStored(id).catch(() => undefined)
  const dueAt = dueDate(ctx, page.graceDays ?? 0)
  if (!user || !(await operations.pendingDeletions.giveUp(deletion, dueAt))) return
  ctx.log.warn(
    'due-user-not-deletable',
    `The database has refused twice to delete the user ${id}, so the grace period begins again. The error after this line says why. Rows of your own tables may refer to the user: delete them in \`beforeDelete\`, or declare \`ON DELETE CASCADE\`.`,
  )
  mailAboutPendingDeletion(ctx, user, new Date(dueAt * 1000))
}

/**
 * Signs the user out and begins the grace period again. Every sign-in of this app asks the user and is
 * held, so a session means that the user was not asked: another instance may run without `graceDays`, or
 * a process has stopped while it recorded the deletion.
 */
async function postpone(
  ctx: SignInContext,
  page: AccountPage,
  user: AdapterUser,
  deletion: PendingDeletion,
): Promise<void> {
  const { pendingDeletions, endSessions } = operationsOf(ctx)
  const dueAt = dueDate(ctx, page.graceDays ?? 0)
  if (!(await pendingDeletions.postpone(deletion, dueAt))) return
  ctx.log.warn(
    'due-user-signed-in',
    `The user ${user.id} was to be deleted, and has a session. The user is signed out, and the grace period begins again. Set \`graceDays\` in every app that uses this database.`,
  )
  await endSessions(user.id)
  await recordEvent(ctx, { event: 'session-revoked', userId: user.id })
  mailAboutPendingDeletion(ctx, user, new Date(dueAt * 1000))
}
