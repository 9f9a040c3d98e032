import { acceptLink } from '../http/accept-url.js'
import { html, type Html } from '../http/html.js'
import type { AccountTexts } from '../model/account-texts.js'
import { renderDocument, type PageShell } from './document.js'
import { fillPlainText } from './fill-text.js'
import { formatDay } from './format-date.js'
import { renderSiteLink } from './site-link.js'

/** The input of the page after a user has asked for the deletion of the account. */
export interface PendingDeletionPageProps extends PageShell {
  readonly deletesAt: Date
  readonly signInUrl: string
  readonly texts: AccountTexts
}

/** Renders the page that says until when a user can keep the account. */
export function renderPendingDeletionPage(props: PendingDeletionPageProps): Html {
  const { deletion } = props.texts
  const { heading } = props.language.texts.signIn
  const signIn = acceptLink(props.signInUrl)
  return renderDocument(props, {
    heading: headPendingDeletion(props),
    glyph: 'clock',
    lead: html`<p class="lead">${deletion.pendingLead}</p>`,
    body: html`<div class="content">
      ${
        signIn !== undefined &&
        html`<a class="button brand painted" href="${signIn}">${heading}</a>`
      }
      ${renderSiteLink(props)}
    </div>`,
  })
}

/** Returns the heading of the pages about an account that waits for its deletion. */
export function headPendingDeletion({
  deletesAt,
  language,
  texts,
}: Pick<PendingDeletionPageProps, 'deletesAt' | 'language' | 'texts'>): string {
  return fillPlainText(texts.deletion.pending, { date: formatDay(deletesAt, language.code) })
}
