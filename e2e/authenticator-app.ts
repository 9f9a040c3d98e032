import { createHmac } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepLength = 30_000

/** An authenticator app on a phone, which shares nothing with the library but the RFCs. */
export class AuthenticatorApp {
  readonly #secret: Buffer
  #lastStep = 0

  /** @param key - The secret in base32, as the page shows it. */
  constructor(key: string) {
    const bits = [...key].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    const bytes = bits.join('').match(/.{8}/g) ?? []
    this.#secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
  }

  /** A code that was not shown before. A server accepts it up to 30 seconds early. */
  async nextCode(): Promise<string> {
    this.#lastStep = Math.max(this.#lastStep + 1, Math.floor(Date.now() / stepLength))
    await setTimeout(Math.max(0, (this.#lastStep - 1) * stepLength - Date.now()))
    return this.#codeAt(this.#lastStep)
  }

  /** A code that is wrong for the next minutes. */
  wrongCode(): string {
    const now = Math.floor(Date.now() / stepLength)
    const right = new Set(Array.from({ length: 20 }, (_, later) => this.#codeAt(now - 5 + later)))
    return ['000000', ...Array.from({ length: 20 }, (_, digit) => String(111_111 + digit))].find(
      (code) => !right.has(code),
    ) as string
  }

  /** @see RFC 6238, and RFC 4226, section 5.3 */
  #codeAt(counter: number): string {
    const message = Buffer.alloc(8)
    message.writeBigUInt64BE(BigInt(counter))
    const hash = createHmac('sha1', this.#secret).update(message).digest()
    const offset = (hash.at(-1) ?? 0) & 0xf
    return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
  }
}
