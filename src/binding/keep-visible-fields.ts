import type { AuthEvent } from './event.js'

/** Where Qwik keeps a posted form, to fill it in again. */
const formDataKey = '@actionFormData'

/** Our own fields, none of which holds a secret. */
const ownFields: readonly string[] = [
  'providerId',
  'redirectTo',
  'callbackUrl',
  'link',
  'everywhere',
]

/**
 * Removes every field from a posted form but those that a page may show again.
 *
 * When an action fails without JavaScript, Qwik writes the posted form into the page. A password or a
 * code would be there in clear text, so a field stays only if its name is in `visible` or is ours.
 */
export function keepVisibleFields(event: AuthEvent, visible: readonly string[]): void {
  const form: unknown = event.sharedMap.get(formDataKey)
  if (!(form instanceof FormData)) return
  for (const name of new Set(form.keys())) {
    const field = name.replace(/^options\./, '')
    if (!ownFields.includes(field) && !visible.includes(field)) form.delete(name)
  }
}
