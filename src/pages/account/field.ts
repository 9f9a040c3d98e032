import { attributes, html, type Html } from '../../http/html.js'
import { renderFieldAlert } from '../alert.js'

/** Renders a labelled input, and what was wrong with it. */
export function renderField(
  label: string,
  own: Readonly<Record<string, string | boolean>>,
  problem?: string,
): Html {
  const problemId = `${own['id']}-error`
  const state =
    problem === undefined
      ? {}
      : { 'aria-invalid': 'true', 'aria-describedby': problemId, autofocus: true }
  return html`<div class="field">
    <label for="${own['id']}">${label}</label> <input ${attributes({ ...own, ...state })} />
    ${problem !== undefined && renderFieldAlert({ sentence: problem }, problemId)}
  </div>`
}
