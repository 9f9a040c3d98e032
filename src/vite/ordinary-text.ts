/**
 * Whether a text is short and has only words, such as `password`, `Sign in` or `/account/login`.
 * Secrets are longer, or mix in digits, symbols or capital letters.
 */
export function isOrdinary(text: string): boolean {
  return text.length < shortestSecret && words.test(text)
}

const shortestSecret = 16
const word = String.raw`(?:\p{L}?\p{Ll}+|\p{Lu}+)`
/** A word or two, a phrase, or a path. Three words with hyphens are more often a passphrase. */
const words = new RegExp(
  `^(?:${word}(?:[_.:-]${word})?|${word}(?: ${word})+|(?:/${word}(?:-${word})*)+/?)$`,
  'u',
)

/**
 * Whether a text may be a key or a password, although it is in code that may be for the browser. It
 * then has no spaces, does not read as a word or a path, and is not the plain address of a page.
 */
export function mayBeKey(text: string): boolean {
  if (text.includes('PRIVATE KEY')) return true
  return !/\s/.test(text) && !words.test(text) && !plainUrl.test(text)
}

const plainUrl = /^https?:\/\/[^@?#]*$/i
