import type { AdapterUser } from '../model/adapter.js'
import type { LinkAccountEvent } from '../model/events.js'
import type { VerifiedAccount } from './verified-account.js'

/** What the app's event receives about a linked account. */
export function toLinkEvent(
  { account, user: profile }: Pick<VerifiedAccount, 'account' | 'user'>,
  user: AdapterUser,
): LinkAccountEvent {
  // The app can use the tokens with `getAccessToken`. It never needs the private key.
  const { dpopKey: _private, ...shown } = account
  return { account: { ...shown, userId: user.id }, user, profile }
}
