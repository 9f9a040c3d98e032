import { attributes, html, type Html } from '../http/html.js'
import { acceptLink } from './accept-url.js'
import { describeSite, renderDocument, type PageShell } from './document.js'
import { fillText, isolate } from './fill-text.js'
import { renderHiddenInputs } from './hidden-inputs.js'

/** What the page behind a mailed link shows. */
export interface ConfirmPageProps extends PageShell {
  /** Left out of the form when undefined: the CSRF check is switched off. */
  readonly csrfToken: string | undefined
  /** Where the form posts to. */
  readonly confirmUrl: string
  /** The clear token of the link. */
  readonly token: string
  /** The address that the link was sent to. */
  readonly email: string
  /** Where a finished sign-in leads. */
  readonly callbackUrl: string | undefined
}

/**
 * Renders the page that asks before a mailed link is used up: programs that look into mails open links,
 * but they do not press buttons.
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
        // The address of this page holds the token; the next page need not learn it.
        site && html`<a class="quiet" rel="noreferrer" href="${site.href}">${texts.notMe}</a>`
      }
    </div>`,
  })
}
