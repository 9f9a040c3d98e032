import type { SignInContext } from '../../context/context.js'
import { routeUrl } from '../../context/redirects.js'
import { runLater } from '../../context/run-later.js'
import { Verification } from '../../errors/email-errors.js'
import type { AdapterUser } from '../../model/adapter.js'
import type { NewPassword } from '../../model/password.js'
import { operationsOf } from '../../store/operations.js'
import { sendPasswordMail } from './send-password-mail.js'

/** A user's new password. */
export interface PasswordChange {
  readonly user: Pick<AdapterUser, 'id' | 'email'>
  readonly password: NewPassword
  /** The stamp of the password that it replaces. `null` if the user must have none. */
  readonly expectedStamp: string | null
}

/**
 * Stores a new password and ends all sessions of its user. Returns the moment from which a sign-in
 * with the new password counts, or undefined if sessions cannot be ended.
 *
 * Sessions are ended before the password is written, so that a crash in between never leaves one
 * that the old password made. They are ended again afterwards, because the old password may have
 * signed in until then.
 */
export async function changeStoredPassword(
  ctx: SignInContext,
  { user, password, expectedStamp }: PasswordChange,
): Promise<number | undefined> {
  const { passwords } = operationsOf(ctx)
  await endSessions(ctx, user.id)
  const isWritten = await passwords.change({ ...password, userId: user.id }, expectedStamp)
  if (!isWritten) throw new Verification('The password was changed in the meantime.')
  const restartedAt = await endSessions(ctx, user.id)
  if (expectedStamp !== null) tellOwner(ctx, user.email)
  return restartedAt
}

/** Ends all sessions of a user, as far as sessions can be ended. */
export async function endSessions(ctx: SignInContext, userId: string): Promise<number | undefined> {
  if (!canEndSessions(ctx)) return undefined
  return operationsOf(ctx).restartSessions(userId, ctx.config.runtime.clock() / 1000)
}

/** Ends all sessions of a user but this one, as far as sessions can be ended. */
export async function endOtherSessions(
  ctx: SignInContext,
  userId: string,
  kept: string | undefined,
): Promise<void> {
  if (canEndSessions(ctx)) await operationsOf(ctx).endOtherSessions(userId, kept)
}

/** A session that exists only in its cookie lasts until it expires. */
function canEndSessions({ config: { session, store } }: SignInContext): boolean {
  const hasRows = session.strategy === 'database' || session.revocable
  return hasRows && (store?.has('deleteSessionsByUserId') ?? false)
}

/** The owner learns of a change that somebody else may have made. */
export function tellOwner(ctx: SignInContext, email: string): void {
  if (!ctx.config.mailer) return
  const url = routeUrl(ctx, 'forgot-password')
  runLater(ctx, () => sendPasswordMail(ctx, { to: email, purpose: 'changed', url }))
}
