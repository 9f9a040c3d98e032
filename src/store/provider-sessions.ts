import type { Store } from '../config/store.js'
import { mac } from '../crypto/mac.js'
import type { AttemptCount } from '../model/limits.js'
import type { SessionRules } from './revocation.js'

/** A session at a provider (`sid`) in which sessions of ours began. */
export interface ProviderSession {
  readonly provider: string
  readonly providerSessionId: string
}

/** Ends the sessions that began with one session at a provider. */
export interface ProviderSessions {
  readonly end: (session: ProviderSession) => Promise<void>
  /**
   * Whether the provider's session ended after a sign-in began. Call it after the session was
   * written.
   */
  readonly hasEnded: (session: ProviderSession, startedAt: number) => Promise<boolean>
}

/** Milliseconds for which an end is recorded. No sign-in at a provider takes longer. */
const noteAge = 15 * 60 * 1000

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

  const count = async (session: ProviderSession, age: number): Promise<AttemptCount> => {
    const [secret = ''] = secrets
    const name = JSON.stringify([session.provider, session.providerSessionId])
    const key = `ended:${await mac(name, secret, 'provider session')}`
    const now = clock()
    const attempt = { key, now: new Date(now), expires: new Date(now + age) }
    return store.has('countAttempt')
      ? store.call('countAttempt', attempt)
      : store.memory.endedAtProvider.countAttempt(attempt)
  }

  return {
    end: async (session) => {
      await count(session, noteAge)
      try {
        await store.call('deleteSessionsByProviderSession', session)
      } finally {
        store.memory.alive.forgetAll()
      }
    },
    hasEnded: async (session, startedAt) => {
      if (!canEnd) return false
      // A count that has already expired records nothing, and an existing record keeps its time.
      const noted = await count(session, -noteAge)
      return noted.count > 1 && startedAt * 1000 <= new Date(noted.expires).getTime() - noteAge
    },
  }
}
