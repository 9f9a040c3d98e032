import type { ResolvedSecondFactor } from '../../config/second-factor.js'
import type { Context } from '../../context/context.js'
import type { AdapterFactor } from '../../model/adapter.js'
import { operationsOf } from '../../store/operations.js'

/** What a user has set up, as the database says it at this moment. */
export interface UserFactors {
  readonly userId: string
  /** The authenticator apps. */
  readonly apps: readonly AdapterFactor[]
  readonly recoveryCodes: readonly AdapterFactor[]
  /** The browsers that are not asked again. */
  readonly devices: readonly AdapterFactor[]
}

/** Reads what a user has set up. Expired rows are left out. */
export async function findFactors(ctx: Context, userId: string): Promise<UserFactors> {
  const rows = await operationsOf(ctx).factors.list(userId)
  const living = rows.filter(({ expires }) => !expires || expires.getTime() > ctx.now * 1000)
  const ofType = (type: AdapterFactor['type']): readonly AdapterFactor[] =>
    living.filter((row) => row.type === type)
  return {
    userId,
    apps: ofType('totp'),
    recoveryCodes: ofType('recovery-code'),
    devices: ofType('device'),
  }
}

/**
 * Whether a user has a second factor. Recovery codes alone do not count, because they only replace a
 * factor that is lost.
 */
export function isEnrolled({ types }: ResolvedSecondFactor, { apps }: UserFactors): boolean {
  return types.has('totp') && apps.length > 0
}

/** Whether a user has a second factor. */
export async function hasFactor(
  ctx: Context,
  secondFactor: ResolvedSecondFactor,
  userId: string,
): Promise<boolean> {
  return isEnrolled(secondFactor, await findFactors(ctx, userId))
}
