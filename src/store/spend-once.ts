import type { Log } from '../config/logger.js'
import type { Store } from '../config/store.js'
import type { Attempt, LimitStore } from '../model/limits.js'
import { isDuplicate } from './is-duplicate.js'

/** Spends a one-time value. Of any number of callers, exactly one gets `true`. */
export type SpendOnce = (attempt: Attempt) => Promise<boolean>

/** Lets a value be spent again. The attempt ends before it begins, so that its count restarts. */
export type Unspend = (end: Attempt) => Promise<void>

/**
 * Within one process, memory prevents a second use. Between processes, the database does. An
 * adapter that counts attempts counts the use. Other adapters refuse a second token with the same
 * key.
 */
export function openSpending(store: Store, spent: LimitStore, log: Log): SpendOnce {
  const spend = chooseSpending(store, log)
  return async (attempt) => {
    if ((await spent.countAttempt(attempt)).count !== 1) return false
    try {
      return await spend(attempt)
    } catch (thrown) {
      // A failure does not count as a use. On a retry the database decides.
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

/** Undoes what {@link openSpending} counted or wrote. */
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
