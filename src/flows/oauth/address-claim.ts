import { parseEmailAddress } from '../../http/email-address.js'
import type { ProfileUser } from '../../model/oauth.js'
import type { Profile } from '../../model/records.js'

/** What a provider says about whether the person owns the address: yes, nothing, or no. */
export type AddressClaim = 'verified' | 'silent' | 'denied'

/**
 * Reads whether the provider vouches for an address.
 *
 * Only the word itself counts, and only for the address that it was said of: `profile` may have
 * picked another one, and can vouch for that with an `emailVerified` of its own.
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
  // `null` withdraws what the claim says; types of adapters ask for the field.
  const isSaidOfAddress = vouched === undefined && parseEmailAddress(profile.email) === email
  return isSaidOfAddress ? 'verified' : 'silent'
}

function isSilent(word: unknown): boolean {
  return word === undefined || word === null
}
