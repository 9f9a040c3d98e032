import { acceptLink } from '../http/accept-url.js'
import { html, type Html } from '../http/html.js'

/** Renders the script of a page with passkey forms. Undefined without a safe URL. */
export function renderPasskeyScript(url: string | undefined, nonce: string): Html | undefined {
  const src = acceptLink(url)
  return src === undefined
    ? undefined
    : html`<script type="module" nonce="${nonce}" src="${src}"></script>`
}
