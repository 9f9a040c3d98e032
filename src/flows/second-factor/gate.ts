import type { SignInContext } from '../../context/context.js'
import { loadSecondFactorFlows, type Gate } from './load-flows.js'

/**
 * Opens the gate that every sign-in passes before it gets a session. Undefined if the app has no
 * second factors.
 */
export async function openGate(ctx: SignInContext): Promise<Gate | undefined> {
  const { secondFactor } = ctx.config
  if (!secondFactor) return undefined
  const { openGate: open } = await loadSecondFactorFlows(secondFactor)
  return open(ctx, secondFactor)
}
