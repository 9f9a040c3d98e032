import type { Context } from '../context/context.js'
import type { AdapterUser } from '../model/adapter.js'
import type { Account, DefaultSession, Profile, User } from '../model/records.js'
import type { AccountEvidence } from '../store/confirm-account.js'
import type { SignInStart } from '../store/sessions.js'

/** Someone who has proven who they are. */
export interface SignedIn {
  readonly user: User
  readonly account: Account
  readonly profile?: Profile | undefined
  readonly isNewUser: boolean
  /** What the provider calls its own session (`sid`), where it has said so. */
  readonly providerSessionId?: string | undefined
  /** The account that must still be there once the session is written. */
  readonly evidence: AccountEvidence | undefined
  /** A revocation after it beats the session. */
  readonly start: SignInStart
}

/** Which sessions end: this one, or all of the same user. */
export type RevocationScope = 'here' | 'everywhere'

/** One way to keep sessions. What changes in the browser is written to the context's jar. */
export interface SessionStrategy {
  /** The session of this request, refreshed when it is due; at once where nobody has to be asked. */
  read(ctx: Context): DefaultSession | null | Promise<DefaultSession | null>
  /** The session after the client's wish to change it was put to the callbacks. */
  update(ctx: Context, data: unknown): DefaultSession | null | Promise<DefaultSession | null>
  /** Starts a session in place of the one that was; false when a callback wants none. */
  issue(ctx: Context, signedIn: SignedIn): Promise<boolean>
  /** Ends the session of this request, if there is one; its cookie goes whatever happens. */
  revoke(ctx: Context, scope: RevocationScope): Promise<void>
  /** Who is signed in, asked of the database; undefined when nobody is, or no user of it. */
  currentUser(ctx: Context): Promise<CurrentUser | undefined>
}

/** The user of a session, and the key of the session's row where it has one. */
export interface CurrentUser {
  readonly user: AdapterUser
  readonly sessionKey: string | undefined
}
