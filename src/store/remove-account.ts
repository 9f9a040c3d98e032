import type { Store } from '../config/store.js'
import type { AdapterAccount } from '../model/adapter.js'
import { keysOf } from './account-keys.js'
import { findUserByAccount } from './find-user.js'
import { idOf } from './user-id.js'

type Removed = Pick<AdapterAccount, 'type' | 'provider' | 'providerAccountId'>

/** Removes an account and the passkey that belongs to it. */
export async function removeAccount(store: Store, account: Removed): Promise<void> {
  await store.call('unlinkAccount', keysOf(account))
  await removePasskey(store, account)
}

/**
 * Removes an account that was just linked to a user and must not stay. A lost connection is often back
 * for the next call, so the removal is tried again if it failed and the user still has the account.
 */
export async function undoLinkedAccount(
  store: Store,
  account: Removed,
  userId: string,
): Promise<void> {
  try {
    await removeAccount(store, account)
  } catch {
    const owner = await findUserByAccount(store, account)
    if (owner && idOf(owner) === idOf({ id: userId })) await removeAccount(store, account)
  }
}

/** Deletes a passkey if the adapter can do so. A passkey without an account cannot sign in. */
export async function removePasskey(store: Store, account: Removed): Promise<void> {
  if (account.type === 'webauthn' && store.has('deleteAuthenticator')) {
    await store.call('deleteAuthenticator', account.providerAccountId)
  }
}
