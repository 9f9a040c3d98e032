import { attributes, html, type Html } from '../http/html.js'
import type { AccountTexts } from '../model/account-texts.js'
import { acceptLink } from '../http/accept-url.js'
import { renderFieldAlert } from './alert.js'
import { describeSite, renderDocument, type PageShell } from './document.js'
import { fillText, isolate } from './fill-text.js'
import { formatDay } from './format-date.js'
import { renderFormWith, type PageFormProps } from './page-form.js'
import { renderSiteLink } from './site-link.js'

/** The input of the page that asks for confirmation before an account is deleted. */
export interface DeleteAccountPageProps extends PageFormProps {
  /** The address that the user has to type. Undefined if the user has none. */
  readonly email: string | undefined
  /** Whether the address that was typed before is another one. */
  readonly isWrong: boolean
  /** When the account is deleted. Undefined if at once. */
  readonly deletesAt: Date | undefined
  /** Where the user goes instead. */
  readonly cancelUrl: string
  /** The texts in the language of the page. */
  readonly texts: AccountTexts
}

/** Renders the page that asks for confirmation before an account is deleted. It posts `email`. */
export function renderDeleteAccountPage(props: DeleteAccountPageProps): Html {
  const { email, isWrong, cancelUrl, deletesAt, language } = props
  const { deletion } = props.texts
  const site = isolate(describeSite(props.siteUrl)?.host ?? '')
  const lead = deletesAt
    ? fillText(deletion.leadLater, { site, date: isolate(formatDay(deletesAt, language.code)) })
    : fillText(deletion.lead, { site })
  const cancel = acceptLink(cancelUrl)
  const field = email !== undefined && renderTypedAddress(props, email)
  const form = html`${field && html`<div class="fields">${field}</div>`}
    <button type="submit" class="button danger">${deletion.confirm}</button>`
  return renderDocument(props, {
    heading: deletion.heading,
    notice: isWrong ? deletion.wrongAddress : undefined,
    glyph: 'alert',
    lead: html`<p class="lead">${lead}</p>`,
    body: html`<div class="content">
      ${renderFormWith(props, form)}
      ${cancel !== undefined && html`<a class="button" href="${cancel}">${deletion.cancel}</a>`}
    </div>`,
    rules: dangerRules,
  })
}

function renderTypedAddress({ isWrong, texts }: DeleteAccountPageProps, email: string): Html {
  const input = attributes({
    id: 'email',
    name: 'email',
    type: 'text',
    inputmode: 'email',
    // Typing it is the confirmation, so browsers must not fill it in.
    autocomplete: 'off',
    spellcheck: 'false',
    dir: 'ltr',
    required: true,
    autofocus: isWrong,
    'aria-describedby': isWrong && 'email-problem',
    'aria-invalid': isWrong && 'true',
  })
  const label = fillText(texts.deletion.typeAddress, { email: isolate(email) })
  return html`<div class="field">
    <label for="email">${label}</label> <input ${input} />
    ${isWrong && renderFieldAlert({ sentence: texts.deletion.wrongAddress }, 'email-problem')}
  </div>`
}

/** The input of the page after an account was deleted. */
export interface DeletedPageProps extends PageShell {
  readonly texts: AccountTexts
}

/** Renders the page after an account was deleted. */
export function renderDeletedPage(props: DeletedPageProps): Html {
  const { deletion } = props.texts
  return renderDocument(props, {
    heading: deletion.done,
    glyph: 'check',
    lead: html`<p class="lead">${deletion.farewell}</p>`,
    body: html`<div class="content">${renderSiteLink(props)}</div>`,
  })
}

/** The CSS rules of a button that destroys something. */
export const dangerRules: readonly string[] = [
  '.danger{border-color:var(--alert-line);color:var(--alert-text)}',
  '.danger.button{border-color:var(--danger);background:var(--danger);color:var(--danger-ink)}',
  '.danger.button:hover{box-shadow:inset 0 0 0 2px color-mix(in srgb,var(--danger-ink) 35%,transparent)}',
]
