import type { Context } from '../../context/context.js'
import type { CurrentUser } from '../../session/strategy.js'
import { requireProof } from '../confirm/require-proof.js'
import { loadSecondFactorFlows } from '../second-factor/load-flows.js'

/**
 * Requires a recent proof of identity, because an old session may be stolen. A user who has a second
 * factor must have proven it.
 */
export async function requireFresh(ctx: Context, current: CurrentUser): Promise<void> {
  const { secondFactor } = ctx.config
  const flows = secondFactor && (await loadSecondFactorFlows(secondFactor))
  const factors = (await flows?.hasFactor(ctx, current)) ? 2 : 1
  requireProof(ctx, await current.findAuthentication(), { factors })
}
