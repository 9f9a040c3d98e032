import { parseEmailAddress } from '../../http/email-address.js'
import type { ProfileUser } from '../../model/oauth.js'
import type { Profile } from '../../model/records.js'

/**
 * Whether a provider says that the person owns the address: yes, yes without being believed because
 * of `vouchesForEmail`, nothing, or no.
 */
export type AddressClaim = 'verified' | 'disbelieved' | 'silent' | 'denied'

/**
 * Reads whether the provider vouches for an address.
 *
 * Only the claim itself counts, and only for the address that it describes. `profile` may have
 * returned another address, and can vouch for it with its own `emailVerified`. If the profile is user
 * info, `idToken` has the claims of the ID token, which can deny the address but not vouch for it.
 */
export function readAddressClaim(
  email: string,
  { emailVerified }: ProfileUser,
  profile: Profile,
  idToken: Profile | undefined,
): AddressClaim {
  if (idToken && idToken !== profile && deniesAddress(idToken, email)) return 'denied'
  const { email_verified: claim } = profile
  const vouched = emailVerified instanceof Date ? isRealTime(emailVerified) || null : emailVerified
  if (vouched === true) return 'verified'
  if (!isSilent(vouched)) return 'denied'
  if (claim !== true) return isSilent(claim) ? 'silent' : 'denied'
  // `null` withdraws the claim. An app may write it only because adapter types require the field.
  const isSaidOfAddress = vouched === undefined && parseEmailAddress(profile.email) === email
  return isSaidOfAddress ? 'verified' : 'silent'
}

function deniesAddress({ email, email_verified: claim }: Profile, address: string): boolean {
  const isAboutAnother = !isSilent(email) && parseEmailAddress(email) !== address
  return claim !== true && !isSilent(claim) && !isAboutAnother
}

/** `new Date(undefined)` is invalid and `new Date(null)` is 1970, so neither is a proof. */
function isRealTime(date: Date): boolean {
  return date.getTime() > 0
}

function isSilent(word: unknown): boolean {
  return word === undefined || word === null
}
