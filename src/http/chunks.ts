/**
 * How many bytes a value may have. Browsers store at most 4096 per cookie, including its name and
 * attributes.
 */
export const longestCookieValue: number = 4096 - 160

/**
 * Servers refuse requests whose headers exceed about 16 kB, so a session with more chunks would
 * lock the user out of the whole site.
 */
const mostChunks = 3

/** Another library may have written longer values. They can still be read and deleted. */
const mostChunksRead = 8

/** Maximum number of characters in a chunked value. */
export const longestChunkedValue: number = longestCookieValue * mostChunks

/**
 * Returns the value of the cookie `name`, or else joins the contiguous chunks `name.0`, `name.1`,
 * ….
 */
export function joinChunks(
  read: (name: string) => string | undefined,
  name: string,
): string | undefined {
  const whole = read(name)
  if (whole) return whole
  let joined = ''
  for (let at = 0; at < mostChunksRead; at++) {
    const chunk = read(`${name}.${at}`)
    if (!chunk) break
    joined += chunk
  }
  return joined || undefined
}

/** Characters that a renewed value may have more than the one that it replaces. */
const growth = 512

/**
 * Splits a value into cookies. Returns undefined if it would need too many chunks.
 *
 * A value may also be about as long as the one that it replaces, because the servers have accepted
 * that length in a request.
 */
export function splitIntoChunks(
  name: string,
  value: string,
  replacedLength = 0,
): readonly { readonly name: string; readonly value: string }[] | undefined {
  const pieces = cut(value)
  const isKnownToFit = value.length <= replacedLength + growth && pieces.length <= mostChunksRead
  if (pieces.length > mostChunks && !isKnownToFit) return undefined
  if (pieces.length <= 1) return [{ name, value }]
  return pieces.map((piece, at) => ({ name: `${name}.${at}`, value: piece }))
}

/** Returns pieces that fit into a cookie after percent-encoding. */
function cut(value: string): readonly string[] {
  if (/^[\w.~-]*$/.test(value)) {
    const count = Math.ceil(value.length / longestCookieValue)
    return Array.from({ length: count }, (_, at) =>
      value.slice(at * longestCookieValue, (at + 1) * longestCookieValue),
    )
  }
  const pieces: string[] = []
  let piece = ''
  let size = 0
  for (const character of value) {
    const encodedSize = encodeURIComponent(character).length
    if (size + encodedSize > longestCookieValue) {
      pieces.push(piece)
      piece = ''
      size = 0
    }
    piece += character
    size += encodedSize
  }
  return [...pieces, piece]
}

/**
 * Returns every cookie name that a value or its chunks can have, so that all of them can be
 * deleted.
 */
export function possibleNames(name: string): readonly string[] {
  return [name, ...Array.from({ length: mostChunksRead }, (_, at) => `${name}.${at}`)]
}
