import type { AuthEvent } from './event.js'

/** Where Qwik keeps a posted form, to fill it in again. */
const formDataKey = '@actionFormData'

/** Names under which passwords go where a provider does not say so. */
const secretName = /passw|passphrase|secret|\bpin\b|otp/i

/**
 * Takes passwords out of a posted form.
 *
 * Without JavaScript Qwik writes the form of an action that failed into the page, for the browser
 * to fill it in again: a password would stand there in clear text.
 */
export function forgetPasswords(event: AuthEvent, names: readonly string[]): void {
  const form: unknown = event.sharedMap.get(formDataKey)
  if (!(form instanceof FormData)) return
  for (const name of new Set(form.keys())) {
    const field = name.replace(/^options\./, '')
    if (names.includes(field) || secretName.test(field)) form.delete(name)
  }
}
