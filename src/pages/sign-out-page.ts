import { attributes, html, type Html } from '../http/html.js'
import { acceptLink } from '../http/accept-url.js'
import { describeSite, renderDocument, type PageShell } from './document.js'
import { fillText, isolate } from './fill-text.js'
import { renderHiddenInputs } from './hidden-inputs.js'

/** The input of the sign-out page. */
export interface SignOutPageProps extends PageShell {
  /** Undefined if the CSRF check is turned off. The form then has no token field. */
  readonly csrfToken: string | undefined
  /** The URL to open after the sign-out. */
  readonly callbackUrl: string
  readonly signoutUrl: string
}

/** Renders the page that asks for confirmation before it signs the user out. */
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
