import type { SignInContext } from '../../context/context.js'
import { recordEvent } from '../../context/record-event.js'
import { Verification } from '../../errors/email-errors.js'
import { SessionRequired } from '../../errors/request-errors.js'
import { toHex } from '../../crypto/hex.js'
import type { AdapterPassword, AdapterUser } from '../../model/adapter.js'
import type { NewPassword } from '../../model/password.js'
import { deleteReplacedRow } from '../../session/session-rows.js'
import { operationsOf } from '../../store/operations.js'
import { removedHash } from '../../store/passwords.js'
import { signedOutEverywhere } from '../../store/sessions.js'
import { canEndSessions, endOtherSessions, restartSessions } from '../end-sessions.js'
import { notifyPasswordChanged } from './notify-owner.js'

/** A user's new password. */
export interface PasswordChange {
  readonly user: Pick<AdapterUser, 'id' | 'email'>
  readonly password: NewPassword
  /** The stamp of the password that it replaces. `null` if the user must have none. */
  readonly expectedStamp: string | null
  /**
   * When what allows the change began, in seconds since the epoch. If the user has signed out
   * everywhere since, nothing changes.
   */
  readonly begunAt: number
  /** The key of the session that asks for it. If that has ended in the meantime, nothing changes. */
  readonly session?: string | undefined
  /** Called when the password is stored. */
  readonly onWritten?: () => void
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
  { user, password, expectedStamp, begunAt, session, onWritten }: PasswordChange,
): Promise<number | undefined> {
  const { passwords, isSignInRevoked } = operationsOf(ctx)
  // Someone who comes too late must not end the sessions of the one who was first.
  if ((await passwords.findStamp(user.id)) !== expectedStamp) throw tooLate()
  // Deleted one by one, because the owner may have ended the session a moment ago to stop a thief.
  if (session !== undefined && !(await deleteReplacedRow(ctx, session))) throw sessionLost()
  // The hash took time, and the end of all sessions below hides an earlier one.
  if (await isSignInRevoked(user.id, begunAt)) throw new Verification(signedOutEverywhere)
  await endSessions(ctx, user.id)
  if (!(await passwords.change({ ...password, userId: user.id }, expectedStamp))) throw tooLate()
  onWritten?.()
  const recorded = recordEvent(ctx, { event: 'password-changed', userId: user.id })
  if (expectedStamp !== null) notifyPasswordChanged(ctx, user.email)
  return endAndWait(endSessions(ctx, user.id), recorded)
}

/**
 * Removes a password and ends all sessions of its user but one, in the same order and for the same
 * reasons as {@link changeStoredPassword}. Returns false if the password was changed in the meantime.
 */
export async function removeStoredPassword(
  ctx: SignInContext,
  { id, email }: Pick<AdapterUser, 'id' | 'email'>,
  { stamp: expectedStamp }: Pick<AdapterPassword, 'stamp'>,
  keptSession: string | undefined,
): Promise<boolean> {
  const { passwords } = operationsOf(ctx)
  if ((await passwords.findStamp(id)) !== expectedStamp) return false
  const stamp = toHex(ctx.config.runtime.random(16))
  const changedAt = new Date(ctx.now * 1000)
  const removed = { userId: id, hash: removedHash, stamp, changedAt, mustChange: false }
  warnOfLivingSessions(ctx)
  await endOtherSessions(ctx, id, keptSession)
  if (!(await passwords.change(removed, expectedStamp))) return false
  const recorded = recordEvent(ctx, { event: 'password-removed', userId: id })
  notifyPasswordChanged(ctx, email)
  await endAndWait(endOtherSessions(ctx, id, keptSession), recorded)
  return true
}

/** The change is recorded also if the sessions cannot be ended, and does not make them live longer. */
async function endAndWait<T>(ended: Promise<T>, recorded: Promise<void>): Promise<T> {
  try {
    return await ended
  } finally {
    await recorded
  }
}

/** Ends all sessions of a user, or warns that they cannot be ended. */
export async function endSessions(ctx: SignInContext, userId: string): Promise<number | undefined> {
  warnOfLivingSessions(ctx)
  return restartSessions(ctx, userId)
}

/** Warns if sessions cannot be ended. */
function warnOfLivingSessions(ctx: SignInContext): void {
  if (canEndSessions(ctx)) return
  ctx.log.warnOnce(
    'password-sessions-survive',
    'A new or removed password ends no other session, because `session.revocable` is false or the adapter lacks `deleteSessionsByUserId`. Use an adapter that can end sessions.',
  )
}

function tooLate(): Verification {
  return new Verification('The password was changed in the meantime.')
}

function sessionLost(): SessionRequired {
  return new SessionRequired('The session ended while the password was changed.')
}
