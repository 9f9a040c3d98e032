import type { Store } from '../config/store.js'
import type { AdapterAuthenticator, AdapterUser } from '../model/adapter.js'
import { idOf } from './user-id.js'

/** Finds a passkey and the user who owns it through its account at a provider. */
export async function findPasskey(
  store: Store,
  credentialID: string,
  provider: string,
): Promise<{ readonly authenticator: AdapterAuthenticator; readonly user: AdapterUser } | null> {
  const authenticator = await store.call('getAuthenticator', credentialID)
  // A database that ignores case also finds rows with other ids.
  if (authenticator?.credentialID !== credentialID) return null
  const { providerAccountId, userId } = authenticator
  const user = await store.call('getUserByAccount', { provider, providerAccountId })
  const isOwner = user && idOf(user) === idOf({ id: userId })
  return isOwner ? { authenticator, user } : null
}

/**
 * Returns the passkeys of a user. A passkey whose account was removed cannot be used, so it is left
 * out if the adapter lists accounts.
 */
export type ListPasskeys = (userId: string) => Promise<readonly AdapterAuthenticator[]>

export function openPasskeyList(store: Store): ListPasskeys {
  const list: ListPasskeys = (userId) => store.call('listAuthenticatorsByUserId', userId)
  if (!store.has('listAccountsByUserId')) return list
  return async (userId) => {
    const rows = await list(userId)
    if (rows.length === 0) return rows
    const accounts = await store.call('listAccountsByUserId', userId)
    const ids = new Set(
      accounts.filter(({ type }) => type === 'webauthn').map((one) => one.providerAccountId),
    )
    return rows.filter(({ providerAccountId }) => ids.has(providerAccountId))
  }
}

/** A sign-in with a passkey. */
export interface PasskeyUse {
  readonly credentialID: string
  readonly counter: number
  readonly isBackedUp: boolean
  readonly usedAt: Date
}

/** Stores what a sign-in with a passkey changed. */
export type RecordPasskeyUse = (use: PasskeyUse) => Promise<void>

export function openPasskeyUse(store: Store): RecordPasskeyUse {
  if (!store.has('updateAuthenticator')) {
    return async ({ credentialID, counter }) => {
      await store.call('updateAuthenticatorCounter', credentialID, counter)
    }
  }
  return async ({ credentialID, counter, isBackedUp, usedAt }) => {
    const changes = { counter, credentialBackedUp: isBackedUp, lastUsedAt: usedAt }
    await store.call('updateAuthenticator', { credentialID, ...changes })
  }
}
