/** Shorter texts cost less than a reference to them saves. */
const shortest = 64

/**
 * Returns a value as two lines of JSON. The second one lists the long texts, each of them once. What a
 * sign-in says about its account repeats the provider's tokens, and cookies have little room.
 *
 * In the first line, each text begins with a mark: `=` before the text itself, `#` before its place in
 * the list.
 */
export function packTexts(value: object): string {
  const places = new Map<string, number>()
  const packed = JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'string') return inner
    if (inner.length < shortest) return `=${inner}`
    const place = places.get(inner) ?? places.size
    places.set(inner, place)
    return `#${place}`
  })
  return `${packed}\n${JSON.stringify([...places.keys()])}`
}

/** Returns the value that `packTexts` packed. Undefined for anything else, such as plain JSON. */
export function unpackTexts(lines: string): unknown {
  const [packed = '', list] = lines.split('\n')
  if (list === undefined) return undefined
  const texts = JSON.parse(list) as readonly string[]
  return JSON.parse(packed, (_key, inner: unknown) => {
    if (typeof inner !== 'string') return inner
    return inner.startsWith('#') ? texts[Number(inner.slice(1))] : inner.slice(1)
  }) as unknown
}
