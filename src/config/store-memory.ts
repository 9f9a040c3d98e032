import type { Time } from '../http/time.js'
import type { AdapterAccount } from '../model/adapter.js'
import type { TokenSet } from '../model/records.js'
import type { LimitStore } from '../model/limits.js'
import { createMemoryLimits } from './memory-limits.js'
import { AliveSessions } from './alive-sessions.js'
import { SessionCache } from './session-cache.js'

/** What this process has cached about one store. */
export interface StoreMemory {
  readonly alive: AliveSessions
  /** Sessions with their users. Empty unless the app sets `session.cacheAge`. */
  readonly sessions: SessionCache
  /** When expired rows were last deleted, in seconds since the epoch, by origin and base path. */
  readonly purges: Map<string, number>
  /** Whether the accounts table was found to have no column for the issuer. */
  lacksIssuers: boolean
  /** Ended provider sessions and other moments, where the adapter cannot record them. */
  readonly ended: LimitStore
  /**
   * Until when the store is not asked for sessions because it has no table for them, in seconds since
   * the epoch, by origin and base path.
   */
  readonly missingSessions: Map<string, number>
  /** Operations in progress, by key. */
  readonly turns: Map<string, Turn>
  /** The time of the runtime that has found the store first. */
  readonly time: Time
  /** What is known about refreshing the tokens of accounts. */
  readonly tokens: TokenMemory
  /**
   * Whether this cache serves every store of one owner, because the stores cannot be told apart.
   * Its entries are then separated by the origin and base path of the request.
   */
  readonly isShared: boolean
}

/** An operation that others with the same key wait for. */
export interface Turn {
  readonly ended: Promise<unknown>
  /** Until when they wait, in milliseconds since the epoch. An estimate until the operation begins. */
  until: number
}

/** The refreshes of this process, by account. Times are in milliseconds since the epoch. */
export interface TokenMemory {
  /** Refreshes in progress, by account and refresh token. */
  readonly refreshes: Map<string, RefreshInProgress>
  /**
   * Answers of providers that the database has not taken yet. The token that was sent may be spent, so the
   * next attempt stores the answer instead of sending the token again.
   */
  readonly unsaved: Map<string, UnsavedAnswer>
  /** Until when no refresh is tried, because the last one failed. */
  readonly pauses: Map<string, number>
  /** Until when a token is not replaced because an API refused it. The last one was replaced. */
  readonly rejections: Map<string, number>
}

/** A refresh that all calls of this process share. */
export interface RefreshInProgress {
  readonly result: Promise<AdapterAccount>
  /** When it counts as cut off. A platform may end a request before its work is done. */
  readonly until: number
}

/** A provider's answer to a refresh request that the database has not taken yet. */
export interface UnsavedAnswer {
  /** The account with the tokens that were sent. */
  readonly account: AdapterAccount
  readonly tokens: TokenSet
  /** Why only the refresh token of the answer can be used. */
  readonly failure?: Error | undefined
  /**
   * Names under which this process may hold the lease, so that it may go on before others. The first
   * one is known to have held it. The others were written by calls whose reply was lost, or not at all.
   */
  readonly holders: readonly string[]
  /** How often in a row the database has refused the tokens. */
  readonly failures: number
  /** When the answer is forgotten. */
  readonly until: number
}

export function createStoreMemory({
  isShared,
  time,
}: Pick<StoreMemory, 'isShared' | 'time'>): StoreMemory {
  return {
    alive: new AliveSessions(),
    sessions: new SessionCache(),
    purges: new Map(),
    lacksIssuers: false,
    ended: createMemoryLimits(),
    missingSessions: new Map(),
    turns: new Map(),
    time,
    tokens: {
      refreshes: new Map(),
      unsaved: new Map(),
      pauses: new Map(),
      rejections: new Map(),
    },
    isShared,
  }
}
