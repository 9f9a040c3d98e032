import type { Context } from '../context/context.js'
import type { Account, DefaultSession, Profile, User } from '../model/records.js'

/** Someone who has proven who they are. */
export interface SignedIn {
  readonly user: User
  readonly account: Account
  readonly profile?: Profile
  readonly isNewUser: boolean
}

/** One way to keep sessions. What changes in the browser is written to the context's jar. */
export interface SessionStrategy {
  /** The session of this request, refreshed when it is due. */
  read(ctx: Context): Promise<DefaultSession | null>
  /** The session after the client's wish to change it was put to the callbacks. */
  update(ctx: Context, data: unknown): Promise<DefaultSession | null>
  /** Starts a session; false when a callback wants none. */
  issue(ctx: Context, signedIn: SignedIn): Promise<boolean>
  /** Ends the session of this request, if there is one. */
  revoke(ctx: Context): Promise<void>
}
