import type { Log } from '../config/logger.js'
import type { Store } from '../config/store.js'
import type { Attempt, LimitStore } from '../model/limits.js'
import { isDuplicate } from './is-duplicate.js'

/** Whether something is spent for the first time: of any number of callers one hears yes. */
export type SpendOnce = (attempt: Attempt) => Promise<boolean>

/** Lets something be spent again. The attempt ends before it begins, so that its count starts anew. */
export type Unspend = (end: Attempt) => Promise<void>

/**
 * In one process by memory. Among several by the database: an adapter that counts attempts counts
 * this, and others refuse a second token with the same key.
 */
export function openSpending(store: Store, spent: LimitStore, log: Log): SpendOnce {
  const spend = chooseSpending(store, log)
  return async (attempt) => {
    if ((await spent.countAttempt(attempt)).count !== 1) return false
    try {
      return await spend(attempt)
    } catch (thrown) {
      // A failure is no use: whoever tries again is answered by the database.
      await spent.countAttempt({ ...attempt, now: attempt.expires, expires: attempt.now })
      throw thrown
    }
  }
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

/** Takes back what {@link openSpending} has counted or written. */
export function openUnspending(store: Store, spent: LimitStore): Unspend {
  const forget = chooseForgetting(store)
  return async (end) => {
    await spent.countAttempt(end)
    await forget(end)
  }
}

function chooseForgetting(store: Store): (end: Attempt) => Promise<unknown> {
  if (store.has('countAttempt')) return (end) => store.call('countAttempt', end)
  if (!store.has('useVerificationToken')) return async () => undefined
  return ({ key }) => store.call('useVerificationToken', { identifier: key, token: key })
}
