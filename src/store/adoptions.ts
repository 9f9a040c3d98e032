import type { Store } from '../config/store.js'
import type { AdapterSession } from '../model/adapter.js'
import { findSession } from './find-session.js'
import { markKeyOf, type SessionRules } from './revocation.js'

/** Records that a token of Auth.js was given a row, so that a sign-out can end the token for good. */
export interface Adoptions {
  /** Whether {@link recordAdoption} was called with this key. */
  readonly isAdopted: (key: string) => Promise<boolean>
  /** Returns false if the adoption was recorded before. */
  readonly recordAdoption: (adopted: AdapterSession) => Promise<boolean>
}

export function openAdoptions(store: Store, { secrets }: Pick<SessionRules, 'secrets'>): Adoptions {
  const isAdopted = async (key: string): Promise<boolean> => {
    for (const secret of secrets) {
      if (await findSession(store, await markKeyOf(key, 'adopted', secret))) return true
    }
    return false
  }
  return {
    isAdopted,
    recordAdoption: async ({ sessionToken: key, userId, expires }) => {
      const [secret] = secrets
      const sessionToken = await markKeyOf(key, 'adopted', secret)
      try {
        await store.call('createSession', { sessionToken, userId, expires })
        return true
      } catch (thrown) {
        if (await isAdopted(key)) return false
        throw thrown
      }
    },
  }
}
