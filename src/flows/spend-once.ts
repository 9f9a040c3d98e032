import type { Context } from '../context/context.js'
import { mac } from '../crypto/mac.js'
import { operationsOf } from '../store/operations.js'

/** Whether a value is used for the first time. The database stores it as a keyed hash. */
export async function spendOnce(ctx: Context, what: string, expires: number): Promise<boolean> {
  const key = await keyOf(ctx, what)
  const now = new Date(ctx.now * 1000)
  return operationsOf(ctx).spendOnce({ key, now, expires: new Date(expires * 1000) })
}

/**
 * Lets a value be used again if its work failed. It never throws, because the first failure matters
 * more.
 */
export async function unspend(ctx: Context, what: string, expires: number): Promise<void> {
  const key = await keyOf(ctx, what)
  // A count restarts when it expires. This one expires now, so the next caller is the first again.
  const end = { key, now: new Date(expires * 1000), expires: new Date(ctx.now * 1000) }
  await operationsOf(ctx)
    .unspend(end)
    .catch((error: unknown) => ctx.log.error(error))
}

async function keyOf({ config: { secrets } }: Context, what: string): Promise<string> {
  const [secret] = secrets
  return `spent:${await mac(what, secret, 'spend once')}`
}
