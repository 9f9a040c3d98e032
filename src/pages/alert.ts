import { html, type Html } from '../http/html.js'

/** The id of the page's alert. Form fields refer to it with `aria-describedby`. */
export const alertId = 'error'

/** The text of an alert. */
export interface AlertWords {
  readonly title?: string
  readonly sentence: string
}

/** Renders an error message for a page or form, which assistive technology announces. */
export function renderAlert(words: AlertWords): Html {
  return renderWords('alert', words, alertId)
}

/** Renders an error message for one field, directly below it. A page with several needs ids. */
export function renderFieldAlert(words: AlertWords, id: string = alertId): Html {
  return renderWords('field-alert', words, id)
}

function renderWords(look: string, { title, sentence }: AlertWords, id: string): Html {
  return html`<p class="${look}" role="alert" id="${id}">
    ${title !== undefined && html`<strong>${title}</strong>`} ${sentence}
  </p>`
}
