import { attributes, html, type Html } from '../http/html.js'
import { acceptLink } from './accept-url.js'
import { describeSite, renderDocument, type PageShell } from './document.js'
import { fillText, isolate } from './fill-text.js'
import { renderHiddenInputs } from './hidden-inputs.js'

/** What the sign-out page shows. */
export interface SignOutPageProps extends PageShell {
  /** Left out of the form when undefined: the CSRF check is switched off. */
  readonly csrfToken: string | undefined
  /** Where a finished sign-out leads. */
  readonly callbackUrl: string
  readonly signoutUrl: string
}

/** Renders the page that asks before it signs out. */
export function renderSignOutPage(props: SignOutPageProps): Html {
  const { csrfToken, callbackUrl } = props
  const texts = props.language.texts.signOut
  const site = describeSite(props.siteUrl)
  const question = site
    ? fillText(texts.question, { site: isolate(site.host) })
    : texts.plainQuestion
  return renderDocument(props, {
    heading: texts.heading,
    glyph: 'door',
    lead: html`<p class="lead">${question}</p>`,
    body: html`<div class="content">
      <form method="post" ${attributes({ action: acceptLink(props.signoutUrl) })}>
        ${renderHiddenInputs({ csrfToken, callbackUrl })}
        <button type="submit" class="button brand painted">${texts.button}</button>
      </form>
      ${site && html`<a class="quiet" href="${site.href}">${texts.stay}</a>`}
    </div>`,
  })
}
