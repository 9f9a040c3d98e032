import { html, type Html } from '../http/html.js'
import { renderDocument, type PageShell } from './document.js'

/** The input of the page that leads to a URL that a form may not redirect to. */
export interface ContinuePageProps extends PageShell {
  /** The app's own URL, such as `myapp://done`. */
  readonly url: string
}

/** Renders a page that opens a URL by itself. It also has a link, because a browser may ask for a click. */
export function renderContinuePage(props: ContinuePageProps): Html {
  const { signIn, verifyRequest } = props.language.texts
  const link = html`<a class="button brand painted" href="${props.url}">
    ${verifyRequest.codeButton}
  </a>`
  return renderDocument(props, {
    heading: signIn.almostDone,
    glyph: 'key',
    refreshTo: props.url,
    body: html`<div class="content">${link}</div>`,
  })
}
