import type { Context, RouteContext } from '../../context/context.js'
import type { RedirectOutcome } from '../../context/outcome.js'
import { pendingSignIn, type PendingSignIn } from '../../context/waiting-sign-in.js'
import { PendingSignInLost } from '../../errors/second-factor-errors.js'
import type { User } from '../../model/records.js'
import { mergeMethods } from '../../session/authentication.js'
import { finishSignIn } from '../finish-sign-in.js'
import { resumeSignIn, spendWaiting } from '../suspend-sign-in.js'
import { applyChange } from './apply-change.js'

/** Returns the sign-in of this browser that waits for a second factor. */
export async function requirePendingSignIn(ctx: Context): Promise<PendingSignIn> {
  const pending = await pendingSignIn.find(ctx)
  if (!pending) throw new PendingSignInLost('No sign-in waits for a second factor in this browser.')
  ctx.notes.userId = pending.userId
  return pending
}

/**
 * Makes the change that a pending sign-in waited with and issues its session, after its second factor
 * was proven. The first factor of a user ends the user's other sessions, because they began without
 * it.
 */
export async function finishPendingSignIn(
  ctx: RouteContext,
  pending: PendingSignIn,
  user: User,
  { amr, isFirstFactor = false }: ProvenMethods,
): Promise<RedirectOutcome> {
  await spendWaiting(ctx, pending)
  const changed = await applyChange(ctx, pending)
  const resumed = resumeSignIn(ctx, pending, changed?.user ?? user)
  const { start, evidence } = resumed
  return finishSignIn(ctx, {
    ...resumed,
    evidence: changed?.evidence ?? evidence,
    start: { ...start, restartedAt: changed?.restartedAt ?? start.restartedAt },
    authentication: {
      // The code of a factor that was just set up proves nothing about the user.
      at: isFirstFactor ? pending.authenticatedAt : ctx.now,
      amr: mergeMethods(pending.amr, amr),
    },
    endsOthersOf: isFirstFactor ? pending.userId : undefined,
  })
}

/** What the user of a pending sign-in has just proven. */
interface ProvenMethods {
  /** How RFC 8176 names it. */
  readonly amr: readonly string[]
  /** Whether the user has set up the first second factor in this sign-in. */
  readonly isFirstFactor?: boolean
}
