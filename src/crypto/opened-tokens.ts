import type { ContentKey } from './content-key.js'

/** What a token held, and the key that proved it. */
interface OpenedToken {
  readonly key: ContentKey
  readonly plaintext: string
}

const mostRecent = 256
const longestRemembered = 4096

/**
 * Tokens that were opened before: a browser sends the same one with every request.
 *
 * To find an entry one must hold the whole authentic token, so the memory tells nothing that
 * decryption would not. Bounded in number, and by {@link longestRemembered} in size.
 */
export class OpenedTokens {
  #recent = new Map<string, OpenedToken>()
  /** Forgotten together, which costs less than to look for the oldest each time. */
  #former = this.#recent

  /** The content of a token that one of these keys has opened before. */
  recall(token: string, keys: readonly ContentKey[]): OpenedToken | undefined {
    const known = this.#recent.get(token) ?? this.#former.get(token)
    // A key that is no longer in use opens nothing, remembered or not.
    return known && keys.includes(known.key) ? known : undefined
  }

  /** Keeps the content of a token that was just opened. */
  remember(token: string, opened: OpenedToken): void {
    if (token.length > longestRemembered) return
    if (this.#recent.size >= mostRecent) {
      this.#former = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(token, opened)
  }
}
