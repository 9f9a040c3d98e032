import type { Context, SignInContext } from '../../context/context.js'
import { hasTwoFactors } from '../../session/authentication.js'
import { strategyOf } from '../../session/choose-strategy.js'
import type { CurrentUser } from '../../session/strategy.js'
import { operationsOf } from '../../store/operations.js'
import { requireConfirmed } from '../confirm/require-confirmed.js'
import { restartSessions } from '../end-sessions.js'
import { removeInTurn } from '../remove-in-turn.js'
import { removeCodes, type FormerCodes } from './former-codes.js'
import { lowerLevel } from './lower-level.js'
import { notifyFactorRemoved } from './notify-factor-removed.js'
import { findFactors, hasNone, hasSetUp, removeSubstitutes, type UserFactors } from './ways.js'

/** A second factor that was just removed. */
export interface RemovedFactor {
  /** What the owner is told. */
  readonly factor: 'app' | 'passkey'
  /** The recovery codes that the user had before. */
  readonly formerCodes: FormerCodes
}

/**
 * Ends what depended on a factor that was just removed. With the last one go the recovery codes and the
 * remembered browsers, and the session has one factor only.
 */
export async function finishRemoval(
  ctx: SignInContext,
  current: CurrentUser,
  { factor, formerCodes }: RemovedFactor,
): Promise<void> {
  const { user, sessionKey } = current
  let left: UserFactors
  let restartedAt: number | undefined
  try {
    // First, because a thief may have one of the other sessions. They may have begun with the factor.
    restartedAt = await restartSessions(ctx, user.id, sessionKey)
  } finally {
    // The owner is told, whatever fails.
    left = await notifyFactorRemoved(ctx, user, factor)
  }
  if (hasNone(left)) await removeRest(ctx, current, { left, formerCodes, restartedAt })
}

/**
 * Completes a removal of the last factor that has failed before its end. Does nothing if the user has a
 * factor, or if nothing is left to do.
 */
export async function completeRemoval(ctx: Context, asking: CurrentUser): Promise<void> {
  await removeInTurn(ctx, asking, async () => {
    // The first of two equal requests may have replaced the session. The new one must not end.
    const current = await strategyOf(ctx).currentUser(ctx)
    if (current?.user.id !== asking.user.id) return
    const left = await findFactors(ctx, current.user.id)
    const { recoveryCodes: formerCodes } = left
    const isHalfDone = formerCodes.length > 0 || hasTwoFactors(await current.findAuthentication())
    if (hasSetUp(left) || !isHalfDone) return
    await requireConfirmed(ctx, current)
    const restartedAt = await restartSessions(ctx, current.user.id, current.sessionKey)
    await removeRest(ctx, current, { left, formerCodes, restartedAt })
  })
}

interface Rest {
  readonly left: UserFactors
  readonly formerCodes: FormerCodes
  readonly restartedAt: number | undefined
}

async function removeRest(
  ctx: Context,
  current: CurrentUser,
  { left, formerCodes, restartedAt }: Rest,
): Promise<void> {
  // An authenticator app stays that was set up at the same moment, with its codes.
  await removeCodes(ctx, formerCodes)
  await operationsOf(ctx).factors.replace(current.user.id, 'device', [])
  await removeSubstitutes(ctx, left)
  // Last, because a session with two factors tells the next try that this one has failed.
  await lowerLevel(ctx, current, restartedAt)
}
