import { sha256Hex } from '../crypto/digest.js'
import type { Random } from '../crypto/random.js'
import { encodeInFives, inFours } from './base32.js'

/** Crockford's alphabet, without the letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeCount = 10
/** 80 bits, which are 16 characters. */
const codeBytes = 10
/** Longer than any code that a user types or pastes. */
const longestInput = 256

/** Creates ten recovery codes as the user sees them, such as `7K3M-0QXA-94TR-ZC8E`. */
export function createRecoveryCodes(random: Random): readonly string[] {
  return Array.from({ length: codeCount }, () =>
    inFours(encodeInFives(random(codeBytes), alphabet), '-'),
  )
}

/**
 * Returns the characters of a recovery code that a user typed. Case, white space, hyphens and letters
 * that look like digits do not matter. Undefined if the input is not a code.
 */
export function readRecoveryCode(typed: unknown): string | undefined {
  if (typeof typed !== 'string' || typed.length > longestInput) return undefined
  const code = typed
    .normalize('NFKC')
    .replace(/[\s\p{Dash}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code) ? code : undefined
}

/**
 * Returns the id of a recovery code's row. The row is found by it, and the code cannot be read from
 * it. The user is part of it, so that one user's code never opens another user's account.
 *
 * @param code - A code from {@link readRecoveryCode}.
 */
export async function recoveryCodeId(userId: string, code: string): Promise<string> {
  return sha256Hex(JSON.stringify([userId, code]), 'recovery:')
}
