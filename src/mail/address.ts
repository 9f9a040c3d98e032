import { InvalidProviderConfig } from '../errors/config-errors.js'
import { EmailSignInError } from '../errors/email-errors.js'
import { parseEmailAddress } from '../http/email-address.js'
import type { EmailConfig, VerificationRequestParams } from '../model/email.js'
import { encodeBase64 } from './base64.js'

/** A mailbox with its display name. */
export interface Address {
  readonly email: string
  readonly name?: string
}

/** Returns the sender of a provider's mails. Throws if `from` is not exactly one address. */
export function senderOf({ id, from }: EmailConfig): Address {
  const address = typeof from === 'string' ? parseAddress(from) : undefined
  if (address) return address
  throw new InvalidProviderConfig(
    `Expected \`from\` of the provider "${id}" to be an address such as "mail@example.com" or "Example <mail@example.com>", got ${from === undefined ? 'nothing' : JSON.stringify(from)}.`,
  )
}

/**
 * Throws unless the recipient is exactly one address, because many mail services accept a list in
 * one string.
 */
export function requireOneRecipient({ identifier }: VerificationRequestParams): void {
  if (parseEmailAddress(identifier) !== undefined) return
  throw new EmailSignInError('Expected the recipient of the mail to be one e-mail address.')
}

/** Parses `a@b` or `Name <a@b>`. Returns undefined for anything else. */
export function parseAddress(text: string): Address | undefined {
  if (/\p{Cc}/u.test(text)) return undefined
  const bracketed = /^(?<name>[^<>]*)<(?<email>[^<>]*)>$/.exec(text.trim())
  const email = (bracketed?.groups?.['email'] ?? text).trim()
  const name = unquote((bracketed?.groups?.['name'] ?? '').trim())
  if (name === undefined || !isMailbox(email)) return undefined
  return name === '' ? { email } : { name, email }
}

/** Formats an address. Quotes the name if that is necessary. */
export function formatAddress({ name, email }: Address): string {
  if (name === undefined) return email
  return `${isPhrase(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`} <${email}>`
}

/**
 * Formats an address in ASCII, for mail services that do not encode the name themselves (RFC 2047).
 */
export function formatAsciiAddress(address: Address): string {
  const { name, email } = address
  if (name === undefined || /^[\x20-\x7e]*$/.test(name)) return formatAddress(address)
  return `${encodedWords(name)} <${email}>`
}

const longestEmail = 254

function isMailbox(text: string): boolean {
  return text.length <= longestEmail && /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/.test(text)
}

/** Returns a name without its quotation marks, or undefined if they do not match. */
function unquote(name: string): string | undefined {
  if (!name.includes('"')) return name
  if (!/^"(?:[^"\\]|\\.)*"$/.test(name)) return undefined
  return name.slice(1, -1).replace(/\\(.)/g, '$1')
}

/** Letters of any script are allowed, because the mail services accept UTF-8. */
function isPhrase(name: string): boolean {
  return /^[\p{L}\p{M}\p{N} !#$%&'*+/=?^_`{|}~-]+$/u.test(name)
}

/** An encoded word has at most 75 characters, which is 45 bytes. It must not split a character. */
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
