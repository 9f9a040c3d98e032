import { html, type Html } from '../http/html.js'
import { acceptLink } from '../http/accept-url.js'
import { renderDocument } from './document.js'
import { shieldGlyph } from './factor-glyphs.js'
import { fillPlainText } from './fill-text.js'
import { formatDuration } from './format-duration.js'
import {
  noticeOf,
  proofRules,
  renderAsk,
  renderOtherWays,
  renderProofAlert,
  renderProofForm,
  renderProofScript,
  type ProofFormProps,
} from './proof-form.js'

/** The input of the page between the first factor and the session. */
export interface SecondFactorPageProps extends ProofFormProps {
  /** For how many days this browser can be remembered. Undefined if it cannot. */
  readonly rememberDays?: number | undefined
  /** Where the visitor can start again. */
  readonly signinUrl: string
}

/** Renders the page that asks for a second factor. It also posts `rememberDevice`, if it is ticked. */
export function renderSecondFactorPage(props: SecondFactorPageProps): Html {
  const { texts, language } = props
  const signinUrl = acceptLink(props.signinUrl)
  return renderDocument(props, {
    heading: texts.names.twoStep,
    notice: noticeOf(props),
    glyph: shieldGlyph,
    lead: renderAsk(props),
    body: html`${renderProofAlert(props)}
      <div class="content">
        ${renderProofForm(props, texts.buttons.continue, renderRemember(props))}
        ${renderOtherWays(props)}
        ${
          signinUrl !== undefined &&
          html`<a class="quiet" href="${signinUrl}">${language.texts.links.toSignIn}</a>`
        }
      </div>
      ${renderProofScript(props)}`,
    rules: proofRules,
  })
}

function renderRemember(props: SecondFactorPageProps): Html | undefined {
  const { rememberDays: days, texts, language } = props
  if (days === undefined) return undefined
  const duration = formatDuration(days * 1440, language.code)
  return html`<div class="field check">
    <input id="remember" name="rememberDevice" type="checkbox" value="true" />
    <label for="remember">${fillPlainText(texts.secondFactor.remember, { duration })}</label>
  </div>`
}
