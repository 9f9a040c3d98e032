import { html, type Html } from '../http/html.js'
import type { FactorTexts } from '../model/factor-texts.js'
import { acceptLink } from './accept-url.js'
import { renderAlert } from './alert.js'
import { renderDocument, type PageShell } from './document.js'
import { shieldGlyph } from './factor-glyphs.js'

/** The input of the page for a user who cannot confirm who they are. */
export interface NoProofPageProps extends PageShell {
  /** Where a user signs in who has another way to do so. */
  readonly signinUrl?: string | undefined
  /** Where the user goes without a proof. */
  readonly cancelUrl?: string | undefined
  readonly texts: FactorTexts
}

/** Renders the page that says that the user has no way to confirm who they are. */
export function renderNoProofPage(props: NoProofPageProps): Html {
  const { prove, instead, buttons } = props.texts
  const links = [
    [acceptLink(props.signinUrl), instead.provider],
    [acceptLink(props.cancelUrl), buttons.cancel],
  ] as const
  return renderDocument(props, {
    heading: prove.heading,
    glyph: shieldGlyph,
    body: html`${renderAlert({ sentence: prove.impossible })}
      <div class="content">
        ${links.map(([url, text]) => url !== undefined && html`<a class="quiet" href="${url}">${text}</a>`)}
      </div>`,
  })
}
