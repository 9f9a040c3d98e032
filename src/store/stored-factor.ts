import type { Store } from '../config/store.js'
import type { SecondFactorType } from '../model/second-factor.js'
import { openPasskeyList } from './passkeys.js'

/** What counts as a second factor in this app. Empty if the app has no second factors. */
export type FactorKinds = ReadonlySet<SecondFactorType>

/** Whether a user has a second factor that a sign-in can ask for. */
export async function hasStoredFactor(
  store: Store,
  kinds: FactorKinds,
  userId: string,
  { except }: { readonly except?: string } = {},
): Promise<boolean> {
  if (kinds.has('totp') && store.has('listFactorsByUserId')) {
    const rows = await store.call('listFactorsByUserId', userId)
    if (rows.some(({ type, id }) => type === 'totp' && id !== except)) return true
  }
  if (!kinds.has('passkey') || !store.has('listAuthenticatorsByUserId')) return false
  return (await openPasskeyList(store)(userId)).length > 0
}
