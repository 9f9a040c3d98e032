import type { Context } from '../context/context.js'
import { requireStore } from '../context/require-store.js'
import { mac } from '../crypto/mac.js'

/**
 * Whether something is spent for the first time; of any number of callers one hears yes.
 *
 * In one process by memory. Among several by the database: an adapter that counts attempts counts
 * this, and of the others those will do whose table of tokens takes no two alike.
 */
export async function spendOnce(ctx: Context, what: string, expires: number): Promise<boolean> {
  const [secret = ''] = ctx.config.secrets
  const key = `spent:${await mac(what, secret, 'spend once')}`
  const attempt = { key, now: new Date(ctx.now * 1000), expires: new Date(expires * 1000) }
  const here = await ctx.config.runtime.spent.countAttempt(attempt)
  if (here.count > 1) return false
  const store = requireStore(ctx)
  if (store.has('countAttempt')) return (await store.call('countAttempt', attempt)).count === 1
  if (!store.has('createVerificationToken')) return true
  const receipt = { identifier: key, token: key, expires: attempt.expires }
  return store.call('createVerificationToken', receipt).then(
    () => true,
    (cause: unknown) => {
      ctx.log.warn('spent-twice', 'Something that works once was tried again.', cause)
      return false
    },
  )
}
