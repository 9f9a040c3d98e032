import { attributes, html, type Html } from '../http/html.js'
import { acceptLink } from '../http/accept-url.js'
import type { PageShell } from './document.js'
import { renderHiddenInputs } from './hidden-inputs.js'

/** What every page with a form of its own needs. */
export interface PageFormProps extends PageShell {
  /** The URL that the form posts to. */
  readonly action: string
  /** Undefined if the CSRF check is turned off. The form then has no token field. */
  readonly csrfToken: string | undefined
  /** The URL to open afterwards. */
  readonly callbackUrl: string | undefined
  /** Other hidden fields, such as the token of a link. */
  readonly hidden?: Readonly<Record<string, string | undefined>> | undefined
}

/** Renders a form with one button. */
export function renderPageForm(
  props: PageFormProps,
  button: string,
  fields?: readonly (Html | undefined)[],
): Html {
  const content = html`${fields && html`<div class="fields">${fields}</div>`}
    <button type="submit" class="button brand painted">${button}</button>`
  return renderFormWith(props, content)
}

/** Renders a form with the hidden fields of the page and any content. */
export function renderFormWith(
  { action, csrfToken, callbackUrl, hidden }: Omit<PageFormProps, keyof PageShell>,
  content: Html,
): Html {
  return html`<form method="post" ${attributes({ action: acceptLink(action) })}>
    ${renderHiddenInputs({ ...hidden, csrfToken, callbackUrl })} ${content}
  </form>`
}
