import { html, type Html } from '../http/html.js'
import type { ErrorWords } from '../model/page-texts.js'
import { renderAlert } from './alert.js'
import { describeSite, renderDocument } from './document.js'
import { fillText, isolate } from './fill-text.js'
import { renderPageForm } from './page-form.js'
import type { PasswordFormProps } from './password-form.js'

/** The input of the page that a link about an address opens. */
export interface VerifyEmailPageProps extends PasswordFormProps {
  /**
   * `verify` confirms the account's address, `new-address` replaces it, and `restore-address` undoes
   * that.
   */
  readonly kind: 'verify' | 'new-address' | 'restore-address'
  /** The address that the button confirms or restores. */
  readonly email: string
  /** Why the last attempt failed. */
  readonly error?: ErrorWords | undefined
}

/**
 * Renders a page with a button that uses the link's token. Mail scanners open links but do not
 * press buttons, so they cannot use up the token.
 */
export function renderVerifyEmailPage(props: VerifyEmailPageProps): Html {
  const { kind, email, error, texts } = props
  const words = texts[textNames[kind]]
  const isRestore = kind === 'restore-address'
  const { confirmAddress, restoreAddress } = texts.buttons
  const lead = fillText(words.lead, { email: html`<strong>${isolate(email)}</strong>` })
  return renderDocument(props, {
    heading: words.heading,
    notice: error?.title,
    glyph: isRestore ? 'key' : 'envelope',
    lead: html`<p class="lead">${lead}</p>`,
    body: html`${error && renderAlert(error)}
      <div class="content">
        ${renderPageForm(props, isRestore ? restoreAddress : confirmAddress)}
        ${!isRestore && renderWayOut(props)}
      </div>`,
    // Balanced lines would break “e-mail” at its hyphen.
    rules: ['h1{text-wrap:wrap}'],
  })
}

/** For visitors who did not ask for the link. The owner of an address that was replaced did not. */
function renderWayOut({ siteUrl, language }: VerifyEmailPageProps): Html {
  const { once, notMe } = language.texts.confirm
  const site = describeSite(siteUrl)
  // The URL of this page may contain the token, so the next page must not see it as referrer.
  return html`<p class="hint">${once}</p>
    ${site && html`<a class="quiet" rel="noreferrer" href="${site.href}">${notMe}</a>`}`
}

const textNames = {
  verify: 'verifyEmail',
  'new-address': 'changeAddress',
  'restore-address': 'restoreAddress',
} as const
