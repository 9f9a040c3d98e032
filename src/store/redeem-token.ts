import type { Log } from '../config/logger.js'
import type { Store } from '../config/store.js'
import { sha256Hex } from '../crypto/digest.js'
import type { VerificationToken } from '../model/adapter.js'
import { isDuplicate } from './is-duplicate.js'
import { runExclusive } from './run-exclusive.js'

type TokenKeys = Pick<VerificationToken, 'identifier' | 'token'>

/** Takes a verification token out of the database, for one caller only; `null` for all others. */
export type RedeemToken = (keys: TokenKeys) => Promise<VerificationToken | null>

/** Puts a token back whose redemption led to nothing, so that it can be redeemed once, as before. */
export type RestoreToken = (token: VerificationToken) => Promise<void>

/**
 * Adapters that look first and delete second give one token to several callers. Among those the one
 * wins that can still write a receipt, because the table takes no two alike.
 */
export function openRedemption(store: Store, log: Log): RedeemToken {
  if (store.has('consumeVerificationToken')) {
    return ({ identifier, token }) => store.call('consumeVerificationToken', { identifier, token })
  }
  return async ({ identifier, token }) => {
    const name = await receiptName({ identifier, token })
    return runExclusive(store.memory.turns, `redeem:${name}`, async () => {
      const found = await store.call('useVerificationToken', { identifier, token })
      if (!found) return null
      const receipt = { identifier: `redeemed:${name}`, token: name, expires: found.expires }
      return (await isFirstReceipt(store, log, receipt)) ? found : null
    })
  }
}

/** Undoes what {@link openRedemption} has done: the receipt goes before the token comes back. */
export function openRestoring(store: Store): RestoreToken {
  const hasReceipts = !store.has('consumeVerificationToken')
  return async ({ identifier, token, expires }) => {
    if (hasReceipts) {
      const name = await receiptName({ identifier, token })
      await store.call('useVerificationToken', { identifier: `redeemed:${name}`, token: name })
    }
    await store.call('createVerificationToken', { identifier, token, expires })
  }
}

async function receiptName({ identifier, token }: TokenKeys): Promise<string> {
  return sha256Hex(JSON.stringify([identifier, token]))
}

async function isFirstReceipt(
  store: Store,
  log: Log,
  receipt: VerificationToken,
): Promise<boolean> {
  try {
    await store.call('createVerificationToken', receipt)
    return true
  } catch (cause) {
    if (!isDuplicate(cause)) throw cause
    log.warn('token-redeemed-twice', 'A parallel request redeemed the token first.', cause)
    return false
  }
}
