import { InvalidProviderConfig } from '../errors/config-errors.js'
import { EmailSignInError } from '../errors/email-errors.js'
import { parseEmailAddress } from '../http/email-address.js'
import type { EmailConfig, VerificationRequestParams } from '../model/email.js'
import { encodeBase64 } from './base64.js'

/** A mailbox, with the name that is shown for it. */
export interface Address {
  readonly email: string
  readonly name?: string
}

/** The sender of a provider's mails; throws when its `from` is not one address. */
export function senderOf({ id, from }: EmailConfig): Address {
  const address = typeof from === 'string' ? parseAddress(from) : undefined
  if (address) return address
  throw new InvalidProviderConfig(
    `Expected \`from\` of the provider "${id}" to be an address such as "mail@example.com" or "Example <mail@example.com>", got ${from === undefined ? 'nothing' : JSON.stringify(from)}.`,
  )
}

/** Throws unless the recipient is one address: many services read a text as a list of them. */
export function requireOneRecipient({ identifier }: VerificationRequestParams): void {
  if (parseEmailAddress(identifier) !== undefined) return
  throw new EmailSignInError('Expected the recipient of the mail to be one e-mail address.')
}

/** Reads `a@b` or `Name <a@b>`; undefined for anything else. */
export function parseAddress(text: string): Address | undefined {
  if (/\p{Cc}/u.test(text)) return undefined
  const bracketed = /^(?<name>[^<>]*)<(?<email>[^<>]*)>$/.exec(text.trim())
  const email = (bracketed?.groups?.['email'] ?? text).trim()
  const name = unquote((bracketed?.groups?.['name'] ?? '').trim())
  if (name === undefined || !isMailbox(email)) return undefined
  return name === '' ? { email } : { name, email }
}

/** An address as text; the name is quoted when it would be read as anything else. */
export function formatAddress({ name, email }: Address): string {
  if (name === undefined) return email
  return `${isPhrase(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`} <${email}>`
}

/** The same in ASCII, for services that do not encode a name themselves (RFC 2047). */
export function formatAsciiAddress(address: Address): string {
  const { name, email } = address
  if (name === undefined || /^[\x20-\x7e]*$/.test(name)) return formatAddress(address)
  return `${encodedWords(name)} <${email}>`
}

const longestEmail = 254

function isMailbox(text: string): boolean {
  return text.length <= longestEmail && /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/.test(text)
}

/** What is meant by a name in quotation marks; undefined when they do not match. */
function unquote(name: string): string | undefined {
  if (!name.includes('"')) return name
  if (!/^"(?:[^"\\]|\\.)*"$/.test(name)) return undefined
  return name.slice(1, -1).replace(/\\(.)/g, '$1')
}

/** Letters of any script count: the services take UTF-8. */
function isPhrase(name: string): boolean {
  return /^[\p{L}\p{M}\p{N} !#$%&'*+/=?^_`{|}~-]+$/u.test(name)
}

/** An encoded word has at most 75 characters, hence 45 bytes, and never half a character. */
function encodedWords(text: string): string {
  const words: string[] = []
  let word = ''
  for (const character of text) {
    if (new TextEncoder().encode(word + character).length > 45) {
      words.push(word)
      word = ''
    }
    word += character
  }
  return [...words, word].map((part) => `=?UTF-8?B?${encodeBase64(part)}?=`).join(' ')
}
