/**
 * Returns a radius that is safe to write into a stylesheet: a length in `px`, `rem` or `em`, or 0.
 * Otherwise undefined.
 */
export function acceptRadius(value: unknown): string | undefined {
  // In `calc()`, a zero without a unit is not a length.
  if (value === '0') return '0px'
  return typeof value === 'string' && length.test(value) ? value : undefined
}

const length = /^(?:\d{1,3}|\d{0,3}\.\d{1,4})(?:px|rem|em)$/

/**
 * Returns a list of font families that is safe to write into a stylesheet: names, with or without
 * quotes, separated by commas. Otherwise undefined.
 */
export function acceptFont(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > longestFont) return undefined
  return value.split(',').every(isFamily) ? value.trim() : undefined
}

const longestFont = 200

/**
 * None of these characters can end the declaration, the rule or the stylesheet, call a function, or
 * begin an escape. A plain name must not begin with a digit.
 */
function isFamily(name: string): boolean {
  // Not a constant of the module, because it would take part of a millisecond of every cold start.
  return /^(?:"[\p{L}\p{N} ._-]+"|'[\p{L}\p{N} ._-]+'|-?[\p{L}_][\p{L}\p{N}_-]*(?: [\p{L}_][\p{L}\p{N}_-]*)*)$/u.test(
    name.trim(),
  )
}
