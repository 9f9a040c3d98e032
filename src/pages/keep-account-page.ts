import { html, type Html } from '../http/html.js'
import type { AccountTexts } from '../model/account-texts.js'
import { describeSite, renderDocument } from './document.js'
import { fillText, isolate } from './fill-text.js'
import { renderFormWith, renderPageForm, type PageFormProps } from './page-form.js'
import { headPendingDeletion } from './pending-deletion-page.js'

/** The input of the page that offers to keep an account that is to be deleted. */
export interface KeepAccountPageProps extends PageFormProps {
  readonly deletesAt: Date
  /** Ends the sign-in that waits. */
  readonly signoutUrl: string
  /** The texts in the language of the page. */
  readonly texts: AccountTexts
}

/**
 * Renders the page that offers to keep an account. Both answers are forms, because the sign-in that waits
 * must not stay in the browser of a user who does not want it.
 */
export function renderKeepAccountPage(props: KeepAccountPageProps): Html {
  const { deletion } = props.texts
  const { csrfToken } = props
  const site = describeSite(props.siteUrl)
  const lead = fillText(deletion.keepLead, { site: isolate(site?.host ?? '') })
  return renderDocument(props, {
    heading: headPendingDeletion(props),
    glyph: 'clock',
    lead: html`<p class="lead">${lead}</p>`,
    body: html`<div class="content">
      ${renderPageForm(props, deletion.cancel)}
      ${renderFormWith(
        { action: props.signoutUrl, csrfToken, callbackUrl: site?.href },
        html`<button type="submit" class="button">${deletion.proceed}</button>`,
      )}
    </div>`,
  })
}
