import type { Context } from './context.js'
import { findLastSignIn } from './last-sign-in.js'
import { clientAttempts, sharedFactor, type LimitedAttempt } from './limits.js'

/**
 * Returns the attempts of a client that has proven something: it is signed in, knows a password, or has
 * opened a mailed link. Strangers behind the same address must not stop it. `subject` names what was
 * proven and has a count that comes first, so that each uses up little of what the others share.
 */
export function provenAttempts(ctx: Context, ...subject: readonly string[]): LimitedAttempt[] {
  const ofSubject = { name: 'identifier', subject: JSON.stringify(subject) } as const
  return [ofSubject, ...clientAttempts(ctx, { isKnown: true })]
}

/** A signed-in user and the session. */
interface SessionUser {
  readonly user: { readonly id: string }
  readonly sessionKey: string | undefined
}

/**
 * Returns the attempts of a signed-in user. Each session has a count of its own, because a stolen one must
 * not use up those of the owner.
 */
export function sessionAttempts(
  ctx: Context,
  purpose: string,
  { user, sessionKey }: SessionUser,
  { isCheap = false }: { readonly isCheap?: boolean } = {},
): readonly LimitedAttempt[] {
  const [ofSession, ...ofClient] = provenAttempts(ctx, purpose, sessionKey ?? user.id)
  if (!ofSession) return ofClient
  // A user may have many things to remove, and removes them one by one.
  return [isCheap ? { ...ofSession, options: { factor: sharedFactor } } : ofSession, ...ofClient]
}

/** Returns the attempts of a browser in which a user has signed in before, or of a client. */
export async function browserAttempts(
  ctx: Context,
  purpose: string,
): Promise<readonly LimitedAttempt[]> {
  const last = await findLastSignIn(ctx)
  return last ? provenAttempts(ctx, purpose, last.browser) : clientAttempts(ctx)
}
