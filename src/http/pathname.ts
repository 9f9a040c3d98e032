/** Nothing in it that a parser would change, and no dots that could lead elsewhere. */
const plain = /^https?:\/\/[^/?#]+(\/[\w/-]*)$/

/** The path of an absolute URL. Most are plain, and to parse one takes as long as to read a session. */
export function pathnameOf(url: string): string {
  return plain.exec(url)?.[1] ?? new URL(url).pathname
}
