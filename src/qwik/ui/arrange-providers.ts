import type { SignInProvider } from '../../core.js'

/**
 * Sorts services before forms, and what this browser used last before its equals. Leaves out passkeys,
 * whose button comes after the forms.
 */
export function arrangeProviders(providers: readonly SignInProvider[]): readonly SignInProvider[] {
  return providers
    .filter(({ type }) => type !== 'webauthn')
    .sort((one, other) => rank(one) - rank(other))
}

/** A field of a form. */
interface FieldOfForm {
  readonly providerId: string
  readonly field: string
}

/**
 * Finds the field in whose autofill the browser offers passkeys: the first visible one of the page.
 * Undefined if no provider offers that.
 */
export function findAutofilled(providers: readonly SignInProvider[]): FieldOfForm | undefined {
  if (!providers.some(({ passkey }) => passkey?.autofill)) return undefined
  return arrangeProviders(providers).flatMap(({ id: providerId, fields }) =>
    fields.flatMap(({ name, type }) => (texts.includes(type) ? [{ providerId, field: name }] : [])),
  )[0]
}

/** The types of fields for which browsers offer passkeys. */
const texts: readonly string[] = ['text', 'email', 'tel', 'url']

function rank({ fields, isLastUsed }: SignInProvider): number {
  return (fields.length > 0 ? 2 : 0) + (isLastUsed ? 0 : 1)
}
