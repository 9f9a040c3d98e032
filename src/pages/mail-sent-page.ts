import { html, type Html } from '../http/html.js'
import type { PasswordTexts } from '../model/password-texts.js'
import { acceptLink } from '../http/accept-url.js'
import { renderDocument, type PageShell } from './document.js'
import { fillText, isolate } from './fill-text.js'
import { renderSiteLink } from './site-link.js'

/** The input of the page that follows a request for a link. */
export interface MailSentPageProps extends PageShell {
  /** The address that the visitor entered. */
  readonly email: string
  /** Where the visitor can start again. */
  readonly signinUrl: string
  /** The texts in the language of the page. */
  readonly texts: PasswordTexts
}

/** Renders the page that tells the visitor to check their mail. It is the same for every address. */
export function renderMailSentPage(props: MailSentPageProps): Html {
  const { email, texts, language } = props
  const { heading, spam, tryAgain } = language.texts.verifyRequest
  const again = acceptLink(props.signinUrl)
  const lead = fillText(texts.mailSent.lead, { email: html`<strong>${isolate(email)}</strong>` })
  return renderDocument(props, {
    heading,
    glyph: 'envelope',
    lead: html`<p class="lead">${lead}</p>`,
    body: html`<div class="content">
      <p class="hint">${spam}</p>
      ${
        again === undefined
          ? renderSiteLink(props)
          : html`<a class="quiet" href="${again}">${tryAgain}</a>`
      }
    </div>`,
  })
}
