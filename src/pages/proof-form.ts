import { attributes, html, type Html } from '../http/html.js'
import type { FactorTexts } from '../model/factor-texts.js'
import type { ErrorWords } from '../model/page-texts.js'
import { acceptLink } from '../http/accept-url.js'
import { renderAlert } from './alert.js'
import { fillText, isolate } from './fill-text.js'
import { firstSentence } from './first-sentence.js'
import { renderHiddenInputs } from './hidden-inputs.js'
import { renderFormWith, renderPageForm, type PageFormProps } from './page-form.js'
import { renderPasskeyScript } from './passkey-script.js'
import {
  renderCodeField,
  renderCurrentPasswordField,
  renderRecoveryCodeField,
} from './proof-field.js'
import {
  describeLimit,
  describeWrongProof,
  wayNames,
  type ProofProblem,
  type ProofWay,
} from './proof-way.js'

/**
 * The input of a page that asks for a proof. Its forms post `with`, which is the way, and the way's
 * field: `code`, `recoveryCode`, `password`, `provider` (the id), or `send` to ask for a mail.
 */
export interface ProofFormProps extends PageFormProps {
  /** The way that the page asks for. */
  readonly way: ProofWay
  /** All ways that the user has. The page links to the others. */
  readonly ways: readonly ProofWay[]
  /** The URL of this page. A link to another way adds `with` to its query. */
  readonly pageUrl: string
  /** The address of the way `email-code`. */
  readonly email?: string | undefined
  /** Whether the code of the way `email-code` was sent. If not, the page has a button that sends it. */
  readonly isCodeSent?: boolean | undefined
  /** The way `passkey` needs the script. */
  readonly passkey?: PasskeyProof | undefined
  /** The providers of the way `provider`. */
  readonly providers?: readonly { readonly id: string; readonly name: string }[] | undefined
  /** Why the last proof was refused. */
  readonly problem?: ProofProblem | undefined
  /** Why the last attempt failed for another reason. */
  readonly error?: ErrorWords | undefined
  /** The texts in the language of the page. */
  readonly texts: FactorTexts
}

/** What the script needs to ask for a passkey. */
export interface PasskeyProof {
  readonly providerId: string
  /** The path of the auth routes. */
  readonly basePath: string
  readonly scriptUrl: string
}

/** CSS rules of the form. They are not part of the common rules, which every app loads. */
export const proofRules: readonly string[] = [
  '.field input.recovery{font-family:ui-monospace,"SF Mono",Menlo,Consolas,monospace;text-transform:uppercase}',
  '.check label{text-wrap:balance}',
  '.again{justify-self:center;margin:.25rem 0 -.25rem;padding:.5rem .75rem;border:0;background:none;color:var(--muted);font:inherit;font-size:.9375rem;text-decoration:underline;text-underline-offset:.2em;text-decoration-thickness:1px;cursor:pointer}',
  '.again:hover{text-decoration-thickness:2px}',
  '.ways{display:grid;justify-items:center;margin-block-start:.25rem}',
  '.ways a{padding:.5rem .75rem;color:var(--muted);font-size:.9375rem;text-align:center;text-wrap:balance}',
]

/** The id of the element that says what to do. */
const askId = 'ask'

/** Renders what the user has to do, below the heading. */
export function renderAsk(props: ProofFormProps, text: Html = describeAsk(props)): Html {
  return html`<p class="lead" id="${askId}">${text}</p>`
}

/** Renders the alert above the form. */
export function renderProofAlert(props: ProofFormProps): Html | undefined {
  const words = props.error ?? describeLimit(props.problem, props.texts, props.language)
  return words && renderAlert(words)
}

/** Says in a few words why the last attempt failed, for the title of the page. */
export function noticeOf(props: ProofFormProps): string | undefined {
  const { way, problem, texts, language, error } = props
  const wrong = describeWrongProof(way, problem, texts)
  const title = error?.title ?? describeLimit(problem, texts, language)?.title
  return title ?? (wrong === undefined ? undefined : firstSentence(wrong))
}

/** Renders the form of the way, with more fields after its own. */
export function renderProofForm(props: ProofFormProps, button: string, more?: Html): Html {
  const { way, texts, problem, isCodeSent } = props
  const form = { ...props, hidden: { ...props.hidden, with: way } }
  const field = { problem: describeWrongProof(way, problem, texts), describedBy: askId }
  switch (way) {
    case 'code':
      return renderPageForm(form, button, [renderCodeField(field, texts), more])
    case 'recovery-code':
      return renderPageForm(form, button, [renderRecoveryCodeField(field, texts), more])
    case 'password':
      return renderPageForm(form, button, [renderCurrentPasswordField(field, texts), more])
    case 'email-code':
      return isCodeSent === true
        ? html`${renderPageForm(form, button, [renderCodeField(field, texts), more])}
          ${renderSendForm(form, texts.buttons.sendAgain, 'again')}`
        : renderSendForm(form, texts.buttons.sendCode, 'button brand painted')
    case 'passkey':
      return html`${props.passkey && renderPasskeyForm(form, props.passkey, more)}`
    case 'provider':
      return renderProviderForms(form)
  }
}

/** Renders links to the other ways of the user. */
export function renderOtherWays(props: ProofFormProps): Html | undefined {
  const url = acceptLink(props.pageUrl)
  const others = props.ways.filter((way) => way !== props.way)
  if (url === undefined || others.length === 0) return undefined
  const start = url.includes('?') ? '&' : '?'
  const links = others.map(
    (way) => html`<a href="${url}${start}with=${way}">${props.texts.instead[wayNames[way]]}</a>`,
  )
  return html`<div class="ways">${links}</div>`
}

/** Renders the script that the way `passkey` needs. */
export function renderProofScript({ way, passkey, nonce }: ProofFormProps): Html | undefined {
  return way === 'passkey' ? renderPasskeyScript(passkey?.scriptUrl, nonce) : undefined
}

function describeAsk({ way, email = '', isCodeSent, texts: { ask, prove } }: ProofFormProps): Html {
  const address = html`<strong>${isolate(email)}</strong>`
  if (way === 'provider') return html`${prove.lead}`
  if (way !== 'email-code') return html`${ask[wayNames[way]]}`
  return fillText(isCodeSent === true ? ask.emailCodeSent : ask.emailCode, { email: address })
}

function renderSendForm(form: ProofFormProps, text: string, look: string): Html {
  const button = html`<button type="submit" class="${look}">${text}</button>`
  return renderFormWith({ ...form, hidden: { ...form.hidden, send: 'true' } }, button)
}

function renderProviderForms(form: ProofFormProps): Html {
  const { providers = [], texts, hidden } = form
  // One of several must not look like the suggested one.
  const look = providers.length === 1 ? 'button brand painted' : 'button'
  const forms = providers.map(({ id, name }) => {
    const text = fillText(texts.ask.provider, { provider: isolate(name) })
    const button = html`<button type="submit" class="${look}">${text}</button>`
    return renderFormWith({ ...form, hidden: { ...hidden, provider: id } }, button)
  })
  return html`${forms}`
}

/** The script shows this form. Without it the user sees an explanation instead of a button. */
function renderPasskeyForm(
  { language, texts, csrfToken, callbackUrl, hidden }: ProofFormProps,
  { providerId, basePath }: PasskeyProof,
  more: Html | undefined,
): Html {
  const { signIn, errors } = language.texts
  const sentences = {
    general: errors.general.sentence,
    WebAuthnVerificationError: errors.WebAuthnVerificationError.sentence,
    TooManyRequests: errors.TooManyRequests.sentence,
    cancelled: signIn.passkeyCancelled,
    unsupported: signIn.passkeysUnavailable,
  }
  const words = {
    'data-passkey': providerId,
    'data-base-path': basePath,
    'data-texts': JSON.stringify(sentences),
  }
  return html`<form method="post" hidden ${attributes(words)}>
      ${renderHiddenInputs({ ...hidden, csrfToken, callbackUrl })}
      ${more && html`<div class="fields">${more}</div>`}
      <button type="submit" class="button brand painted">${texts.buttons.usePasskey}</button>
    </form>
    <p class="alert" role="alert" hidden></p>
    <noscript><p class="hint">${signIn.passkeysUnavailable}</p></noscript>`
}
