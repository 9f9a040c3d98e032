import type { Awaitable } from './awaitable.js'

/** So many attempts in so many seconds. */
export interface Rate {
  attempts: number
  seconds: number
}

/** An attempt to be counted. */
export interface Attempt {
  /** What is counted, as a hash. */
  key: string
  now: Date
  /** When a count that begins now is forgotten. */
  expires: Date
}

/** How often a key was counted, and until when. */
export interface AttemptCount {
  count: number
  expires: Date
}

/** Counts attempts. Of parallel calls each gets a number of its own. */
export interface LimitStore {
  /** Counts an attempt; a count that has expired begins again at one. */
  countAttempt(attempt: Attempt): Awaitable<AttemptCount>
}

/** How often people may try. What is left out keeps its default. */
export interface LimitsOptions {
  /** Passwords tried for one user name, from unknown browsers. Default 10 in 5 minutes. */
  identifier?: Rate | undefined
  /** Attempts of any kind from one address, or one IPv6 network of 64 bits. Default 60 in 5 minutes. */
  client?: Rate | undefined
  /** Mails to one mailbox; dots and `+tags` make no other. Default 5 in 10 minutes. */
  mail?: Rate | undefined
  /** Mails to all addresses together. Default 500 in 10 minutes. */
  allMails?: Rate | undefined
  /**
   * Where attempts are counted. Default: the adapter if it has `countAttempt`, otherwise the memory
   * of the process.
   */
  store?: LimitStore | undefined
}
