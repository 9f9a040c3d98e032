import { equalInConstantTime } from '../crypto/equal.js'
import { hmacSha1 } from '../crypto/hmac-sha1.js'
import type { Random } from '../crypto/random.js'

// Many authenticator apps ignore other values in the URL, so these are fixed.
const secondsPerStep = 30
const digits = 6

/** RFC 4226, section 4: as long as the hash. */
const secretBytes = 20

/** Longer than any code that a user types, with white space in it. */
const longestInput = 64

/** Creates the secret of an authenticator app. */
export function createTotpSecret(random: Random): Uint8Array {
  return random(secretBytes)
}

/** Returns the time step of a Unix time in seconds. @see RFC 6238, section 4.2 */
export function stepAt(seconds: number): number {
  return Math.floor(seconds / secondsPerStep)
}

/** Returns the code that an authenticator app shows during a time step. @see RFC 4226, section 5.3 */
export async function totpCode(secret: Uint8Array, step: number): Promise<string> {
  const message = new Uint8Array(8)
  new DataView(message.buffer).setBigUint64(0, BigInt(step))
  const hash = await hmacSha1(secret, message)
  const view = new DataView(hash.buffer, hash.byteOffset, hash.byteLength)
  const number = view.getUint32(view.getUint8(hash.length - 1) & 0xf) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * Finds the time step whose code the user typed: the current one, the one before or the one after.
 * It must be greater than `lastStep`, because a code may be used only once. Undefined if none
 * matches. @see RFC 6238, section 5.2
 *
 * @param typed - The user's input. White space is ignored.
 * @param currentStep - The step of the server's clock, from {@link stepAt}.
 * @param lastStep - The newest step whose code was used.
 */
export async function findStep(
  secret: Uint8Array,
  typed: unknown,
  currentStep: number,
  lastStep: number,
): Promise<number | undefined> {
  const code = readTotpCode(typed)
  if (code === undefined) return undefined
  let found: number | undefined
  // All three codes are compared, so that the time does not tell which one matched. If two steps
  // have the same code, the later one is used up, and the code is not accepted again.
  for (const step of [currentStep - 1, currentStep, currentStep + 1]) {
    const matches = equalInConstantTime(await totpCode(secret, step), code)
    if (matches && step > lastStep) found = step
  }
  return found
}

/** Returns the six digits that a user typed, in ASCII. Undefined if the input is not a code. */
export function readTotpCode(typed: unknown): string | undefined {
  if (typeof typed !== 'string' || typed.length > longestInput) return undefined
  // Keyboards of some languages type digits of their own.
  const code = typed
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
  return /^[0-9]{6}$/.test(code) ? code : undefined
}
