import type { Store } from '../config/store.js'
import type { AdapterAccount } from '../model/adapter.js'

/** Removes an account, and the passkey that it is the account of. */
export async function removeAccount(
  store: Store,
  { type, provider, providerAccountId }: AdapterAccount,
): Promise<void> {
  await store.call('unlinkAccount', { provider, providerAccountId })
  // Without its account a passkey signs nobody in; where it can go, it goes.
  if (type === 'webauthn' && store.has('deleteAuthenticator')) {
    await store.call('deleteAuthenticator', providerAccountId)
  }
}
