/** Maximum number of values, not counting keys. More than any of our requests has. */
const mostValues = 1000
const deepest = 32

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const openings: ReadonlySet<number> = new Set([0x5b, 0x7b])
const closings: ReadonlySet<number> = new Set([0x5d, 0x7d])

/**
 * Whether a JSON text has few enough values and levels to be parsed. A parser allocates memory for
 * each value, so a small text can cost as much as many requests. Does not check the syntax.
 */
export function isSmallJson(text: string): boolean {
  let values = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === comma) values++
    else if (openings.has(code)) {
      values++
      depth++
    } else if (closings.has(code)) depth--
    if (values > mostValues || depth > deepest) return false
  }
  return true
}

/** Returns the index of the quote that ends the string. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at++
  }
  return text.length
}
