import type { Awaitable } from './awaitable.js'

/** What happened. A new version may add events, so ignore those that you do not know. */
export type AuditEvent =
  /** A user signed in and has a new session. */
  | 'signed-in'
  /** A request was refused, or failed. `code` says why. */
  | 'refused'
  /** Refusals were left out, because there were too many. `count` says how many. */
  | 'refusals-omitted'
  /** The first factor was right, and the user is asked for a second one. */
  | 'second-factor-asked'
  /** A signed-in user proved their identity again. */
  | 'identity-confirmed'
  /** A user ended the session of this browser. */
  | 'signed-out'
  /** A session ended from elsewhere. Without `sessionId`, all sessions of the user ended. */
  | 'session-revoked'
  /** A user was created. */
  | 'user-created'
  /** The owner of an address has proven it, and took over a user who had it without a proof. */
  | 'user-taken-over'
  /** An account of a provider, or a passkey, was linked to a user. */
  | 'linked'
  /** An account of a provider, or a passkey, was unlinked from a user. */
  | 'unlinked'
  /** A user set up an authenticator app. */
  | 'factor-added'
  /** An authenticator app was removed, or all second factors of a user. */
  | 'factor-removed'
  /** A recovery code replaced a second factor. */
  | 'recovery-code-used'
  /** A user made new recovery codes. */
  | 'recovery-codes-made'
  /** A password was set or changed. */
  | 'password-changed'
  /** A user removed the password. */
  | 'password-removed'
  /** A user proved the address. */
  | 'address-verified'
  /** The address of a user changed. */
  | 'address-changed'
  /**
   * The owner of a replaced address undid the change with the mailed link. The password, all sessions
   * and the ways to sign in that were added since ended with it.
   */
  | 'address-restored'
  /** A user changed the name or the picture. */
  | 'profile-changed'
  /** A user asked for the deletion of the account, which waits for the end of the grace period. */
  | 'deletion-asked'
  /** A user kept an account that was to be deleted. */
  | 'deletion-withdrawn'
  /** A user deleted the account, or its grace period ended. */
  | 'account-deleted'
  /** A provider refused to refresh the tokens of an account. The user has to sign in there again. */
  | 'token-refused'

/**
 * How it ended: `success`, `refused` if the visitor did not meet a condition, `failed` if the app,
 * its database or a provider did not work.
 */
export type AuditOutcome = 'success' | 'refused' | 'failed'

/**
 * A security event. It contains no token, password, code or secret, and no text that a visitor chose
 * except the user agent. Fields that are not known are missing.
 */
export interface AuditRecord {
  /** The version of this format. It changes if a field changes its meaning or disappears. */
  readonly version: 1
  /** A UUID of version 7. Ids sort by time. */
  readonly id: string
  /** When it happened, in UTC, such as `2026-11-17T08:00:00.000Z`. */
  readonly time: string
  readonly event: AuditEvent
  readonly outcome: AuditOutcome
  /** Why a request was refused: the `type` of the error. */
  readonly code?: string | undefined
  /** The route, such as `callback`. Set for refusals. */
  readonly action?: string | undefined
  /** The user whose account it concerns. */
  readonly userId?: string | undefined
  /** The session's id in `listSessions`. It cannot be used to sign in. */
  readonly sessionId?: string | undefined
  /** The id of the provider. */
  readonly provider?: string | undefined
  /** The client's IPv4 address, or the first 64 bits of its IPv6 address. */
  readonly clientAddress?: string | undefined
  /** The `User-Agent` header, at most 256 characters of it. */
  readonly userAgent?: string | undefined
  /** How many refusals were left out. Set for `refusals-omitted`. */
  readonly count?: number | undefined
}

/**
 * Receives a record of each security event. The response waits for it, but at most five seconds. If
 * it throws, the error is logged and the request continues.
 */
export interface AuditSink {
  (record: AuditRecord): Awaitable<unknown>
  /** Returns the records of a user, for `listActivity`. A sink that only writes has no list. */
  readonly list?: ((query: AuditQuery) => Awaitable<readonly AuditRecord[]>) | undefined
}

/** Which records of a user to return: the newest first. */
export interface AuditQuery {
  readonly userId: string
  /** Only records with a smaller id, which are older. */
  readonly before?: string | undefined
  /** How many at most. */
  readonly limit: number
}
