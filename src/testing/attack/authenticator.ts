import { stepAt, totpCode } from '../../factors/totp.js'

const secondsPerStep = 30

/** An authenticator app with one secret, whose codes are each used once. */
export class Authenticator {
  /** The secret in base32. */
  readonly key: string
  #lastStep = 0

  constructor(key: string) {
    this.key = key
  }

  /** Returns a code that was not returned before. Waits if the app does not accept the next one yet. */
  async nextCode(): Promise<string> {
    this.#lastStep = Math.max(this.#lastStep + 1, stepAt(now()))
    await reachStep(this.#lastStep - 1)
    return totpCode(decodeBase32(this.key), this.#lastStep)
  }

  /** Returns the code that `nextCode` returned last. */
  async lastCode(): Promise<string> {
    return totpCode(decodeBase32(this.key), this.#lastStep)
  }

  /** Returns a code that is wrong now and for the next minutes. */
  async wrongCode(): Promise<string> {
    const near = Array.from({ length: 16 }, (_, at) => stepAt(now()) - 4 + at)
    const secret = decodeBase32(this.key)
    const right = new Set(await Promise.all(near.map((step) => totpCode(secret, step))))
    for (;;) {
      const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
      const code = String(number % 1_000_000).padStart(6, '0')
      if (!right.has(code)) return code
    }
  }
}

function now(): number {
  return Date.now() / 1000
}

async function reachStep(step: number): Promise<void> {
  const seconds = step * secondsPerStep - now()
  // Half a second more, because the clock of the app may be behind.
  if (seconds > 0) await new Promise((resolve) => setTimeout(resolve, seconds * 1000 + 500))
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Decodes base32 without padding. @see RFC 4648, section 6 */
export function decodeBase32(text: string): Uint8Array {
  const bits = [...text].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2))
}
