import type { BodyFields } from '../../http/body.js'
import { parseEmailAddress } from '../../http/email-address.js'
import type { CredentialInput } from '../../model/credentials.js'

/** A value that may name the account whose password the visitor tries. */
export interface LoginName {
  readonly field: string
  /** Where the value is. Only a value inside another one is not at its field. */
  readonly path: string
  readonly text: string
  /** Whether the field surely names a user. If not, many users may have typed the same value. */
  readonly isCertain: boolean
}

/**
 * More names than any sign-in form has. Without a limit, a client could decide how much is counted.
 */
export const mostNames = 16

const deepestValue = 8

/** Longer than the spellings of any name. To fold a longer text would take too much time. */
const longestName = 512

/**
 * Returns the values that may name the account. These are the declared fields that name a user, or
 * else every value.
 */
export function findLoginNames(
  declared: Readonly<Record<string, CredentialInput>>,
  typed: BodyFields,
): readonly LoginName[] {
  const fields = Object.entries(declared)
  if (fields.length === 0) return findPostedNames(typed)
  const known = findNameFields(declared)
  const candidates = fields
    .filter(([field, { type }]) => !isNeverLoginName(field, type))
    .map(([field]) => field)
  const naming = known.length > 0 ? known : candidates
  const isCertain = known.length > 0 || naming.length === 1
  const names = naming.map((field) => ({
    field,
    path: field,
    text: textOf(typed[field]),
    isCertain,
  }))
  const filled = names.filter(({ text }) => text !== '')
  return filled.length > 0 ? filled : names.slice(0, 1)
}

/** Returns the names of the declared fields that surely name a user. */
export function findNameFields(
  declared: Readonly<Record<string, CredentialInput>>,
): readonly string[] {
  return Object.entries(declared)
    .filter(([field, input]) => !isNeverLoginName(field, input.type) && namesUser(field, input))
    .map(([field]) => field)
}

/** The client chooses the fields, so each of them may be the name. */
function findPostedNames(typed: BodyFields): readonly LoginName[] {
  const names: LoginName[] = []
  for (const [field, value] of Object.entries(typed)) {
    const isCertain = namesUser(field)
    for (const [path, text] of textsOf(field, value)) {
      names.push({ field, path: JSON.stringify(path), text, isCertain })
      if (names.length > mostNames) return names
    }
  }
  return names
}

/** Yields the texts in a posted value with their paths, except passwords and the values of checkboxes. */
function* textsOf(
  field: string,
  value: unknown,
  outer: readonly string[] = [],
): Generator<readonly [path: readonly string[], text: string]> {
  if (isNeverLoginName(field)) return
  const path = [...outer, field]
  if (typeof value === 'object' && value !== null && outer.length < deepestValue) {
    for (const [name, member] of Object.entries(value)) yield* textsOf(name, member, path)
    return
  }
  const text = textOf(typeof value === 'number' ? String(value) : value)
  if (!/^(?:on|off|true|false|yes|no|null|undefined|boolean|\d?)$/.test(text)) yield [path, text]
}

/** Common names of form fields that name a user. */
const userField =
  /^(?:user(?:[_-]?(?:name|id))?|login(?:[_-]?(?:name|id))?|e-?mail(?:[_-]?address)?|account[_-]?(?:name|id|number)|phone(?:[_-]?number)?|mobile|nick[_-]?name|handle|name|id|identifier)$/i

function namesUser(field: string, { type, autocomplete }: CredentialInput = {}): boolean {
  return (
    userField.test(field) ||
    /^(?:email|tel)$/i.test(type ?? '') ||
    /\b(?:username|email|tel)\b/i.test(autocomplete ?? '')
  )
}

/**
 * Whether a field is a password or can hold any value. If it counted as a name, every guess would
 * have a new name.
 */
function isNeverLoginName(field: string, type = ''): boolean {
  return (
    /^(?:password|checkbox|radio)$/i.test(type) ||
    /passw|pwd|secret|^(?:pin|otp|totp|code|token|remember)$/i.test(field)
  )
}

/**
 * Returns a name without what the usual collations of MySQL and MariaDB ignore: case, accents, and
 * characters that cannot be seen. The database of `authorize` may find one user by endless spellings, and
 * each of them must not have a count of its own. No user has a very long name, so all of those share one.
 */
export function foldName(text: string): string {
  if (text.length > longestName) return 'too long'
  return text
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{Script=Inherited}\p{Diacritic}\p{Default_Ignorable_Code_Point}\p{C}]/gu, '')
    .trim()
}

/**
 * Returns a name in one spelling. Look-alike names share a count, which blocks more guesses instead
 * of fewer.
 */
function textOf(value: unknown): string {
  if (value === undefined) return ''
  // A value that is not a string can be written in endless ways, and `authorize` may still read it
  // as text.
  if (typeof value !== 'string') return typeof value
  const text = value.normalize('NFKC').trim()
  return parseEmailAddress(text) ?? text.toLowerCase()
}
