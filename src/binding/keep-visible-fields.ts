import type { AuthEvent } from './event.js'

/** The key under which Qwik stores a posted form, so that it can fill the form in again. */
const formDataKey = '@actionFormData'

/** Latchkey's own fields, which never hold a secret. */
const ownFields: readonly string[] = [
  'providerId',
  'redirectTo',
  'callbackUrl',
  'link',
  'everywhere',
]

/**
 * Removes every field from a posted form except those that a page may show again.
 *
 * If an action fails without JavaScript, Qwik writes the posted form into the page. The page would
 * then contain a password or a code in clear text. A field therefore stays only if it is Latchkey's
 * own or `visible` lists its name.
 */
export function keepVisibleFields(event: AuthEvent, visible: readonly string[]): void {
  const form: unknown = event.sharedMap.get(formDataKey)
  if (!(form instanceof FormData)) return
  for (const name of new Set(form.keys())) {
    const field = name.replace(/^options\./, '')
    if (!ownFields.includes(field) && !visible.includes(field)) form.delete(name)
  }
}
