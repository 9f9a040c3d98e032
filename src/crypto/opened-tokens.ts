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
const remembered = new Map<string, OpenedToken>()
const mostRemembered = 512
const longestRemembered = 4096

/** The content of a token that one of these keys has opened before. */
export function recallOpened(token: string, keys: readonly ContentKey[]): OpenedToken | undefined {
  const known = remembered.get(token)
  // A key that is no longer in use opens nothing, remembered or not.
  return known && keys.includes(known.key) ? known : undefined
}

/** Keeps the content of a token that was just opened. */
export function rememberOpened(token: string, opened: OpenedToken): void {
  if (token.length > longestRemembered) return
  remembered.set(token, opened)
  if (remembered.size <= mostRemembered) return
  const { value: oldest } = remembered.keys().next()
  if (oldest !== undefined) remembered.delete(oldest)
}
