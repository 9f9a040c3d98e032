import type { Awaitable } from './awaitable.js'

/** What happened. A new version may add events, so ignore those that you do not know. */
export type AuditEvent =
  /** A user signed in and has a new session. */
  | 'signed-in'
  /** A request was refused, or failed. `code` says why. */
  | 'refused'
  /** Refusals were left out, because there were too many. `count` says how many. */
  | 'refusals-omitted'
  /** A user ended the session of this browser, or all sessions. */
  | 'signed-out'

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
export type AuditSink = (record: AuditRecord) => Awaitable<unknown>
