import type { User } from '../model/records.js'

/** Default number of seconds in which a ceremony must finish. */
export const defaultLifetime: number = 5 * 60

/**
 * A ceremony that this browser has started. @see Web Authentication Level 3, sections 7.1 and 7.2
 */
export type Ceremony = RegistrationCeremony | AuthenticationCeremony

/** A sign-in with a credential. */
export interface AuthenticationCeremony extends CeremonyBase {
  readonly kind: 'authenticate'
  /**
   * Digest of the id of the user whose credentials were listed, or a made-up one if there is no
   * such user. Undefined if any credential of this site is accepted. Both have the same length,
   * because the length of a sealed cookie is visible.
   */
  readonly namedUser: string | undefined
  /** What the passkey is asked for, if the user is known already. Undefined for a sign-in. */
  readonly asked?: PasskeyChallenge | undefined
}

/** `second-factor`: a sign-in waits for it. `confirm`: a signed-in user confirms their identity. */
export type PasskeyPurpose = 'second-factor' | 'confirm'

/** The pending sign-in or the session that a passkey is asked for. No other one accepts it. */
export interface PasskeyChallenge {
  readonly purpose: PasskeyPurpose
  /** Names the pending sign-in or the session. */
  readonly id: string
  /** When it ends, in seconds since the epoch. */
  readonly expires: number
  /** Whether this browser is not asked again for a while. */
  readonly rememberDevice: boolean
}

/** A registration of a new credential. */
export interface RegistrationCeremony extends CeremonyBase {
  readonly kind: 'register'
  /** The user handle that the authenticator stores with the credential, in base64url. */
  readonly userHandle: string
  /** The user who signs up, or the name and address of the current user. */
  readonly user: Partial<User>
  /** When the current user verified the address, in seconds since the epoch. */
  readonly verified?: number | undefined
  /**
   * 1 if the user already exists. A number, so that the cookie has the same length for a new user.
   */
  readonly taken: 0 | 1
  /** Id of the current user, who will own the credential. */
  readonly linkTo?: string | undefined
}

interface CeremonyBase {
  readonly providerId: string
  /** In base64url, as the browser returns it. */
  readonly challenge: string
  /** Seconds since the epoch, with fractions. */
  readonly startedAt: number
  /** Seconds since the epoch. */
  readonly expires: number
}
