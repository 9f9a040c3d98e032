import { html, type Html } from '../http/html.js'
import type { PasswordTexts } from '../model/password-texts.js'
import { acceptLink } from '../http/accept-url.js'
import { renderDocument, type PageShell } from './document.js'
import { renderSiteLink } from './site-link.js'

/** The input of the page that tells what was done. */
export interface PasswordDonePageProps extends PageShell {
  readonly kind: 'changed' | 'verified' | 'address-changed' | 'address-restored'
  /** Where the button leads. */
  readonly continueUrl: string
  /** The texts in the language of the page. */
  readonly texts: PasswordTexts
}

/** Renders the page that tells what was done, with a button that leads on. */
export function renderPasswordDonePage(props: PasswordDonePageProps): Html {
  const { kind, texts } = props
  const { title, sentence } = texts.done[textNames[kind]]
  const next = acceptLink(props.continueUrl)
  return renderDocument(props, {
    heading: title,
    glyph: 'check',
    lead: html`<p class="lead">${sentence}</p>`,
    body: html`<div class="content">
      ${
        next === undefined
          ? renderSiteLink(props)
          : html`<a class="button brand painted" href="${next}">${texts.buttons.continue}</a>`
      }
    </div>`,
  })
}

const textNames = {
  changed: 'passwordChanged',
  verified: 'emailVerified',
  'address-changed': 'addressChanged',
  'address-restored': 'addressRestored',
} as const
