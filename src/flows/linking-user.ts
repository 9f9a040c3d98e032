import type { Context } from '../context/context.js'
import { AccountNotLinked } from '../errors/request-errors.js'
import { strategyOf } from '../session/choose-strategy.js'
import type { CurrentUser } from '../session/strategy.js'
import { operationsOf } from '../store/operations.js'
import { signedOutEverywhere, type SignInStart } from '../store/sessions.js'
import { idOf } from '../store/user-id.js'
import { requireProof } from './confirm/require-proof.js'
import { loadSecondFactorFlows } from './second-factor/load-flows.js'

/**
 * Returns the user who requested a link. The user must still be signed in when the flow ends. A
 * user who has signed out everywhere since must request the link again, even after a new sign-in.
 */
export async function requireLinkingUser(
  ctx: Context,
  userId: string,
  start: SignInStart,
): Promise<CurrentUser> {
  const linkingUser = await strategyOf(ctx).currentUser(ctx)
  if (!linkingUser || idOf(linkingUser.user) !== userId) {
    throw new AccountNotLinked('The user who asked to link the account is no longer signed in.')
  }
  if (await operationsOf(ctx).isSignInRevoked(linkingUser.user.id, start.at)) {
    throw start.refusal(signedOutEverywhere)
  }
  return linkingUser
}

/**
 * Like {@link requireLinkingUser}, for a flow that adds a way to sign in. The user may have set up a
 * second factor since it began. The session must then have proven it.
 */
export async function requireAddingUser(
  ctx: Context,
  userId: string,
  start: SignInStart,
): Promise<CurrentUser> {
  const current = await requireLinkingUser(ctx, userId, start)
  const { secondFactor } = ctx.config
  const flows = secondFactor && (await loadSecondFactorFlows(secondFactor))
  if (await flows?.hasFactor(ctx, current)) {
    // The flow began with a recent proof. The visit to the provider may have taken some time.
    const needed = { factors: 2, maxAge: longestVisit } as const
    requireProof(ctx, await current.findAuthentication(), needed)
  }
  return current
}

/** Seconds after which every attempt and ceremony has expired. */
const longestVisit = 60 * 60
