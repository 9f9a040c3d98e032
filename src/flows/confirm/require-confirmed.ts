import type { Context } from '../../context/context.js'
import type { CurrentUser } from '../../session/strategy.js'
import { loadSecondFactorFlows } from '../second-factor/load-flows.js'
import { requireProof } from './require-proof.js'

/**
 * Requires a recent proof of identity before the signed-in user changes how they sign in, exports
 * their data or deletes the account, because an old session may be stolen. A user who has a second
 * factor must have proven it. Without `account` and `secondFactor`, nothing is required.
 */
export async function requireConfirmed(
  ctx: Context,
  current: CurrentUser,
  { hasTypedPassword = false }: { readonly hasTypedPassword?: boolean } = {},
): Promise<void> {
  const { account, secondFactor } = ctx.config
  if (!account && !secondFactor) return
  const flows = secondFactor && (await loadSecondFactorFlows(secondFactor))
  const factors = (await flows?.hasFactor(ctx, current)) ? 2 : 1
  // The password that the form contains is a proof too, but only of one factor.
  if (factors === 1 && hasTypedPassword) return
  requireProof(ctx, await current.findAuthentication(), { factors })
}
