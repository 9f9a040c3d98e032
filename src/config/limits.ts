import type { Adapter } from '../model/adapter.js'
import type { LimitsOptions, LimitStore, Rate } from '../model/limits.js'

/** How often people may try, and where that is counted. */
export interface ResolvedLimits {
  readonly identifier: Rate | undefined
  readonly client: Rate | undefined
  readonly mail: Rate | undefined
  readonly allMails: Rate | undefined
  /** Codes tried for one mail. A few digits can be guessed, so `limits: false` leaves it on. */
  readonly code: Rate
  /** Codes tried for one mailbox: each mail to it would bring as many tries again. */
  readonly codes: Rate
  readonly store: LimitStore
  /** Where attempts are counted while the store is away. */
  readonly fallback: LimitStore
}

const minute = 60
const day = 24 * 60 * minute

export function resolveLimits(
  given: LimitsOptions | false | undefined,
  adapter: Adapter | undefined,
  memory: LimitStore,
): ResolvedLimits {
  const wanted = given || {}
  const rateOf = (name: keyof typeof rates): Rate | undefined =>
    given === false ? undefined : (wanted[name] ?? rates[name])
  return {
    identifier: rateOf('identifier'),
    client: rateOf('client'),
    mail: rateOf('mail'),
    allMails: rateOf('allMails'),
    code: { attempts: 5, seconds: day },
    codes: { attempts: 25, seconds: day },
    store: wanted.store ?? storeOf(adapter) ?? memory,
    fallback: memory,
  }
}

const rates = {
  identifier: { attempts: 10, seconds: 5 * minute },
  client: { attempts: 60, seconds: 5 * minute },
  mail: { attempts: 5, seconds: 10 * minute },
  allMails: { attempts: 500, seconds: 10 * minute },
} as const

function storeOf(adapter: Adapter | undefined): LimitStore | undefined {
  return typeof adapter?.countAttempt === 'function' ? (adapter as LimitStore) : undefined
}
