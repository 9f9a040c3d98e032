import type { Context } from '../../context/context.js'
import type { AdapterFactor } from '../../model/adapter.js'
import { requireUser } from './confirmed-user.js'
import type { ListedFactor, ListedFactors } from './load-flows.js'
import { findFactors } from './ways.js'

/** Returns what the signed-in user has set up, without secrets. */
export async function listFactors(ctx: Context): Promise<ListedFactors> {
  const { user } = await requireUser(ctx)
  const { apps, devices, recoveryCodes } = await findFactors(ctx, user.id)
  return {
    apps: apps.map(toListed),
    devices: devices.map(toListed),
    recoveryCodes: recoveryCodes.length,
  }
}

function toListed({ id, name, createdAt, lastUsedAt, expires }: AdapterFactor): ListedFactor {
  return { id, name, createdAt, lastUsedAt, expires }
}
