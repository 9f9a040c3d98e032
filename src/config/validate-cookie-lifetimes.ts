import type { TypedAuthError } from '../errors/auth-error.js'
import { InvalidCookieOptions } from '../errors/config-errors.js'
import type { AuthConfig } from '../model/config.js'
import { formatValue } from './format-value.js'

/**
 * Reports lifetimes with which the browser deletes a cookie as soon as it receives it. Without the
 * cookie no sign-in succeeds, and nothing else would say why.
 */
export function* cookieLifetimeMistakes({
  cookies,
}: Pick<AuthConfig, 'cookies'>): Generator<TypedAuthError> {
  for (const [key, cookie] of Object.entries(cookies ?? {})) {
    const option = `cookies.${key}.options`
    const { maxAge, expires } = (cookie?.options ?? {}) as { maxAge?: unknown; expires?: unknown }
    if (typeof maxAge === 'number' && maxAge <= 0) {
      yield new InvalidCookieOptions(
        `Expected \`${option}.maxAge\` to be at least 1 second, got ${maxAge}. ${cure}`,
      )
    }
    if (expires !== undefined && !(expires instanceof Date && expires.getTime() > Date.now())) {
      yield new InvalidCookieOptions(
        `Expected \`${option}.expires\` to be a Date in the future, got ${formatDate(expires)}. ${cure}`,
      )
    }
  }
}

function formatDate(given: unknown): string {
  return given instanceof Date ? given.toUTCString() : formatValue(given)
}

const cure = 'Remove it, so that the library sets the lifetime of the cookie.'
