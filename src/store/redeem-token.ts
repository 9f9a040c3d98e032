import type { Log } from '../config/logger.js'
import type { Store } from '../config/store.js'
import { sha256Hex } from '../crypto/digest.js'
import type { VerificationToken } from '../model/adapter.js'
import { isDuplicate } from './is-duplicate.js'
import { runExclusive } from './run-exclusive.js'

type TokenKeys = Pick<VerificationToken, 'identifier' | 'token'>

/**
 * Removes a verification token from the database and returns it to one caller. All other callers
 * get `null`.
 */
export type RedeemToken = (keys: TokenKeys) => Promise<VerificationToken | null>

/** Restores a token if its redemption failed, so that it can be redeemed once again. */
export type RestoreToken = (token: VerificationToken) => Promise<void>

/**
 * An adapter that reads first and deletes second may return one token to several callers. Only the
 * first of them can write a receipt, because the table refuses a duplicate. That caller wins.
 */
export function openRedemption(store: Store, log: Log): RedeemToken {
  const redeem = chooseRedemption(store, log)
  return async (keys) => {
    const found = await redeem(keys)
    // A collation that ignores accents also finds the mail to another address, and some adapters
    // look for the token alone.
    return found?.identifier === keys.identifier ? found : null
  }
}

function chooseRedemption(store: Store, log: Log): RedeemToken {
  if (store.has('consumeVerificationToken')) {
    return ({ identifier, token }) => store.call('consumeVerificationToken', { identifier, token })
  }
  return async ({ identifier, token }) => {
    const name = await receiptName({ identifier, token })
    return runExclusive(store.memory, `redeem:${name}`, async () => {
      const found = await store.call('useVerificationToken', { identifier, token })
      if (!found) return null
      const receipt = { identifier: `redeemed:${name}`, token: name, expires: found.expires }
      return (await isFirstReceipt(store, log, receipt)) ? found : null
    })
  }
}

/** Undoes {@link openRedemption}. It removes the receipt before it restores the token. */
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
