import type { Context } from '../../context/context.js'
import { SessionRequired } from '../../errors/request-errors.js'
import { strategyOf } from '../../session/choose-strategy.js'
import type { CurrentUser } from '../../session/strategy.js'
import { requireProof } from '../confirm/require-proof.js'
import { findFactors, hasSetUp, type UserFactors } from './ways.js'

/** The signed-in user, who has just confirmed their identity, and what they have set up. */
export interface ConfirmedUser extends CurrentUser {
  readonly factors: UserFactors
}

/** Returns the signed-in user. */
export async function requireUser(ctx: Context): Promise<CurrentUser> {
  const current = await strategyOf(ctx).currentUser(ctx)
  if (current) return current
  throw new SessionRequired('Only a signed-in user can change second factors.')
}

/**
 * Requires the signed-in user, and a recent proof of identity. A user who has a second factor must
 * have proven it.
 */
export async function requireConfirmedUser(ctx: Context): Promise<ConfirmedUser> {
  const current = await requireUser(ctx)
  const factors = await findFactors(ctx, current.user.id)
  const proven = await current.findAuthentication()
  requireProof(ctx, proven, { factors: hasSetUp(factors) ? 2 : 1 })
  return { ...current, factors }
}
