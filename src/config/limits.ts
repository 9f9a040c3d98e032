import type { Adapter } from '../model/adapter.js'
import type { LimitsOptions, LimitStore, Rate } from '../model/limits.js'
import { createMemoryLimits } from './memory-limits.js'

/** How often people may try, and where that is counted. */
export interface ResolvedLimits {
  readonly identifier: Rate
  readonly client: Rate
  readonly mail: Rate
  /** Tried on one mail: a few digits can be guessed. */
  readonly code: Rate
  readonly store: LimitStore
  /** Where attempts are counted while the store is away. */
  readonly fallback: LimitStore
}

const minute = 60

/** One for all configs: Qwik makes a new one at every request. */
const memory = createMemoryLimits()

/** Undefined when the application wants no limits. */
export function resolveLimits(
  given: LimitsOptions | false | undefined,
  adapter: Adapter | undefined,
): ResolvedLimits | undefined {
  if (given === false) return undefined
  return {
    identifier: given?.identifier ?? { attempts: 10, seconds: 5 * minute },
    client: given?.client ?? { attempts: 60, seconds: 5 * minute },
    mail: given?.mail ?? { attempts: 5, seconds: 10 * minute },
    code: { attempts: 5, seconds: 60 * minute },
    store: given?.store ?? storeOf(adapter) ?? memory,
    fallback: memory,
  }
}

function storeOf(adapter: Adapter | undefined): LimitStore | undefined {
  return typeof adapter?.countAttempt === 'function' ? (adapter as LimitStore) : undefined
}
