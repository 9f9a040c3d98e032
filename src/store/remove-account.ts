import type { Store } from '../config/store.js'
import type { AdapterAccount } from '../model/adapter.js'
import { keysOf } from './account-keys.js'

type Removed = Pick<AdapterAccount, 'type' | 'provider' | 'providerAccountId'>

/** Removes an account and the passkey that belongs to it. */
export async function removeAccount(store: Store, account: Removed): Promise<void> {
  await store.call('unlinkAccount', keysOf(account))
  await removePasskey(store, account)
}

/** Deletes a passkey if the adapter can do so. A passkey without an account cannot sign in. */
export async function removePasskey(store: Store, account: Removed): Promise<void> {
  if (account.type === 'webauthn' && store.has('deleteAuthenticator')) {
    await store.call('deleteAuthenticator', account.providerAccountId)
  }
}
