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
 * then mixes letters and digits or is long, and does not read as words.
 */
export function mayBeKey(text: string): boolean {
  if (readsAsWords(text)) return false
  const isMixed = /\d/.test(text) && /\p{L}/u.test(text)
  return isMixed || text.length >= longKey || text.includes(privateKey)
}

/** Whether a text has spaces, or is a word or two, a path, or the plain address of a page. */
export function readsAsWords(text: string): boolean {
  if (text.includes(privateKey)) return false
  return /\s/.test(text) || words.test(text) || names.test(text) || plainUrl.test(text)
}

const privateKey = 'PRIVATE KEY'
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
