import type { Log } from '../config/logger.js'
import type { Store } from '../config/store.js'
import type { Attempt, LimitStore } from '../model/limits.js'
import { isDuplicate } from './is-duplicate.js'

/** Whether something is spent for the first time: of any number of callers one hears yes. */
export type SpendOnce = (attempt: Attempt) => Promise<boolean>

/**
 * In one process by memory. Among several by the database: an adapter that counts attempts counts
 * this, and others refuse a second token with the same key.
 */
export function openSpending(store: Store, spent: LimitStore, log: Log): SpendOnce {
  const spend = chooseSpending(store, log)
  return async (attempt) => (await spent.countAttempt(attempt)).count === 1 && spend(attempt)
}

function chooseSpending(store: Store, log: Log): SpendOnce {
  if (store.has('countAttempt')) {
    return async (attempt) => (await store.call('countAttempt', attempt)).count === 1
  }
  if (!store.has('createVerificationToken')) return async () => true
  return async ({ key, expires }) => {
    try {
      await store.call('createVerificationToken', { identifier: key, token: key, expires })
      return true
    } catch (cause) {
      if (!isDuplicate(cause)) throw cause
      log.warn('spent-twice', 'Something that works once was tried again.', cause)
      return false
    }
  }
}
