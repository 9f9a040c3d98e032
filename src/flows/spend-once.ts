import type { Context } from '../context/context.js'
import { sha256Hex } from '../crypto/digest.js'
import { operationsOf } from '../store/operations.js'

/**
 * Whether a value is used for the first time. It must be random or public, because the database stores
 * its hash, which depends on no secret: a value that was used stays used when the app's secret changes.
 */
export async function spendOnce(ctx: Context, what: string, expires: number): Promise<boolean> {
  const key = await keyOf(what)
  const now = new Date(ctx.now * 1000)
  return operationsOf(ctx).spendOnce({ key, now, expires: new Date(expires * 1000) })
}

/**
 * Lets a value be used again if its work failed. It never throws, because the first failure matters
 * more.
 */
export async function unspend(ctx: Context, what: string, expires: number): Promise<void> {
  const key = await keyOf(what)
  // A count restarts when it expires. This one expires now, so the next caller is the first again.
  const end = { key, now: new Date(expires * 1000), expires: new Date(ctx.now * 1000) }
  await operationsOf(ctx)
    .unspend(end)
    .catch((error: unknown) => ctx.log.error(error))
}

async function keyOf(what: string): Promise<string> {
  return sha256Hex(`spend once: ${what}`, 'spent:')
}
