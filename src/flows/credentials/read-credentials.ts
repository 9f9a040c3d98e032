import { CredentialsSignin } from '../../errors/credentials-signin.js'
import type { BodyFields } from '../../http/body.js'
import type { CredentialInputs } from '../../model/credentials.js'

/** Boxes that are not ticked are not sent. */
const optionalTypes: ReadonlySet<unknown> = new Set(['checkbox', 'radio'])

/**
 * What was typed, with every declared field as text: `authorize` is promised that. JSON can hold
 * anything, but no form sends anything else; that is refused rather than made into text.
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
