import { CredentialsSignin } from '../../errors/credentials-signin.js'
import type { BodyFields } from '../../http/body.js'
import type { CredentialInputs } from '../../model/credentials.js'

/** A form does not send boxes that are not checked. */
const optionalTypes: ReadonlySet<unknown> = new Set(['checkbox', 'radio'])

/**
 * Returns the typed credentials, with every declared field as a string, because `authorize` expects
 * strings. JSON can contain other types. They are refused instead of converted, because no form
 * sends them.
 */
export function readCredentials(declared: CredentialInputs, typed: BodyFields): BodyFields {
  const texts = Object.entries(declared).flatMap(([name, { type }]) => {
    const value = Object.hasOwn(typed, name) ? typed[name] : undefined
    const isMissing = value === undefined || value === null
    if (isMissing && optionalTypes.has(type)) return []
    return [[name, isMissing ? '' : requireText(name, value)] as const]
  })
  const others = Object.entries(typed).filter(([name]) => !Object.hasOwn(declared, name))
  return Object.fromEntries([...others, ...texts])
}

function requireText(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  throw new CredentialsSignin('', { fieldErrors: { [name]: ['Expected text.'] } })
}
