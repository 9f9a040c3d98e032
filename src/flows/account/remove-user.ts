import type { SignInContext } from '../../context/context.js'
import { emitEvent } from '../../context/emit-event.js'
import { AccessDenied, UnknownAction } from '../../errors/request-errors.js'
import type { AccountPage, DeletionDetails } from '../../model/account.js'
import type { AdapterAccount, AdapterUser } from '../../model/adapter.js'
import { operationsOf } from '../../store/operations.js'
import { revokeLater, takeGrants } from '../end-grants.js'
import { mailAboutDeletion } from './send-account-mail.js'

/** Asks the app, and then deletes a user with everything that belongs to them. */
export async function removeUser(
  ctx: SignInContext,
  page: AccountPage,
  user: AdapterUser,
): Promise<void> {
  await askApp(page, user, {})
  await removeForGood(ctx, user)
}

/** Deletes a user after the app has agreed. Only this function deletes users. */
export async function removeForGood(ctx: SignInContext, user: AdapterUser): Promise<void> {
  const { deleteUser } = operationsOf(ctx)
  if (!deleteUser) throw new UnknownAction('The adapter cannot delete users.')
  let grants: readonly AdapterAccount[] = []
  let isDeleted = false
  try {
    isDeleted = await deleteUser(user.id, async () => {
      grants = await takeGrants(ctx, user.id)
    })
  } finally {
    // They are not stored any more, also if the deletion failed.
    revokeLater(ctx, grants)
  }
  if (!isDeleted) return
  await emitEvent(ctx, 'deleteUser', { user })
  mailAboutDeletion(ctx, user)
}

/** Throws if the app refuses to delete a user. */
export async function askApp(
  { beforeDelete }: AccountPage,
  user: AdapterUser,
  details: DeletionDetails,
): Promise<void> {
  try {
    await beforeDelete?.(user, details)
  } catch (cause) {
    throw new AccessDenied('The function `beforeDelete` refused to delete the user.', { cause })
  }
}
