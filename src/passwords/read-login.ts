import type { PasswordHost, PasswordLogin, PasswordOptions } from '../model/password.js'
import { parseUserName } from './user-name.js'

/**
 * Returns whom the typed credentials name, in the form that is stored. Only the declared field is
 * read, because attempts are counted by it. Undefined if the text is not a name.
 */
export function readLogin(
  { identifier = 'email' }: PasswordOptions,
  host: Pick<PasswordHost, 'parseEmail'>,
  { email, username }: Readonly<Partial<Record<string, unknown>>>,
): PasswordLogin | undefined {
  if (identifier === 'email') return readEmail(host, email)
  const isAddress = typeof username === 'string' && username.includes('@')
  // No user name has an at sign.
  if (isAddress) return identifier === 'either' ? readEmail(host, username) : undefined
  const name = parseUserName(username)
  return name === undefined ? undefined : { kind: 'username', text: name }
}

function readEmail(
  host: Pick<PasswordHost, 'parseEmail'>,
  typed: unknown,
): PasswordLogin | undefined {
  const text = host.parseEmail(typed)
  return text === undefined ? undefined : { kind: 'email', text }
}
