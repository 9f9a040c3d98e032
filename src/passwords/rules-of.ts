import type { PasswordHost, PasswordOptions } from '../model/password.js'
import { isCommonPassword } from './blocklist.js'
import { isBreachedPassword, pwnedPasswordsUrl, type RangeCache } from './breached.js'
import { mostCodePoints, type PasswordRules } from './password-rules.js'
import { normalizePassword } from './spellings.js'

/** NIST SP 800-63B-4 asks for 15 characters if a password alone signs in. */
export const defaultMinLength = 15

/**
 * Whether a password is among the most common ones, or was leaked. Undefined if the service for leaked
 * ones did not answer.
 */
export async function isKnownPassword(
  options: PasswordOptions,
  host: PasswordHost,
  password: string,
): Promise<boolean | undefined> {
  const { isCommon, isBreached } = rulesOf(options, host)
  const normalized = normalizePassword(password)
  if (await isCommon?.(normalized)) return true
  return isBreached ? isBreached(normalized) : false
}

/** The rules for new passwords, by the options of the provider. */
export function rulesOf(options: PasswordOptions, host: PasswordHost): PasswordRules {
  const {
    minLength = defaultMinLength,
    maxLength = mostCodePoints,
    blocklist = true,
    breached,
  } = options
  return {
    minLength,
    maxLength,
    isCommon: blocklist ? isCommonPassword : undefined,
    isBreached: breached ? (password) => askService(password, breached, host) : undefined,
  }
}

function askService(
  password: string,
  breached: Exclude<PasswordOptions['breached'], false | undefined>,
  host: PasswordHost,
): Promise<boolean | undefined> {
  const { url = pwnedPasswordsUrl, fetch = globalThis.fetch } = breached === true ? {} : breached
  return isBreachedPassword(password, {
    url,
    fetch,
    cache: host.keep<RangeCache>(`leaked passwords ${url}`, () => new Map()),
    now: () => host.now(),
    onFailure: (reason) =>
      host.warn(
        'breached-unavailable',
        `A password was accepted without the check for leaked ones, because the service did not answer (${reason}).`,
      ),
  })
}
