/** A URL whose path a parser would not change: no escapes and no dot segments. */
const plain = /^https?:\/\/[^/?#]+(\/[\w/-]*)$/

/**
 * Returns the path of an absolute URL. Avoids the URL parser for plain URLs, because parsing takes
 * as long as reading a session.
 */
export function pathnameOf(url: string): string {
  return plain.exec(url)?.[1] ?? new URL(url).pathname
}
