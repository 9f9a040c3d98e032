import { html, type Html } from '../http/html.js'

/** Renders the hidden inputs of a form. Undefined values are skipped. */
export function renderHiddenInputs(values: Readonly<Record<string, string | undefined>>): Html {
  const inputs = Object.entries(values).map(
    ([name, value]) =>
      value !== undefined && html`<input type="hidden" name="${name}" value="${value}" />`,
  )
  return html`${inputs}`
}
