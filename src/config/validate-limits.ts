import type { TypedAuthError } from '../errors/auth-error.js'
import { InvalidConfig } from '../errors/config-errors.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import { formatValue } from './format-value.js'

/** Reports mistakes in the rate limits and in the options that identify a client. */
export function* limitMistakes({
  limits,
  trustedProxies,
}: AuthConfig<DefaultSession>): Generator<TypedAuthError> {
  if (trustedProxies !== undefined && !isCount(trustedProxies, 0)) {
    yield new InvalidConfig(
      `Expected \`trustedProxies\` to be how many proxies there are, got ${formatValue(trustedProxies)}.`,
    )
  }
  if (limits === undefined || limits === false) return
  if (typeof limits !== 'object' || limits === null) {
    yield new InvalidConfig(
      `Expected \`limits\` to be an object or false, got ${formatValue(limits)}.`,
    )
    return
  }
  const { identifier, client, mail, allMails, store } = limits
  for (const [name, rate] of Object.entries({ identifier, client, mail, allMails })) {
    if (rate === undefined || (isCount(rate?.attempts, 1) && isCount(rate?.seconds, 1))) continue
    yield new InvalidConfig(
      `Expected \`limits.${name}\` to be { attempts, seconds }, whole numbers of at least 1.`,
    )
  }
  if (store !== undefined && typeof store?.countAttempt !== 'function') {
    yield new InvalidConfig('Expected `limits.store` to have a method `countAttempt`.')
  }
}

function isCount(value: unknown, least: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least
}
