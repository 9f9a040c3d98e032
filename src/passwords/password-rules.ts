import type { PasswordContext, PasswordProblem } from '../model/password.js'
import { isGuessable } from './context-words.js'
import { isHashable, normalizePassword } from './spellings.js'

/** The longest password, in code points. Longer ones are refused and never cut. */
export const mostCodePoints = 256

/** The rules for new passwords. They do not ask for kinds of characters. */
export interface PasswordRules {
  readonly minLength: number
  readonly maxLength: number
  /** Whether a password is among the most common ones. */
  readonly isCommon: ((password: string) => Promise<boolean>) | undefined
  /** Whether a password is known to be leaked. Its result is undefined if that could not be found out. */
  readonly isBreached: ((password: string) => Promise<boolean | undefined>) | undefined
}

/**
 * Checks a new password and returns the first problem, or undefined. The service for leaked
 * passwords is asked last, because that is a request.
 *
 * @see NIST SP 800-63B-4, section 3.1.1.2
 */
export async function findProblem(
  password: string,
  { minLength, maxLength, isCommon, isBreached }: PasswordRules,
  context: PasswordContext,
): Promise<PasswordProblem | undefined> {
  const normalized = normalizePassword(password)
  const length = [...normalized].length
  if (length < minLength) return { type: 'too-short', length: minLength }
  if (length > maxLength) return { type: 'too-long', length: maxLength }
  if (!isHashable(password)) return { type: 'not-text' }
  if (await isCommon?.(normalized)) return { type: 'known' }
  if (isGuessable(normalized, context)) return { type: 'guessable' }
  return (await isBreached?.(normalized)) ? { type: 'known' } : undefined
}
