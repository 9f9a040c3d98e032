/**
 * Returns the URL, or undefined if the text is not a valid URL.
 *
 * Does not ask `URL.canParse` first. On Node 20, the optimized version of that function misreads
 * non-ASCII text and accepts some texts on which the constructor throws.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** Returns the URL if its scheme is http or https. `localhost:3000` is a URL whose scheme is `localhost`. */
export function parseHttpUrl(text: string): URL | undefined {
  const url = parseUrl(text)
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

/** The parts of a URL that a config needs. */
export type Address = Pick<URL, 'origin' | 'pathname'>

/** Returns the parts of a URL whose scheme is http or https. A `URL` computes them at each access. */
export function toAddress(text: string): Address | undefined {
  const url = parseHttpUrl(text)
  return url && { origin: url.origin, pathname: url.pathname }
}
