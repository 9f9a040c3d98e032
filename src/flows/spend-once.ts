import type { Context } from '../context/context.js'
import { mac } from '../crypto/mac.js'
import { operationsOf } from '../store/operations.js'

/** Whether something is spent for the first time. The database knows it by a keyed hash. */
export async function spendOnce(ctx: Context, what: string, expires: number): Promise<boolean> {
  const key = await keyOf(ctx, what)
  const now = new Date(ctx.now * 1000)
  return operationsOf(ctx).spendOnce({ key, now, expires: new Date(expires * 1000) })
}

/** Lets something be spent again whose work has failed. Never throws: the failure is what counts. */
export async function unspend(ctx: Context, what: string, expires: number): Promise<void> {
  const key = await keyOf(ctx, what)
  // At its end a count begins again, and one that ends now leaves the next caller the first.
  const end = { key, now: new Date(expires * 1000), expires: new Date(ctx.now * 1000) }
  await operationsOf(ctx)
    .unspend(end)
    .catch((error: unknown) => ctx.log.error(error))
}

async function keyOf({ config: { secrets } }: Context, what: string): Promise<string> {
  const [secret = ''] = secrets
  return `spent:${await mac(what, secret, 'spend once')}`
}
