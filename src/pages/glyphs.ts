import { html, trustedHtml, type Html } from '../http/html.js'

/** The icons of pages without a logo. */
export type Glyph = 'key' | 'door' | 'envelope' | 'alert' | 'check' | 'clock'

/** Renders an icon in the current text colour, hidden from assistive technology. */
export function renderGlyph(glyph: Glyph): Html {
  return html`<svg class="glyph-${glyph}" viewBox="0 0 24 24" aria-hidden="true">
    ${shapes[glyph]}
  </svg>`
}

const shapes: Readonly<Record<Glyph, Html>> = {
  key: trustedHtml(
    '<circle cx="7.75" cy="16.25" r="4.75"/><path d="m11.25 12.75 9-9M16.5 7.5l3 3m-5.75-.25 2 2"/>',
  ),
  door: trustedHtml(
    '<path d="M13 4H7a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h6m-3-8h10m-3.5-3.5L20 12l-3.5 3.5"/>',
  ),
  envelope: trustedHtml(
    '<rect x="3" y="5" width="18" height="14" rx="2.5"/><path d="m4 7.5 8 6 8-6"/>',
  ),
  alert: trustedHtml('<circle cx="12" cy="12" r="9"/><path d="M12 7.5V13m0 3.25v.01"/>'),
  clock: trustedHtml('<circle cx="12" cy="12" r="9"/><path d="M12 7v5.25l3.25 2"/>'),
  check: trustedHtml('<path d="m5 12.75 4.5 4.5L19 7.5"/>'),
}
