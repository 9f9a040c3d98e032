/**
 * A URL; undefined where the text is none.
 *
 * Without a question to `URL.canParse` before: on Node 20, once it is compiled, it takes the characters
 * of a text for bytes of UTF-8, and lets some through on which the constructor throws.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
