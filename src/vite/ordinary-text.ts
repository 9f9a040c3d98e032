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
