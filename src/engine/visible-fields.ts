import { isCredentials } from '../config/providers.js'
import { resolveConfig } from '../config/resolve.js'
import type { AuthConfig } from '../model/config.js'
import type { CredentialInput } from '../model/credentials.js'
import type { DefaultSession } from '../model/records.js'

/** Names that sign-in forms give to what a person is known by. */
const identifierNames: readonly string[] = ['email', 'username', 'user', 'login', 'name', 'phone']

/**
 * Autofill names of values that are not secret.
 *
 * @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill
 */
const visibleAutofill: readonly string[] = [
  'username',
  'email',
  'tel',
  'tel-national',
  'name',
  'given-name',
  'additional-name',
  'family-name',
  'nickname',
  'organization',
  'organization-title',
  'street-address',
  'address-line1',
  'address-line2',
  'address-line3',
  'address-level1',
  'address-level2',
  'postal-code',
  'country',
  'country-name',
  'language',
  'url',
]

/** Autofill names of secrets. */
const secretAutofill: readonly string[] = ['current-password', 'new-password', 'one-time-code']

/**
 * The fields of sign-in forms that a page may show again after a failed sign-in: those with a usual
 * name for a person, and those whose `autocomplete` says that they hold such data.
 *
 * Neither the name nor the `type` of any other field proves that it is not secret. Many forms show
 * a code while it is typed.
 */
export function visibleFields<S extends DefaultSession>(given: AuthConfig<S>): readonly string[] {
  const providers = [...(resolveConfig(given).config?.providers.values() ?? [])]
  const forms = providers.filter(isCredentials).map(({ credentials }) => credentials)
  const fields = forms.flatMap((form) => Object.entries(form))
  const shown = fields.filter(([, input]) => visibleAutofill.includes(autofillOf(input)))
  const secret = fields.filter(([, input]) => isSecret(input)).map(([name]) => name)
  const names = new Set([...identifierNames, ...shown.map(([name]) => name)])
  return [...names].filter((name) => !secret.includes(name))
}

function isSecret(input: CredentialInput): boolean {
  return input.type === 'password' || secretAutofill.includes(autofillOf(input))
}

/** The last word names the value, unless it is `webauthn`. A section may stand before it. */
function autofillOf({ autocomplete = '' }: CredentialInput): string {
  const words = autocomplete
    .toLowerCase()
    .replace(/\bwebauthn\s*$/, '')
    .trim()
  return words.split(/\s+/).at(-1) ?? ''
}
