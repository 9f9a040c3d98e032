import type { Adapter } from '../model/adapter.js'
import type { LimitsOptions, LimitStore, Rate } from '../model/limits.js'

/** How often people may try, and where that is counted. */
export interface ResolvedLimits {
  readonly identifier: Rate | undefined
  readonly client: Rate | undefined
  readonly mail: Rate | undefined
  /** Tried on one mail: a few digits can be guessed, so that it holds whatever is wanted. */
  readonly code: Rate
  readonly store: LimitStore
  /** Where attempts are counted while the store is away. */
  readonly fallback: LimitStore
}

const minute = 60

export function resolveLimits(
  given: LimitsOptions | false | undefined,
  adapter: Adapter | undefined,
  memory: LimitStore,
): ResolvedLimits {
  const wanted = given || {}
  const rateOf = (name: 'identifier' | 'client' | 'mail'): Rate | undefined =>
    given === false ? undefined : (wanted[name] ?? rates[name])
  return {
    identifier: rateOf('identifier'),
    client: rateOf('client'),
    mail: rateOf('mail'),
    code: { attempts: 5, seconds: 60 * minute },
    store: wanted.store ?? storeOf(adapter) ?? memory,
    fallback: memory,
  }
}

const rates = {
  identifier: { attempts: 10, seconds: 5 * minute },
  client: { attempts: 60, seconds: 5 * minute },
  mail: { attempts: 5, seconds: 10 * minute },
} as const

function storeOf(adapter: Adapter | undefined): LimitStore | undefined {
  return typeof adapter?.countAttempt === 'function' ? (adapter as LimitStore) : undefined
}
