import type { createLocalJWKSet } from 'jose'
import type { AuthorizationServer, DPoPHandle } from 'oauth4webapi'
import { systemTime, type Time } from '../http/time.js'
import type { TokenSet } from '../model/records.js'
import type { StaleCache } from './stale-cache.js'

/** A server's keys at one point in time. */
export type LocalKeys = ReturnType<typeof createLocalJWKSet>

/** A refresh that other requests with the same refresh token share. */
export interface Exchange {
  readonly result: Promise<TokenSet>
  /** `replaced` if the provider gave another refresh token, so that this one is spent. */
  state: 'pending' | 'replaced' | 'renewed' | 'failed'
  /** Until when the result stands, in milliseconds since the epoch. */
  until: number
  /** How often in a row the provider has refused the refresh token, or answered wrongly. */
  refusals: number
}

/** A refresh request that parallel calls share. */
export interface RefreshRequest {
  readonly result: Promise<TokenSet>
  /** When it counts as cut off. A platform may end a request before its work is done. */
  readonly until: number
}

/** The cached data about authorization servers. */
export interface OAuthMemory extends Time {
  /** Keyed by `cacheKey` of a relying party, so that tenants of one app share nothing. */
  readonly documents: WeakMap<object, StaleCache<AuthorizationServer>>
  readonly keySets: WeakMap<object, StaleCache<LocalKeys>>
  /** Cache keys of clients. Undefined if the `fetch` function is never a new one. */
  readonly clients: Map<string, object> | undefined
  /** Requests in progress. A server that rotates refresh tokens treats a second use as theft. */
  readonly refreshes: Map<string, RefreshRequest>
  /** What became of refresh tokens that were kept in cookies, by account and token. */
  readonly exchanges: Map<string, Exchange>
  /** Until when the tokens of an account are not replaced again because an API refuses them. */
  readonly rejections: Map<string, number>
  /** The keys that tokens are bound to, with the nonces of servers, by their text. */
  readonly proofs: Map<string, Promise<DPoPHandle>>
}

export function createOAuthMemory({ clock, sleep }: Time = systemTime): OAuthMemory {
  return {
    documents: new WeakMap(),
    keySets: new WeakMap(),
    clients: new Map(),
    refreshes: new Map(),
    exchanges: new Map(),
    rejections: new Map(),
    proofs: new Map(),
    clock,
    sleep,
  }
}
