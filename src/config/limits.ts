import type { Adapter } from '../model/adapter.js'
import type { LimitsOptions, LimitStore, Rate } from '../model/limits.js'

/** The rate limits, and the stores that count attempts. */
export interface ResolvedLimits {
  readonly identifier: Rate | undefined
  /**
   * Passwords that a signed-in user types to prove who they are. At most five, because a session may be
   * stolen, and fewer if `identifier` allows fewer.
   */
  readonly currentPassword: Rate | undefined
  readonly client: Rate | undefined
  readonly mail: Rate | undefined
  readonly allMails: Rate | undefined
  /**
   * How many codes a visitor may try for one mail. `limits: false` does not turn this off, because
   * a few digits can be guessed.
   */
  readonly code: Rate
  /**
   * How many codes may be tried for one mailbox, because every new mail would allow the same number
   * of tries again.
   */
  readonly codes: Rate
  /** How many codes may be tried for one pending sign-in. `limits: false` does not turn this off. */
  readonly factor: Rate
  /**
   * How many wrong codes in a row a user may type over all sign-ins, and how long the first wait is.
   * Each following one is twice as long.
   */
  readonly factors: Rate
  readonly store: LimitStore
  /** Counts attempts while `store` fails. */
  readonly fallback: LimitStore
  /** Seconds that `store` may take. No limit if it is 0. */
  readonly timeout: number
}

const minute = 60
const day = 24 * 60 * minute

export function resolveLimits(
  given: LimitsOptions | false | undefined,
  adapter: Adapter | undefined,
  memory: LimitStore,
  timeout: number,
): ResolvedLimits {
  // `limits: false` turns these off, and nothing else.
  const chosen: Partial<typeof rates> = given === false ? {} : rates
  const options: LimitsOptions = given || {}
  const identifier = options.identifier ?? chosen.identifier
  return {
    identifier,
    currentPassword: identifier && { ...identifier, attempts: Math.min(identifier.attempts, 5) },
    client: options.client ?? chosen.client,
    mail: options.mail ?? chosen.mail,
    allMails: options.allMails ?? chosen.allMails,
    code: fixedRates.code,
    codes: fixedRates.codes,
    factor: fixedRates.factor,
    factors: fixedRates.factors,
    store: options.store ?? storeOf(adapter) ?? memory,
    fallback: memory,
    timeout,
  }
}

/** Codes are short, so the app cannot change how often they may be tried. */
const fixedRates = {
  code: { attempts: 5, seconds: day },
  codes: { attempts: 25, seconds: day },
  factor: { attempts: 5, seconds: 10 * minute },
  factors: { attempts: 10, seconds: 15 * minute },
} as const

const rates = {
  identifier: { attempts: 10, seconds: 5 * minute },
  client: { attempts: 60, seconds: 5 * minute },
  mail: { attempts: 5, seconds: 10 * minute },
  allMails: { attempts: 500, seconds: 10 * minute },
} as const

function storeOf(adapter: Adapter | undefined): LimitStore | undefined {
  return typeof adapter?.countAttempt === 'function' ? (adapter as LimitStore) : undefined
}
