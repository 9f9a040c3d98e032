import type { ContentKey } from './content-key.js'

/** The plaintext of a token, and the key that decrypted it. */
interface OpenedToken {
  readonly key: ContentKey
  readonly plaintext: string
}

/** An opened token, with the token itself. */
interface Entry {
  readonly token: string
  readonly opened: OpenedToken
}

const mostRecent = 256
const longestRemembered = 4096
/** The length of the authentication tag, which ends a token and is different for each one. */
const tagLength = 43

/**
 * Caches decrypted tokens, because a browser sends the same token with every request.
 *
 * A lookup needs the whole authentic token, so the cache reveals nothing that decryption would not.
 * The number of entries and the size of each ({@link longestRemembered}) are limited.
 */
export class OpenedTokens {
  #recent = new Map<string, Entry>()
  /**
   * The older half of the cache. It is dropped as a whole, which is cheaper than finding the oldest
   * entry each time.
   */
  #former = this.#recent

  /** Returns the cached content of a token that one of these keys decrypted. */
  recall(token: string, keys: readonly ContentKey[]): OpenedToken | undefined {
    // Each request has a new string, and hashing all of it would take longer than the rest of the lookup.
    const tag = token.slice(-tagLength)
    const known = this.#recent.get(tag) ?? this.#former.get(tag)
    if (known?.token !== token) return undefined
    // A key that was removed from the config must not open a token, even if the token is cached.
    return keys.includes(known.opened.key) ? known.opened : undefined
  }

  remember(token: string, opened: OpenedToken): void {
    if (token.length > longestRemembered) return
    if (this.#recent.size >= mostRecent) {
      this.#former = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(token.slice(-tagLength), { token, opened })
  }
}
