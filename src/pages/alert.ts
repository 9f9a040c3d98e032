import { html, type Html } from '../http/html.js'

/** The id of the one alert of a page, for the fields that it describes. */
export const alertId = 'error'

/** What an alert says. */
export interface AlertWords {
  readonly title?: string
  readonly sentence: string
}

/** Renders what went wrong with a page or a form, announced to assistive technology. */
export function renderAlert(words: AlertWords): Html {
  return renderWords('alert', words)
}

/** Renders what went wrong with one field, to stand right under it. */
export function renderFieldAlert(words: AlertWords): Html {
  return renderWords('field-alert', words)
}

function renderWords(look: string, { title, sentence }: AlertWords): Html {
  return html`<p class="${look}" role="alert" id="${alertId}">
    ${title !== undefined && html`<strong>${title}</strong>`} ${sentence}
  </p>`
}
