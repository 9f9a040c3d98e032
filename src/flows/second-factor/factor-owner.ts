import type { Context } from '../../context/context.js'
import { pendingSignIn, type PendingSignIn } from '../../context/waiting-sign-in.js'
import { UnknownAction } from '../../errors/request-errors.js'
import type { AdapterUser } from '../../model/adapter.js'
import type { CurrentUser } from '../../session/strategy.js'
import { requireWaitingUser } from '../suspend-sign-in.js'
import { requireConfirmedUser } from './confirmed-user.js'
import { findFactors, isEnrolled, type UserFactors } from './ways.js'

/** The user who sets up a factor: in a session, or in a sign-in that needs one. */
export interface FactorOwner {
  readonly user: AdapterUser
  readonly factors: UserFactors
  /** Names the session or the pending sign-in. */
  readonly key: string
  readonly pending: PendingSignIn | undefined
  readonly session: CurrentUser | undefined
}

/**
 * Returns the user who may set up an authenticator app in this browser. Throws if the app does not
 * offer them. Nothing would ask for such a factor, and its recovery codes would stay behind unseen.
 */
export async function requireFactorOwner(ctx: Context): Promise<FactorOwner> {
  if (!ctx.config.secondFactor?.types.has('totp')) {
    throw new UnknownAction('`secondFactor.methods` has no `authenticatorApp()`.')
  }
  return (await findPendingOwner(ctx)) ?? requireSessionOwner(ctx)
}

/**
 * A pending sign-in may set up the first factor only. If the user has one by now, for example from
 * another device, the sign-in must prove that one.
 */
async function findPendingOwner(ctx: Context): Promise<FactorOwner | undefined> {
  const pending = await pendingSignIn.find(ctx)
  if (!pending?.mustSetUp || pending.mustProve) return undefined
  const factors = await findFactors(ctx, pending.userId)
  if (isEnrolled(factors, pending)) return undefined
  const user = await requireWaitingUser(ctx, pending)
  return { user, factors, key: `pending:${pending.id}`, pending, session: undefined }
}

async function requireSessionOwner(ctx: Context): Promise<FactorOwner> {
  const session = await requireConfirmedUser(ctx)
  const { user, factors, sessionKey } = session
  return { user, factors, key: `session:${sessionKey ?? user.id}`, pending: undefined, session }
}
