import { attributes, html, type Html } from '../../http/html.js'

/** Renders a labelled input, and what was wrong with it. */
export function renderField(
  label: string,
  own: Readonly<Record<string, string | boolean>>,
  problem?: string,
): Html {
  const problemId = `${own['id']}-error`
  const state =
    problem === undefined ? {} : { 'aria-invalid': 'true', 'aria-describedby': problemId }
  return html`<div class="field">
    <label for="${own['id']}">${label}</label> <input ${attributes({ ...own, ...state })} />
    ${problem !== undefined && html`<p id="${problemId}" class="problem" role="alert">${problem}</p>`}
  </div>`
}
