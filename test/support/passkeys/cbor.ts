/** What our software authenticator has to say in CBOR. */
export type CborValue = number | string | Uint8Array | ReadonlyMap<number | string, CborValue>

/** Encodes a value as RFC 8949 says: integers, texts, bytes and maps. */
export function encodeCbor(value: CborValue): Uint8Array {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return withHead(3, new TextEncoder().encode(value))
  if (value instanceof Uint8Array) return withHead(2, value)
  const entries = [...value].flatMap(([key, member]) => [encodeCbor(key), encodeCbor(member)])
  return concat(head(5, value.size), ...entries)
}

/** One array of bytes after the other. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function withHead(major: number, bytes: Uint8Array): Uint8Array {
  return concat(head(major, bytes.length), bytes)
}

function head(major: number, argument: number): Uint8Array {
  if (argument < 24) return Uint8Array.of((major << 5) | argument)
  if (argument < 0x100) return Uint8Array.of((major << 5) | 24, argument)
  return Uint8Array.of((major << 5) | 25, argument >> 8, argument & 0xff)
}
