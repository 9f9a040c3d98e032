import { html, type Html } from '../../http/html.js'

/** What a row of a list says, and what the user can do with it. */
export interface Row {
  /** The logo of a provider. */
  readonly badge?: Html | undefined
  /** A name, in bold. */
  readonly title?: Html | string
  readonly facts?: readonly (Html | string | undefined)[]
  readonly action?: Html | undefined
  /** What is in the row instead of all the rest. */
  readonly form?: Html
}

/** Renders a list of rows. */
export function renderRows(rows: readonly Row[]): Html {
  const items = rows.map(({ badge, title, facts = [], action, form }) => {
    if (form) return html`<li>${form}</li>`
    const known = facts.filter((fact) => fact !== undefined)
    return html`<li>
      ${badge}
      <div>
        ${title !== undefined && html`<strong>${title}</strong>`}
        ${known.length > 0 && html`<p>${known.map((fact) => html`<span>${fact}</span> `)}</p>`}
      </div>
      ${action}
    </li>`
  })
  return html`<ul class="rows">
    ${items}
  </ul>`
}
