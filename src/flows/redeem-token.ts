import type { Context } from '../context/context.js'
import { requireStore } from '../context/require-store.js'
import { sha256Hex } from '../crypto/digest.js'
import type { VerificationToken } from '../model/adapter.js'
import { oneAtATime } from './one-at-a-time.js'

/**
 * Takes a verification token out of the database, for one caller only; `null` for all others.
 *
 * Adapters that look first and delete second give one token to several. Among those the one wins
 * who can still leave a receipt: the table takes no two alike. Where it does, and in one process,
 * they come one after the other.
 */
export async function redeemToken(
  ctx: Context,
  { identifier, token }: Pick<VerificationToken, 'identifier' | 'token'>,
): Promise<VerificationToken | null> {
  const store = requireStore(ctx)
  const params = { identifier, token }
  if (store.has('consumeVerificationToken')) return store.call('consumeVerificationToken', params)
  const whose = await sha256Hex(JSON.stringify([identifier, token]))
  return oneAtATime(`redeem:${whose}`, async () => {
    const found = await store.call('useVerificationToken', params)
    if (!found) return null
    const receipt = { identifier: `redeemed:${whose}`, token: whose, expires: found.expires }
    try {
      await store.call('createVerificationToken', receipt)
      return found
    } catch (cause) {
      ctx.log.warn('token-redeemed-twice', 'A token was redeemed by someone else just now.', cause)
      return null
    }
  })
}

/** Undoes a redemption that led to nothing: the token can be redeemed once, as before. */
export async function returnToken(ctx: Context, redeemed: VerificationToken): Promise<void> {
  const store = requireStore(ctx)
  const { identifier, token, expires } = redeemed
  if (!store.has('consumeVerificationToken')) {
    const whose = await sha256Hex(JSON.stringify([identifier, token]))
    await store.call('useVerificationToken', { identifier: `redeemed:${whose}`, token: whose })
  }
  await store.call('createVerificationToken', { identifier, token, expires })
}
