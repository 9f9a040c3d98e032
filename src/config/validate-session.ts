import type { TypedAuthError } from '../errors/auth-error.js'
import { InvalidSessionOptions } from '../errors/config-errors.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import { formatValue } from './format-value.js'

type AnyConfig = AuthConfig<DefaultSession>

const mayBeZero: ReadonlySet<string> = new Set([
  'session.updateAge',
  'session.recheckAge',
  'session.cacheAge',
])

/** Seconds. A larger number was probably meant as milliseconds. */
const longestCache = 600

export function* sessionMistakes({ session, jwt }: AnyConfig): Generator<TypedAuthError> {
  const strategy: unknown = session?.strategy
  if (strategy !== undefined && strategy !== 'jwt' && strategy !== 'database') {
    yield new InvalidSessionOptions(
      `Expected \`session.strategy\` to be "jwt" or "database", got ${formatValue(strategy)}.`,
    )
  }
  const lifetimes = {
    'session.maxAge': session?.maxAge,
    'session.updateAge': session?.updateAge,
    'session.absoluteMaxAge': session?.absoluteMaxAge,
    'session.recheckAge': session?.recheckAge,
    'session.cacheAge': session?.cacheAge,
    'jwt.maxAge': jwt?.maxAge,
  }
  for (const [name, seconds] of Object.entries(lifetimes)) {
    const least = mayBeZero.has(name) ? 0 : 1
    if (seconds !== undefined && !(Number.isSafeInteger(seconds) && seconds >= least)) {
      yield new InvalidSessionOptions(
        `Expected \`${name}\` to be whole seconds, at least ${least}, got ${formatValue(seconds)}.`,
      )
    }
  }
  if (session?.cacheAge !== undefined && session.cacheAge > longestCache) {
    yield new InvalidSessionOptions(
      `Expected \`session.cacheAge\` to be at most ${longestCache} seconds, got ${formatValue(session.cacheAge)}.`,
    )
  }
}
