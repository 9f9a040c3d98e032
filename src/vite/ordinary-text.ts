import { isMedia } from './bundle.js'
import { assignsSecret } from './connection-text.js'
import { isPublicText, isUuid } from './public-text.js'
import { hasPassword } from './secret-variable.js'

/**
 * Whether a text is short and has only words, such as `password`, `Sign in` or `/account/login`, or
 * is the address of a picture. Secrets are longer, or mix in digits, symbols or capital letters.
 */
export function isOrdinary(text: string): boolean {
  if (text.length < shortestSecret && words.test(text)) return true
  if (text.length <= longestName && names.test(text)) return true
  return isPlainAddress(text) && !token.test(text) && (isMedia(text) || text.endsWith('.svg'))
}

/**
 * Whether a text may be a key or a password, although it is in code that may be for the browser. It
 * then mixes letters and digits or is long, and does not read as words.
 */
export function mayBeKey(text: string): boolean {
  if (readsAsWords(text) || isPublicText(text)) return false
  const isMixed = /\d/.test(text) && /\p{L}/u.test(text)
  if (isMixed || text.length >= longKey) return true
  return hasPassword(text) || assignsSecret(text) || text.includes(privateKey)
}

/**
 * Whether a text is most likely a key. The shapes of keys are rare in the code of a browser, while
 * any mix of letters and digits may be a class of CSS or the name of a column.
 */
export function isLikelyKey(text: string): boolean {
  if (text.includes(privateKey) || hasPassword(text) || assignsSecret(text)) return true
  if (isPublicText(text) || isUuid(text) || isCamelCase(text)) return false
  // The host of an address is public, but not a user before it.
  const path = text.replace(/^https?:\/\/[^/?#@]+(?=[/?#]|$)/i, '')
  return token.test(path) && (!/\s/.test(text) || credentials.test(text))
}

/** Whether a text is words such as `checkoutV2Redesign`. A key has more digits or more capital letters. */
function isCamelCase(text: string): boolean {
  const [digits, capitals] = [text.match(/\d/g), text.match(/[A-Z]/g)]
  const isRare = (digits?.length ?? 0) <= 2 && (capitals?.length ?? 0) * 4 <= text.length
  return isRare && /^[A-Za-z][A-Za-z\d.]*$/.test(text) && /[a-z\d][A-Z]/.test(text)
}

/**
 * Whether a text has spaces, or is a word or two, a name, a path, or the address of a page or a file,
 * and has no part that may be a key, as `Bearer …` and `password=…` have.
 */
export function readsAsWords(text: string): boolean {
  if (readsAsPlainWords(text)) return true
  return !isSuspicious(text) && (longName.test(text) || format.test(text))
}

/**
 * The same for a text with the name of a secret. A password such as `prod_db_pass_42` looks like the id
 * of a message. Such an id repeats a word of the name: `wrongPassword: 'err_wrong_password_1'`.
 */
export function readsAsPlainWords(text: string, name = ''): boolean {
  if (isSuspicious(text)) return false
  if (/\s/.test(text) || words.test(text) || names.test(text) || isPlainAddress(text)) return true
  if (text.length < longKey && memberNames.test(text)) return true
  const [first = '', ...others] = wordsOf(name)
  const hasLast = wordsOf(text).includes(others.at(-1) ?? first)
  // A password may well be `password_1`, but not the text of an error.
  return hasLast && (others.length > 0 ? messageId : plainId).test(text)
}

/** Returns the words of a name: `wrong` and `password` of `wrongPassword`. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
}

function isSuspicious(text: string): boolean {
  if (text.includes(privateKey) || token.test(text) || longWord.test(text)) return true
  return hasPassword(text) || assignsSecret(text)
}

/** `https://shop.example.com/v1` or `/images/logo-256.png`. The address of a webhook has a token. */
function isPlainAddress(text: string): boolean {
  return (plainUrl.test(text) || plainPath.test(text)) && !longSegment.test(text)
}

const credentials = /^(?:Bearer|Basic) /i
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
/** A path, a media type or a time zone, the name of a column, or the id of a context. */
const names = new RegExp(
  `^(?:/?${segment}(?:/${segment})+/?|/${segment}/?|${word}(?:_${word})+|${word}(?:\\.${word})+)$`,
  'u',
)
/** `address_line_1`, `errors.email_invalid` or `app:auth:plugin` */
const longName = new RegExp(`^${word}(?:(?:[._]${word})+(?:_\\d{1,3})?|(?::${word})+)$`, 'u')
/** The same without digits, or with the number of an error: `_1` or `_01`. */
const plainId = new RegExp(`^${word}(?:[._:]${word})+$`, 'u')
const messageId = new RegExp(`^${word}(?:[._:]${word})+(?:_0?\\d)?$`, 'u')
/** `YYYY-MM-DD` or `text/html;charset=utf-8` */
const format =
  /^[YMDHS]{1,4}(?:[-/.:T][YMDHS]{1,4})+$|^[a-z]+\/[a-z.+-]+;\s?charset=[a-z\d-]{1,10}$/i
const plainUrl = /^https?:\/\/[^@?#]*$/i
const plainPath = /^\.{0,2}\/[\w\-./%~+:*[\]]*$/
/** `contentEditor`, `auth.emailInvalid` or `docs.theme-context` */
const memberName = String.raw`\p{L}\p{Ll}*(?:\p{Lu}\p{Ll}+)*`
const memberNames = new RegExp(`^${memberName}(?:(?:\\.${memberName})+(?:-${memberName})*)?$`, 'u')
/** A part of a text that is long and mixes letters and digits, or the beginning of a UUID. */
const token = /(?=[A-Za-z]{0,15}\d)(?=\d{0,15}[A-Za-z])[A-Za-z\d]{16}|[\da-f]{8}-[\da-f]{4}-/i
/** No word has as many letters, except for nouns of German, which have a capital letter. */
const longWord = /^\p{Ll}{24}/u
const longSegment = /[A-Za-z\d]{24}/
