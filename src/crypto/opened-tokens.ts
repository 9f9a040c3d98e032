import type { ContentKey } from './content-key.js'

/** What a token held, and the key that proved it. */
interface OpenedToken {
  readonly key: ContentKey
  readonly plaintext: string
}

/**
 * Tokens that were opened before: a browser sends the same one with every request.
 *
 * To find an entry one must hold the whole authentic token, so the memory tells nobody anything
 * that decryption would not. Bounded in number, and by {@link longestRemembered} in size.
 */
let recent = new Map<string, OpenedToken>()
/** Forgotten together, which costs less than to look for the oldest each time. */
let former = recent
const mostRecent = 256
const longestRemembered = 4096

/** The content of a token that one of these keys has opened before. */
export function recallOpened(token: string, keys: readonly ContentKey[]): OpenedToken | undefined {
  const known = recent.get(token) ?? former.get(token)
  // A key that is no longer in use opens nothing, remembered or not.
  return known && keys.includes(known.key) ? known : undefined
}

/** Keeps the content of a token that was just opened. */
export function rememberOpened(token: string, opened: OpenedToken): void {
  if (token.length > longestRemembered) return
  if (recent.size >= mostRecent) {
    former = recent
    recent = new Map()
  }
  recent.set(token, opened)
}
