import type { Awaitable } from './awaitable.js'

/** At most `attempts` in `seconds`. */
export interface Rate {
  attempts: number
  seconds: number
}

/** An attempt to count. */
export interface Attempt {
  /** A hash of the value by which attempts are counted. */
  key: string
  now: Date
  /** When the count expires, if this attempt is its first. */
  expires: Date
}

/** The number of attempts for a key, and when the count expires. */
export interface AttemptCount {
  count: number
  expires: Date
}

/** Counts attempts. Parallel calls must each return a different count. */
export interface LimitStore {
  /** Counts an attempt and returns the new count. An expired count starts again at one. */
  countAttempt(attempt: Attempt): Awaitable<AttemptCount>
}

/** Limits for sign-in attempts and mails. A limit that you leave out keeps its default. */
export interface LimitsOptions {
  /**
   * Passwords tried for one user name from browsers that have not signed in as this user. Default:
   * 10 in 5 minutes. A signed-in user who types their password as a proof has five attempts at most.
   */
  identifier?: Rate | undefined
  /**
   * Attempts of any kind from one IPv4 address or one IPv6 network of 64 bits. Default: 60 in 5
   * minutes.
   */
  client?: Rate | undefined
  /**
   * Mails of one kind to one address. Addresses that differ only in dots or a `+tag` share a second
   * count of the same size, because they may be one mailbox. Default: 5 in 10 minutes.
   */
  mail?: Rate | undefined
  /** Mails of one kind to all addresses together. Default: 500 in 10 minutes. */
  allMails?: Rate | undefined
  /**
   * Counts the attempts. Default: the adapter if it has `countAttempt`, otherwise the memory of the
   * process.
   */
  store?: LimitStore | undefined
}
