import { parseEmailAddress } from '../../http/email-address.js'
import type { ProfileUser } from '../../model/oauth.js'
import type { Profile } from '../../model/records.js'

/** Whether a provider says that the person owns the address: yes, nothing, or no. */
export type AddressClaim = 'verified' | 'silent' | 'denied'

/**
 * Reads whether the provider vouches for an address.
 *
 * Only the claim itself counts, and only for the address that it describes. `profile` may have
 * returned another address, and can vouch for it with its own `emailVerified`.
 */
export function readAddressClaim(
  email: string,
  { emailVerified: vouched }: ProfileUser,
  profile: Profile,
): AddressClaim {
  const { email_verified: claim } = profile
  if (vouched === true || vouched instanceof Date) return 'verified'
  if (!isSilent(vouched)) return 'denied'
  if (claim !== true) return isSilent(claim) ? 'silent' : 'denied'
  // `null` withdraws the claim. An app may write it only because adapter types require the field.
  const isSaidOfAddress = vouched === undefined && parseEmailAddress(profile.email) === email
  return isSaidOfAddress ? 'verified' : 'silent'
}

function isSilent(word: unknown): boolean {
  return word === undefined || word === null
}
