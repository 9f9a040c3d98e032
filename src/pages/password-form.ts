import { attributes, html, type Html } from '../http/html.js'
import type { PasswordTexts } from '../model/password-texts.js'
import { acceptLink } from './accept-url.js'
import type { PageShell } from './document.js'
import { renderHiddenInputs } from './hidden-inputs.js'

/** What every page with a form about passwords needs. */
export interface PasswordFormProps extends PageShell {
  /** The URL that the form posts to. */
  readonly action: string
  /** Undefined if the CSRF check is turned off. The form then has no token field. */
  readonly csrfToken: string | undefined
  /** The URL to open afterwards. */
  readonly callbackUrl: string | undefined
  /** Other hidden fields, such as the token of a link. */
  readonly hidden?: Readonly<Record<string, string | undefined>> | undefined
  /** The texts in the language of the page. */
  readonly texts: PasswordTexts
}

/** Renders a form with one button. */
export function renderPasswordForm(
  { action, csrfToken, callbackUrl, hidden }: PasswordFormProps,
  button: string,
  fields?: readonly (Html | undefined)[],
): Html {
  return html`<form method="post" ${attributes({ action: acceptLink(action) })}>
    ${renderHiddenInputs({ ...hidden, csrfToken, callbackUrl })}
    ${fields && html`<div class="fields">${fields}</div>`}
    <button type="submit" class="button brand painted">${button}</button>
  </form>`
}
