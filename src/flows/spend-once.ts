import type { Context } from '../context/context.js'
import { mac } from '../crypto/mac.js'
import { operationsOf } from '../store/operations.js'

/** Whether something is spent for the first time. The database knows it by a keyed hash. */
export async function spendOnce(ctx: Context, what: string, expires: number): Promise<boolean> {
  const [secret = ''] = ctx.config.secrets
  const key = `spent:${await mac(what, secret, 'spend once')}`
  const now = new Date(ctx.now * 1000)
  return operationsOf(ctx).spendOnce({ key, now, expires: new Date(expires * 1000) })
}
