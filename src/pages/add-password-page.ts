import { html, type Html } from '../http/html.js'
import type { ErrorWords } from '../model/page-texts.js'
import { renderAlert } from './alert.js'
import { renderDocument } from './document.js'
import { fillText, isolate } from './fill-text.js'
import { renderPageForm } from './page-form.js'
import type { PasswordFormProps } from './password-form.js'
import { renderSiteLink } from './site-link.js'

/** The input of the page for a signed-in user without a password. */
export interface AddPasswordPageProps extends PasswordFormProps {
  /** The user's address, which the link is sent to. */
  readonly email: string
  /** Why the last attempt failed. */
  readonly error?: ErrorWords | undefined
}

/** Renders the page that sends a link to the user's own address. The form has no fields. */
export function renderAddPasswordPage(props: AddPasswordPageProps): Html {
  const { email, error, texts, callbackUrl } = props
  const lead = fillText(texts.addPassword.lead, { email: html`<strong>${isolate(email)}</strong>` })
  return renderDocument(props, {
    heading: texts.addPassword.heading,
    notice: error?.title,
    glyph: 'key',
    lead: html`<p class="lead">${lead}</p>`,
    body: html`${error && renderAlert(error)}
      <div class="content">
        ${renderPageForm(props, texts.buttons.sendLink)} ${renderSiteLink(props, callbackUrl)}
      </div>`,
  })
}
