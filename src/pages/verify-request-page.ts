import { html, type Html } from '../http/html.js'
import { describeSite, renderDocument, type PageShell } from './document.js'

/** What the page after an e-mail sign-in shows. */
export interface VerifyRequestPageProps extends PageShell {}

/** Renders the page that sends the visitor to their mailbox. */
export function renderVerifyRequestPage(props: VerifyRequestPageProps): Html {
  const site = describeSite(props.siteUrl)
  return renderDocument(props, {
    heading: 'Check your email',
    glyph: 'envelope',
    lead: html`<p class="lead">
      A sign-in link is on its way to you. Open it to finish signing
      in${site && ` to ${site.host}`}.
    </p>`,
    body: html`<div class="content">
      <p class="hint">Nothing there after a minute? Have a look in your spam folder.</p>
      ${site && html`<a class="quiet" href="${site.href}">Back to ${site.host}</a>`}
    </div>`,
  })
}
