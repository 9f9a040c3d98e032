import type { BodyFields } from '../../http/body.js'
import { parseEmailAddress } from '../../http/email-address.js'
import type { CredentialInput } from '../../model/credentials.js'

/** A value that may name the account whose password is tried. */
export interface LoginName {
  readonly field: string
  readonly text: string
  /** Whether the field is known to name a user. If not, many users may have typed the same. */
  readonly isCertain: boolean
}

/** More than a sign-in form has: counting each value would let a client decide how much we count. */
export const mostNames = 16

const deepestValue = 8

/** What may name the account: declared fields that name a user, or else every value there is. */
export function findLoginNames(
  declared: Readonly<Record<string, CredentialInput>>,
  typed: BodyFields,
): readonly LoginName[] {
  const fields = Object.entries(declared)
  if (fields.length === 0) return findPostedNames(typed)
  const candidates = fields.filter(([field, { type }]) => !namesNobody(field, type))
  const known = candidates.filter(([field, input]) => namesUser(field, input))
  const naming = known.length > 0 ? known : candidates
  const isCertain = known.length > 0 || naming.length === 1
  const names = naming.map(([field]) => ({ field, text: textOf(typed[field]), isCertain }))
  const filled = names.filter(({ text }) => text !== '')
  return filled.length > 0 ? filled : names.slice(0, 1)
}

/** The client chooses which fields there are, so every one of them may be the name. */
function findPostedNames(typed: BodyFields): readonly LoginName[] {
  const names: LoginName[] = []
  for (const [field, value] of Object.entries(typed)) {
    const isCertain = namesUser(field)
    for (const text of textsOf(field, value)) {
      names.push({ field, text, isCertain })
      if (names.length > mostNames) return names
    }
  }
  return names
}

/** The texts in a posted value, but for passwords and what a box says that is ticked. */
function* textsOf(field: string, value: unknown, depth = 0): Generator<string> {
  if (namesNobody(field)) return
  if (typeof value === 'object' && value !== null && depth < deepestValue) {
    for (const [name, member] of Object.entries(value)) yield* textsOf(name, member, depth + 1)
    return
  }
  const text = textOf(typeof value === 'number' ? String(value) : value)
  if (!/^(?:on|off|true|false|yes|no|null|undefined|boolean|\d?)$/.test(text)) yield text
}

/** Names of fields that name a user, as forms call them. */
const userField =
  /^(?:user(?:[_-]?(?:name|id))?|login(?:[_-]?(?:name|id))?|e-?mail(?:[_-]?address)?|account[_-]?(?:name|id|number)|phone(?:[_-]?number)?|mobile|nick[_-]?name|handle|name|id|identifier)$/i

function namesUser(field: string, { type, autocomplete }: CredentialInput = {}): boolean {
  return (
    userField.test(field) ||
    /^(?:email|tel)$/i.test(type ?? '') ||
    /\b(?:username|email|tel)\b/i.test(autocomplete ?? '')
  )
}

/** A password, or a field that can be filled with anything: with it every guess had a new name. */
function namesNobody(field: string, type = ''): boolean {
  return (
    /^(?:password|checkbox|radio)$/i.test(type) ||
    /passw|pwd|secret|^(?:pin|otp|totp|code|token|remember)$/i.test(field)
  )
}

/** A name however it is written. Look-alikes count together, which holds up more guesses, not fewer. */
function textOf(value: unknown): string {
  if (value === undefined) return ''
  // What is no text can be written in endless ways, and may still be read as one.
  if (typeof value !== 'string') return typeof value
  const text = value.normalize('NFKC').trim()
  return parseEmailAddress(text) ?? text.toLowerCase()
}
