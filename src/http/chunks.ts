/** Browsers keep 4096 bytes a cookie, name and attributes included. */
const chunkSize = 4096 - 160

/**
 * Servers refuse requests whose headers are larger than about 16 kB, so a session that took more
 * chunks would lock its owner out of the whole site.
 */
const mostChunks = 3

/** Others may have written longer values before us; those are read too, and cleaned up. */
const mostChunksRead = 8

/** The most characters that a chunked value may have. */
export const longestChunkedValue: number = chunkSize * mostChunks

/** A value as it lies in one cookie, or in several. */
export interface ChunkedValue {
  readonly value: string
  /** The names of the cookies that hold it. */
  readonly names: readonly string[]
}

/** The value under `name`, else the contiguous chunks `name.0`, `name.1`, … joined. */
export function joinChunks(
  read: (name: string) => string | undefined,
  name: string,
): ChunkedValue | undefined {
  const whole = read(name)
  if (whole) return { value: whole, names: [name] }
  const names: string[] = []
  let value = ''
  for (const chunkName of chunkNames(name)) {
    const chunk = read(chunkName)
    if (!chunk) break
    names.push(chunkName)
    value += chunk
  }
  return names.length > 0 ? { value, names } : undefined
}

/** The value under `name`, or cut into chunks; undefined when it needs more than are allowed. */
export function splitIntoChunks(
  name: string,
  value: string,
): readonly { readonly name: string; readonly value: string }[] | undefined {
  const pieces = cut(value)
  if (pieces.length > mostChunks) return undefined
  if (pieces.length <= 1) return [{ name, value }]
  return pieces.map((piece, at) => ({ name: `${name}.${at}`, value: piece }))
}

/** Pieces that fit into a cookie once they are percent-encoded. */
function cut(value: string): readonly string[] {
  if (/^[\w.~-]*$/.test(value)) {
    const count = Math.ceil(value.length / chunkSize)
    return Array.from({ length: count }, (_, at) =>
      value.slice(at * chunkSize, (at + 1) * chunkSize),
    )
  }
  const pieces: string[] = []
  let piece = ''
  let size = 0
  for (const character of value) {
    const encodedSize = encodeURIComponent(character).length
    if (size + encodedSize > chunkSize) {
      pieces.push(piece)
      piece = ''
      size = 0
    }
    piece += character
    size += encodedSize
  }
  return [...pieces, piece]
}

/** Every name under which a value, or a part of it, can lie: also what a clean-up must look at. */
export function possibleNames(name: string): readonly string[] {
  return [name, ...chunkNames(name)]
}

function chunkNames(name: string): readonly string[] {
  return Array.from({ length: mostChunksRead }, (_, at) => `${name}.${at}`)
}
