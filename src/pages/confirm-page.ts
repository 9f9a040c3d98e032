import { attributes, html, type Html } from '../http/html.js'
import { acceptLink } from '../http/accept-url.js'
import { describeSite, renderDocument, type PageShell } from './document.js'
import { fillText, isolate } from './fill-text.js'
import { renderHiddenInputs } from './hidden-inputs.js'

/** The input of the page that a link in a mail opens. */
export interface ConfirmPageProps extends PageShell {
  /** Undefined if the CSRF check is turned off. The form then has no token field. */
  readonly csrfToken: string | undefined
  /** The URL that the form posts to. */
  readonly confirmUrl: string
  /** The link's token, in plain text. */
  readonly token: string
  /** The address that the link was sent to. */
  readonly email: string
  /** The URL to open after the sign-in. */
  readonly callbackUrl: string | undefined
}

/**
 * Renders a page with a button that uses the link's token. Mail scanners open links but do not
 * press buttons, so they cannot use up the token.
 */
export function renderConfirmPage(props: ConfirmPageProps): Html {
  const { csrfToken, token, email, callbackUrl } = props
  const texts = props.language.texts.confirm
  const site = describeSite(props.siteUrl)
  const who = html`<strong>${isolate(email)}</strong>`
  const lead = site
    ? fillText(texts.lead, { site: isolate(site.host), email: who })
    : fillText(texts.plainLead, { email: who })
  return renderDocument(props, {
    heading: texts.heading,
    glyph: 'key',
    lead: html`<p class="lead">${lead}</p>`,
    body: html`<div class="content">
      <form method="post" ${attributes({ action: acceptLink(props.confirmUrl) })}>
        ${renderHiddenInputs({ csrfToken, token, email, callbackUrl })}
        <button type="submit" class="button brand painted">${texts.button}</button>
      </form>
      <p class="hint">${texts.once}</p>
      ${
        // This page's URL contains the token, so the next page must not see it as referrer.
        site && html`<a class="quiet" rel="noreferrer" href="${site.href}">${texts.notMe}</a>`
      }
    </div>`,
  })
}
