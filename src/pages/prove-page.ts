import { html, type Html } from '../http/html.js'
import { acceptLink } from '../http/accept-url.js'
import { renderDocument } from './document.js'
import { shieldGlyph } from './factor-glyphs.js'
import { fillText, isolate } from './fill-text.js'
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

/** The input of the page that asks a signed-in user for a new proof. */
export interface ProvePageProps extends ProofFormProps {
  /**
   * The name of the provider that cannot prove a new sign-in, so that a code was sent instead. Only
   * for the way `email-code`.
   */
  readonly unprovenProvider?: string | undefined
  /** Where a user signs in again who has another way to do so. */
  readonly signinUrl?: string | undefined
  /** Where the user goes without a proof. */
  readonly cancelUrl?: string | undefined
}

/** Renders the page that asks a signed-in user to confirm who they are. */
export function renderProvePage(props: ProvePageProps): Html {
  const { texts } = props
  const links = [
    [acceptLink(props.signinUrl), texts.instead.provider],
    [acceptLink(props.cancelUrl), texts.buttons.cancel],
  ] as const
  return renderDocument(props, {
    heading: texts.prove.heading,
    notice: noticeOf(props),
    glyph: shieldGlyph,
    lead: renderLead(props),
    body: html`${renderProofAlert(props)}
      <div class="content">
        ${renderProofForm(props, texts.buttons.confirm)} ${renderOtherWays(props)}
        ${links.map(
          ([url, text]) => url !== undefined && html`<a class="quiet" href="${url}">${text}</a>`,
        )}
      </div>
      ${renderProofScript(props)}`,
    rules: proofRules,
  })
}

function renderLead(props: ProvePageProps): Html {
  const { way, texts, isCodeSent, unprovenProvider, email = '' } = props
  if (way !== 'email-code' || isCodeSent !== true || unprovenProvider === undefined) {
    return renderAsk(props)
  }
  const reason = fillText(texts.prove.mailedInstead, {
    provider: isolate(unprovenProvider),
    email: html`<strong>${isolate(email)}</strong>`,
  })
  return renderAsk(props, reason)
}
