/**
 * Whether a text is short and has only words, such as `password`, `Sign in` or `/account/login`.
 * Secrets are longer, or mix in digits, symbols or capital letters.
 */
export function isOrdinary(text: string): boolean {
  if (text.length < shortestSecret && words.test(text)) return true
  return text.length <= longestName && names.test(text)
}

/**
 * Whether a text may be a key or a password, although it is in code that may be for the browser. It
 * then has no spaces, mixes letters and digits or is long, does not read as words or a path, and is not
 * the plain address of a page.
 */
export function mayBeKey(text: string): boolean {
  if (text.includes('PRIVATE KEY')) return true
  if (/\s/.test(text) || words.test(text) || names.test(text) || plainUrl.test(text)) return false
  return text.length >= longKey || (/\d/.test(text) && /\p{L}/u.test(text))
}

const shortestSecret = 16
const longestName = 32
/** Shorter texts of letters only are formats, units and names, such as `YYYY-MM-DD`. */
const longKey = 24
/** Each word matches in one way only. With two ways, a long text of words would take forever. */
const word = String.raw`(?:[\p{Lu}\p{Lt}\p{Lm}\p{Lo}]?\p{Ll}+|\p{Lu}+)`
/** A word or two, or a phrase. Three words with hyphens are more often a passphrase. */
const words = new RegExp(`^(?:${word}(?:[.:-]${word})?|${word}(?: ${word})+)$`, 'u')
const segment = `${word}(?:[-_]${word})*`
/** A path, a media type or a time zone, or the name of a column. */
const names = new RegExp(
  `^(?:/?${segment}(?:/${segment})+/?|/${segment}/?|${word}(?:_${word})+)$`,
  'u',
)
const plainUrl = /^https?:\/\/[^@?#]*$/i
