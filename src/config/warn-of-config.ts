import type { TypedAuthError } from '../errors/auth-error.js'
import type { AuthConfig } from '../model/config.js'
import { skipsCsrfCheck } from '../model/markers.js'
import type { DefaultSession } from '../model/records.js'
import { weakenings } from './compatibility.js'
import { cookiesWithoutEffect } from './cookies.js'
import type { Log } from './logger.js'
import { lacksSessionMethods } from './validate-adapter.js'
import { ignoredThemeValues } from './validate-theme.js'

/** Keys of messages that were already logged. An app may make a new config for each request. */
export type Logged = Set<string>

type AnyConfig = AuthConfig<DefaultSession>

/** Logs the mistakes that were not logged before. */
export function logMistakes(mistakes: readonly TypedAuthError[], logged: Logged, log: Log): void {
  for (const found of mistakes) if (isFirstReport(logged, reportKeyOf(found))) log.error(found)
}

/** Logs what a valid config makes weaker, and the options that have no effect. */
export function warnOfOptions(given: AnyConfig, logged: Logged, log: Log): void {
  const warn = (code: string, message: string): void => {
    if (isFirstReport(logged, code)) log.warn(code, message)
  }
  if (given.debug) warn('debug-enabled', 'Debug messages are on. Do not use this in production.')
  if (given.experimental?.enableWebAuthn) {
    warn('experimental-webauthn', 'WebAuthn is experimental and may change without notice.')
  }
  if (skipsCsrfCheck(given.skipCSRFCheck)) {
    warn(
      'csrf-disabled',
      'The CSRF check is off, so forms on other sites can sign users in and out. Remove `skipCSRFCheck` to turn it on.',
    )
  }
  if (lacksSessionMethods(given)) {
    warn(
      'sessions-not-revocable',
      'The adapter has no session methods, so signing out deletes only the cookie and a copied cookie stays valid. ' +
        'Use an adapter with session methods, or set `session.revocable: false` if you accept this.',
    )
  }
  if (given.compatibility) {
    warn(
      'compatibility-authjs',
      `The option \`compatibility\` is on, for servers that run beside Auth.js. Remove it after the move, because it weakens these checks: ${weakenings.join(' ')}`,
    )
  }
  for (const key of cookiesWithoutEffect) {
    if (given.cookies?.[key] && !given.compatibility)
      warn(
        `cookie-without-effect:${key}`,
        `The option \`cookies.${key}\` has no effect, because this version does not set that cookie. Remove it.`,
      )
  }
  for (const { key, message } of ignoredThemeValues(given)) {
    if (isFirstReport(logged, `theme.${key}`)) log.warn('theme-value-ignored', message)
  }
}

/** Logs the mistakes that are warnings while `compatibility` is on. */
export function warnOfTolerated(
  tolerated: readonly TypedAuthError[],
  logged: Logged,
  log: Log,
): void {
  for (const { type, message } of tolerated) {
    if (isFirstReport(logged, message)) log.warn(type, `${message} ${seeCompatibility}`)
  }
}

const seeCompatibility =
  'This is a warning because the option `compatibility` is on. Fix it before you remove the option.'

function isFirstReport(logged: Logged, what: string): boolean {
  if (logged.has(what)) return false
  logged.add(what)
  return true
}

/** The same mistake with another cause is logged again. */
function reportKeyOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message} ${cause.message}` : message
}
