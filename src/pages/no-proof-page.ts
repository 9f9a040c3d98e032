import { html, type Html } from '../http/html.js'
import type { FactorTexts } from '../model/factor-texts.js'
import { acceptLink } from '../http/accept-url.js'
import { renderAlert } from './alert.js'
import { renderDocument, type PageShell } from './document.js'
import { shieldGlyph } from './factor-glyphs.js'
import { fillPlainText } from './fill-text.js'

/** The input of the page for a user who cannot confirm here who they are. */
export interface NoProofPageProps extends PageShell {
  /** The name of the provider that cannot prove a new sign-in, if signing in another way helps. */
  readonly unprovenProvider?: string | undefined
  /** Where a user signs in who has another way to do so. */
  readonly signinUrl?: string | undefined
  /** Where the user goes without a proof. */
  readonly cancelUrl?: string | undefined
  readonly texts: FactorTexts
}

/** Renders the page that says that the user cannot confirm here who they are, and what helps. */
export function renderNoProofPage(props: NoProofPageProps): Html {
  const { prove, instead, buttons } = props.texts
  const sentence =
    props.unprovenProvider === undefined
      ? prove.impossible
      : fillPlainText(prove.signInInstead, { provider: props.unprovenProvider })
  const links = [
    [acceptLink(props.signinUrl), instead.provider],
    [acceptLink(props.cancelUrl), buttons.cancel],
  ] as const
  return renderDocument(props, {
    heading: prove.heading,
    glyph: shieldGlyph,
    body: html`${renderAlert({ sentence })}
      <div class="content">
        ${links.map(([url, text]) => url !== undefined && html`<a class="quiet" href="${url}">${text}</a>`)}
      </div>`,
  })
}
