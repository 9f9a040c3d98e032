import type { LimitStore } from '../model/limits.js'
import { createMemoryLimits } from './memory-limits.js'
import { AliveSessions } from './alive-sessions.js'

/** What one process remembers of one store. */
export interface StoreMemory {
  readonly alive: AliveSessions
  /** When expired rows were last deleted, in seconds since the epoch, by place. */
  readonly purges: Map<string, number>
  /** Whether the table of accounts has turned out to have no column for the issuer. */
  lacksIssuers: boolean
  /** Sessions at providers that have ended lately, where the adapter cannot note them. */
  readonly endedAtProvider: LimitStore
  /** When the store was found to have no sessions, in seconds since the epoch, by place. */
  readonly missingSessions: Map<string, number>
  /** Work that is under way, by key. */
  readonly turns: Map<string, Promise<unknown>>
  /**
   * Whether it stands for every store that one owner opens, because none can be recognised. Then
   * each entry also belongs to a place: the origin and base path of its request.
   */
  readonly isShared: boolean
}

export function createStoreMemory({ isShared }: Pick<StoreMemory, 'isShared'>): StoreMemory {
  return {
    alive: new AliveSessions(),
    purges: new Map(),
    lacksIssuers: false,
    endedAtProvider: createMemoryLimits(),
    missingSessions: new Map(),
    turns: new Map(),
    isShared,
  }
}
