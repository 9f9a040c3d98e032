import { trustedHtml, type Html } from '../http/html.js'

// The icons of the pages about second factors. They are not among the common icons, which every app
// loads.

/** A shield with a check mark. */
export const shieldGlyph: Html = draw(
  '<path d="M12 3.25 5 6v5.25c0 4.25 2.9 7.9 7 9.5 4.1-1.6 7-5.25 7-9.5V6z"/><path d="m9 12 2.25 2.25L15.25 10"/>',
)

/** A phone. */
export const phoneGlyph: Html = draw(
  '<rect x="6.5" y="2.75" width="11" height="18.5" rx="2.5"/><path d="M11 18.25h2"/>',
)

/** A list of lines. */
export const listGlyph: Html = draw(
  '<rect x="5" y="3.5" width="14" height="17" rx="2.5"/><path d="M9 8.5h6M9 12h6m-6 3.5h3.5"/>',
)

function draw(shapes: string): Html {
  return trustedHtml(`<svg viewBox="0 0 24 24" aria-hidden="true">${shapes}</svg>`)
}
