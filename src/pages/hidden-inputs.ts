import { html, type Html } from '../http/html.js'

/** Renders what a form sends along unseen; an undefined value has no input. */
export function renderHiddenInputs(values: Readonly<Record<string, string | undefined>>): Html {
  const inputs = Object.entries(values).map(
    ([name, value]) =>
      value !== undefined && html`<input type="hidden" name="${name}" value="${value}" />`,
  )
  return html`${inputs}`
}
