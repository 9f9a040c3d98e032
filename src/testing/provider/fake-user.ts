import type { Profile } from '../../model/records.js'
import type { Claims } from './signing-key.js'

/** A user of a fake provider: `sub`, and any claim that the provider has about the user. */
export interface FakeUser extends Profile {
  /** Identifies the user at the provider. */
  sub: string
}

const emailClaims = ['email', 'email_verified']
const profileClaims =
  `name family_name given_name middle_name nickname preferred_username profile picture
  website gender birthdate zoneinfo locale updated_at`.split(/\s+/)

/**
 * Returns the claims that a scope asks for. Claims that no scope of the standard names are always
 * included. Without `openid`, a provider is a plain OAuth server and returns the whole user.
 *
 * @see OpenID Connect Core, section 5.4
 */
export function claimsFor(user: FakeUser, scope: string): Claims {
  const scopes = scope.split(' ')
  if (!scopes.includes('openid')) return user
  const hidden = [
    ...(scopes.includes('email') ? [] : emailClaims),
    ...(scopes.includes('profile') ? [] : profileClaims),
  ]
  return Object.fromEntries(Object.entries(user).filter(([name]) => !hidden.includes(name)))
}
