import { attributes, html, type Html } from '../http/html.js'
import { acceptLink } from '../http/accept-url.js'
import { alertId, renderFieldAlert, type AlertWords } from './alert.js'
import { renderDocument, type PageShell } from './document.js'
import { findErrorText } from './error-texts.js'
import { fillPlainText, fillText, isolate } from './fill-text.js'
import { firstSentence } from './first-sentence.js'
import { renderHiddenInputs } from './hidden-inputs.js'
import { renderSiteLink } from './site-link.js'

/** The input of the page that follows an e-mail sign-in. */
export interface VerifyRequestPageProps extends PageShell {
  /** The address that the mail was sent to. */
  readonly email?: string | undefined
  /** Where the visitor can request another mail. */
  readonly signinUrl?: string | undefined
  /** The code form, if the mail contains a code. */
  readonly code?: CodeFormProps | undefined
}

/** A form that posts `code`, and `csrfToken`, `email` and `callbackUrl` as hidden fields. */
export interface CodeFormProps {
  /** The URL that the form posts to. */
  readonly url: string
  /** Undefined if the CSRF check is turned off. The form then has no token field. */
  readonly csrfToken: string | undefined
  /** The URL to open after the sign-in. */
  readonly callbackUrl: string | undefined
  /** The number of digits. Visitors may type white space between them. */
  readonly length: number
  /** The error type of the last code. `Verification` means that the code was wrong. */
  readonly error?: string | undefined
}

/** Renders the page that tells the visitor to check their mail. */
export function renderVerifyRequestPage(props: VerifyRequestPageProps): Html {
  const { email, code } = props
  const texts = props.language.texts.verifyRequest
  const sent =
    email === undefined
      ? texts.sent
      : fillText(texts.sentTo, { email: html`<strong>${isolate(email)}</strong>` })
  const again = acceptLink(props.signinUrl)
  const problem = findProblem(props)
  return renderDocument(props, {
    heading: texts.heading,
    notice: problem && (problem.title ?? firstSentence(problem.sentence)),
    glyph: 'envelope',
    lead: html`<p class="lead" id="sent">
      ${sent} ${code ? texts.openLinkOrTypeCode : texts.openLink}
    </p>`,
    body: html`<div class="content">
      ${code && renderCodeForm(props, code, problem)}
      <p class="hint">${texts.spam}</p>
      ${again === undefined ? renderSiteLink(props) : renderLink(again, texts.tryAgain)}
    </div>`,
  })
}

function renderLink(href: string, text: string): Html {
  return html`<a class="quiet" href="${href}">${text}</a>`
}

function renderCodeForm(
  props: VerifyRequestPageProps,
  { url, csrfToken, callbackUrl, length }: CodeFormProps,
  problem: AlertWords | undefined,
): Html {
  const texts = props.language.texts.verifyRequest
  const input = attributes({
    id: 'code',
    class: 'code',
    name: 'code',
    type: 'text',
    inputmode: 'numeric',
    autocomplete: 'one-time-code',
    // Visitors paste codes with white space in and around them.
    pattern: `\\s*(?:[0-9]\\s*){${length}}`,
    maxlength: 2 * length,
    title: fillPlainText(texts.codeHint, { length: String(length) }),
    dir: 'ltr',
    required: true,
    autofocus: true,
    'aria-describedby': problem ? alertId : 'sent',
    'aria-invalid': problem && 'true',
  })
  return html`<form method="post" ${attributes({ action: acceptLink(url) })}>
    ${renderHiddenInputs({ csrfToken, email: props.email, callbackUrl })}
    <div class="field">
      <label for="code">${texts.code}</label> <input ${input} />
      ${problem && renderFieldAlert(problem)}
    </div>
    <button type="submit" class="button brand painted">${texts.codeButton}</button>
  </form>`
}

function findProblem({ code, language }: VerifyRequestPageProps): AlertWords | undefined {
  if (code?.error === undefined) return undefined
  return code.error === 'Verification'
    ? { sentence: language.texts.verifyRequest.codeWrong }
    : findErrorText(language.texts, code.error)
}
