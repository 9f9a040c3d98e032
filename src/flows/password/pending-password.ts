import type { Context, RouteContext, SignInContext } from '../../context/context.js'
import { cookieCallbackUrl } from '../../context/cookie-callback-url.js'
import { sealedCookie } from '../../context/sealed-cookie.js'
import { sha256Hex } from '../../crypto/digest.js'
import { Verification } from '../../errors/email-errors.js'
import type { CheckedPassword } from '../../model/password.js'
import { operationsOf } from '../../store/operations.js'
import { signedOutEverywhere } from '../../store/sessions.js'
import { idOf } from '../../store/user-id.js'
import type { PendingLink } from '../pending-change.js'

/** What a sign-in with the right password still needs. */
export type MissingStep = 'proof of the address' | 'new password'

/** A sign-in whose password was right, but which must not have a session yet. */
export interface PendingPassword {
  readonly wants: MissingStep
  readonly userId: string
  /** The stamp of the password that was right. A new password ends the pending sign-in. */
  readonly stamp: string
  /** When the sign-in began, in seconds since the epoch, with fractions. */
  readonly at: number
  readonly callbackUrl?: string | undefined
  /** The name that the visitor typed, in the form that the limits use. */
  readonly typed?: string | undefined
  /** The link that proves the address. It is used up with the sign-in, after the second factor. */
  readonly link?: PendingLink | undefined
}

const cookie = sealedCookie<PendingPassword>('password-pending')

/** Seconds in which the visitor can do what is missing. Later, the password is asked again. */
const lifetime = 30 * 60

/** Remembers in a sealed cookie that this browser knew the password. */
export async function keepPending(
  ctx: RouteContext,
  { user, stored: { stamp } }: CheckedPassword,
  { callbackUrl, ...rest }: Omit<PendingPassword, 'userId' | 'stamp'>,
): Promise<void> {
  const kept = { userId: idOf(user), stamp, callbackUrl: cookieCallbackUrl(callbackUrl) }
  await cookie.keep(ctx, { ...rest, ...kept }, lifetime)
}

/**
 * Returns the pending sign-in of this browser that needs this step. It has to be checked with
 * {@link openPending}.
 */
export async function findPending(
  ctx: Context,
  wants: MissingStep,
): Promise<PendingPassword | undefined> {
  const pending = await cookie.find(ctx)
  // A browser may keep a cookie for longer than it was told to.
  const isCurrent = pending && ctx.startedAt - pending.at < lifetime
  return isCurrent && pending.wants === wants ? pending : undefined
}

/** Returns the user and the password of a pending sign-in. Throws if either is no longer the same. */
export async function openPending(
  ctx: SignInContext,
  { userId, stamp, at }: PendingPassword,
): Promise<CheckedPassword> {
  const operations = operationsOf(ctx)
  const user = await operations.findStored(userId)
  const stored = user && (await operations.passwords.find(userId))
  if (!user || stored?.stamp !== stamp) {
    throw new Verification('The password was changed after the sign-in began. Sign in again.')
  }
  if (await operations.isSignInRevoked(userId, at)) throw new Verification(signedOutEverywhere)
  return { user, stored }
}

export function dropPending(ctx: RouteContext): void {
  cookie.drop(ctx)
}

/** Returns a text by which a form names the pending sign-in that its page shows. */
export async function namePending({ userId, stamp }: PendingPassword): Promise<string> {
  return sha256Hex(JSON.stringify(['pending', userId, stamp]))
}
