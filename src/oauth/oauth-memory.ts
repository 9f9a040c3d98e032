import type { createLocalJWKSet } from 'jose'
import type { AuthorizationServer, DPoPHandle } from 'oauth4webapi'
import type { TokenSet } from '../model/records.js'
import type { Fetch } from './outgoing.js'
import type { StaleCache } from './stale-cache.js'

/** The keys of a server as they were at one time. */
export type LocalKeys = ReturnType<typeof createLocalJWKSet>

/** What one owner remembers of authorization servers. */
export interface OAuthMemory {
  /** By `fetch`, so that providers that are reached in different ways share nothing. */
  readonly documents: WeakMap<Fetch, StaleCache<AuthorizationServer>>
  readonly keySets: WeakMap<Fetch, StaleCache<LocalKeys>>
  /** Requests under way: servers that rotate refresh tokens take a second use for theft. */
  readonly refreshes: Map<string, Promise<TokenSet>>
  /** One key a client, for as long as its owner lives: tokens are bound to it. */
  readonly proofs: Map<string, Promise<DPoPHandle>>
}

export function createOAuthMemory(): OAuthMemory {
  return {
    documents: new WeakMap(),
    keySets: new WeakMap(),
    refreshes: new Map(),
    proofs: new Map(),
  }
}
