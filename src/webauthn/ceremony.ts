import type { User } from '../model/records.js'

/** Seconds in which a ceremony must be finished, unless the provider says otherwise. */
export const defaultLifetime: number = 5 * 60

/** A ceremony that this browser has begun. @see Web Authentication Level 3, sections 7.1 and 7.2 */
export type Ceremony = RegistrationCeremony | AuthenticationCeremony

/** A sign-in with a credential. */
export interface AuthenticationCeremony extends CeremonyBase {
  readonly kind: 'authenticate'
  /**
   * Digest of the id of the user whose credentials were named, made up where there is no such user;
   * undefined when any credential of this site will do. As long for one as for the other, because the
   * length of a sealed cookie can be seen.
   */
  readonly namedUser: string | undefined
}

/** A credential in the making. */
export interface RegistrationCeremony extends CeremonyBase {
  readonly kind: 'register'
  /** What the authenticator will keep beside the credential, in base64url. */
  readonly userHandle: string
  /** Who signs up; for somebody who is signed in, what they are called. */
  readonly user: Partial<User>
  /** When the user who is signed in has proven the address, in seconds since the epoch. */
  readonly verified?: number | undefined
  /** 1 when there is such a user already. A number, so that the cookie is as long for a newcomer. */
  readonly taken: 0 | 1
  /** Id of the user who is signed in, and to whom the credential will belong. */
  readonly linkTo?: string | undefined
}

interface CeremonyBase {
  readonly providerId: string
  /** In base64url, as the browser will repeat it. */
  readonly challenge: string
  /** Seconds since the epoch, with fractions. */
  readonly startedAt: number
  /** Seconds since the epoch. */
  readonly expires: number
}
