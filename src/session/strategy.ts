import type { Context } from '../context/context.js'
import type { AdapterUser } from '../model/adapter.js'
import type { Account, DefaultSession, Profile, User } from '../model/records.js'
import type { AccountEvidence } from '../store/account-evidence.js'
import type { SignInStart } from '../store/sessions.js'
import type { Authentication } from './authentication.js'
import type { SessionBirth } from './session-token.js'

/** A user who has just proven their identity. */
export interface SignedIn {
  readonly user: User
  readonly account: Account
  readonly profile?: Profile | undefined
  readonly isNewUser: boolean
  /** The provider's id for its own session (`sid`), if the provider sent one. */
  readonly providerSessionId?: string | undefined
  /** The account that must still exist after the session is written. */
  readonly evidence: AccountEvidence | undefined
  /** A revocation after this moment ends the session. */
  readonly start: SignInStart
  /** When and how the user proved their identity. */
  readonly authentication: Authentication
  /** Whether the sign-in found its user in the database, so that a missing user was deleted since. */
  readonly wasStored?: boolean
  /**
   * The session that this one continues. It is not younger than that one, because a token says when
   * the user proved their identity, if the table has no column for it. The sign-in is refused if that
   * session has ended.
   */
  readonly continuedFrom?: ContinuedSession | undefined
}

/** A session that another one continues. */
export interface ContinuedSession extends SessionBirth {
  /** The key of the session's row, if it has one. */
  readonly sessionKey: string | undefined
}

/** Which sessions end: only this one, or all sessions of the user. */
export type RevocationScope = 'here' | 'everywhere'

/** A way to store sessions. Changes for the browser are written to the context's cookie jar. */
export interface SessionStrategy {
  /**
   * Returns the session of this request and refreshes it when due. Synchronous if no I/O is needed.
   */
  read(ctx: Context): DefaultSession | null | Promise<DefaultSession | null>
  /** Passes the client's update to the callbacks and returns the resulting session. */
  update(ctx: Context, data: unknown): DefaultSession | null | Promise<DefaultSession | null>
  /**
   * Starts a session that replaces the previous one. Returns undefined if a callback refuses it.
   */
  issue(ctx: Context, signedIn: SignedIn): Promise<NewSession | undefined>
  /**
   * Replaces the session of this request, whose user has just proven their identity again. Returns
   * undefined if the session has ended.
   */
  confirm(ctx: Context, proof: SessionProof): Promise<NewSession | undefined>
  /** Ends the session of this request, if there is one. The cookie is always removed. */
  revoke(ctx: Context, scope: RevocationScope): Promise<void>
  /** Writes a changed user into the session of this request, if the session has a copy. */
  refreshUser(ctx: Context, user: AdapterUser): Promise<void>
  /** Reads the signed-in user from the database. Undefined if no stored user is signed in. */
  currentUser(ctx: Context): Promise<CurrentUser | undefined>
}

/** A session's user, and the key of the session's row if it has one. */
export interface CurrentUser extends SessionBirth {
  readonly user: AdapterUser
  readonly sessionKey: string | undefined
  /** Finds out when and how the user of the session proved their identity. */
  readonly findAuthentication: () => Promise<Authentication>
}

/** A session that has just begun. */
export interface NewSession {
  /** The key of the session's row, if it has one. */
  readonly sessionKey: string | undefined
}

/** A proof of identity by the user of a session. */
export interface SessionProof {
  /** The methods of the proof, as RFC 8176 names them. */
  readonly amr: readonly string[]
  /** Whether the session's proof stays as old as it is, because the user has proven nothing new. */
  readonly keepsTime?: boolean | undefined
  /** A revocation after this moment ends the session. */
  readonly start: SignInStart
}
