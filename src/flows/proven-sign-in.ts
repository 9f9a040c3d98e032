import type { LinkAccountEvent } from '../model/events.js'
import type { Authentication } from '../session/authentication.js'
import type { SignedIn } from '../session/strategy.js'

/** A sign-in for which nothing is missing any more. */
export interface ProvenSignIn extends SignedIn {
  /** The ID token that ends the session at the provider, if the config asks for that. */
  readonly idToken?: string | undefined
  /** What the session of the same user has proven, if the sign-in is part of a change in it. */
  readonly keptProof?: Authentication | undefined
  readonly callbackUrl: unknown
  /** The name or address that the visitor typed, in the form that the limits use. */
  readonly identifier?: string | undefined
  /**
   * The user whose other sessions end. They end after the new session was written, because a sign-in
   * that is refused must not sign the owner out.
   */
  readonly endsOthersOf?: string | undefined
  /** The event about an account that the session of the same user has linked. It is not emitted yet. */
  readonly newLink?: LinkAccountEvent | undefined
}
