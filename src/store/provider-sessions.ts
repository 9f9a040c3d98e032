import type { Store } from '../config/store.js'
import { waitingLifetime } from '../context/waiting-sign-in.js'
import { mac } from '../crypto/mac.js'
import type { AdapterSessionDetails } from '../model/adapter.js'
import type { AttemptCount } from '../model/limits.js'
import { attemptLifetime } from '../oauth/attempt.js'
import type { AccountKeys } from './account-keys.js'
import { deleteSession } from './delete-session.js'
import { findUserByAccount } from './find-user.js'
import { clockTolerance, type SessionRules } from './revocation.js'

/** A session at a provider (`sid`) in which sessions of ours began. */
export interface ProviderSession {
  readonly provider: string
  readonly providerSessionId: string
}

/** Ends sessions because the user signed out at the provider. */
export interface ProviderSessions {
  /** Ends the sessions that began with one session at the provider. */
  readonly end: (session: ProviderSession) => Promise<void>
  /** Ends an account's sessions at this provider that began by `latest`, in milliseconds. */
  readonly endOfAccount: (account: AccountKeys, latest: number) => Promise<void>
  /** Ends a user's sessions that began at a provider, whichever account they began with. */
  readonly endOfUser: (userId: string, provider: string) => Promise<void>
  /**
   * Whether the provider's session, or all sessions of the account, ended after a sign-in began.
   * Call it after the session was written.
   */
  readonly hasEnded: (of: ProviderSession | AccountKeys, startedAt: number) => Promise<boolean>
}

/**
 * Milliseconds for which an end is recorded. No sign-in at a provider takes longer: after the visit to the
 * provider, it may wait for a second factor, and then for the user to keep an account that is to be deleted.
 */
const noteAge = (attemptLifetime + 2 * waitingLifetime + clockTolerance) * 1000

/**
 * A logout records the end first and deletes the rows second. A sign-in writes its row first and
 * looks for the record second, so that one of the two sees the other. The record is a count of
 * attempts. Without `countAttempt`, only this process knows it.
 */
export function openProviderSessions(
  store: Store,
  { hasRows, clock, secrets }: SessionRules,
): ProviderSessions {
  const canEnd = hasRows && store.has('deleteSessionsByProviderSession')
  const canEndOfAccount = hasRows && store.has('listSessionsByUserId')

  const count = async (
    of: ProviderSession | AccountKeys,
    now: number,
    expires: number,
  ): Promise<AttemptCount> => {
    const [secret] = secrets
    const name = JSON.stringify(namesOf(of))
    const key = `ended:${await mac(name, secret, 'provider session')}`
    const attempt = { key, now: new Date(now), expires: new Date(expires) }
    return store.has('countAttempt')
      ? store.call('countAttempt', attempt)
      : store.memory.ended.countAttempt(attempt)
  }

  /** A count restarts when it expires. So a later end replaces an earlier one, and never the reverse. */
  const note = async (of: ProviderSession | AccountKeys): Promise<void> => {
    const expires = clock() + noteAge
    await count(of, expires, expires)
  }

  const deleteWhere = async (
    userId: string,
    isMeant: (row: AdapterSessionDetails) => boolean,
  ): Promise<void> => {
    try {
      const rows = await store.call('listSessionsByUserId', userId)
      for (const { sessionToken } of rows.filter(isMeant)) await deleteSession(store, sessionToken)
    } finally {
      store.memory.alive.forgetAll()
    }
  }

  return {
    end: async (session) => {
      await note(session)
      try {
        await store.call('deleteSessionsByProviderSession', session)
      } finally {
        store.memory.alive.forgetAll()
      }
    },
    endOfAccount: async (account, latest) => {
      const user = await findUserByAccount(store, account)
      await note(account)
      if (!user) return
      await deleteWhere(user.id, ({ provider, createdAt }) => {
        const began = createdAt ? new Date(createdAt).getTime() : 0
        return provider === account.provider && began <= latest
      })
    },
    endOfUser: (userId, provider) => deleteWhere(userId, (row) => row.provider === provider),
    hasEnded: async (of, startedAt) => {
      if (!('providerSessionId' in of ? canEnd : canEndOfAccount)) return false
      // A count that has already expired records nothing, and an existing record keeps its time.
      const now = clock()
      const noted = await count(of, now, now - noteAge)
      return noted.count > 1 && startedAt * 1000 <= new Date(noted.expires).getTime() - noteAge
    },
  }
}

/** Lists of different lengths, so that a `sid` never equals an account's id. */
function namesOf(of: ProviderSession | AccountKeys): readonly string[] {
  return 'providerSessionId' in of
    ? [of.provider, of.providerSessionId]
    : [of.provider, 'account', of.providerAccountId]
}
