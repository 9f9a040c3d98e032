import { html, type Html } from '../http/html.js'

/** QR codes need an empty margin of four modules. @see ISO/IEC 18004, section 9.1 */
const margin = 4

/**
 * Draws a QR code as inline SVG. It is black on white in every colour scheme, because many apps
 * cannot read an inverted one. It has no style and no script, so the page's
 * Content-Security-Policy allows it.
 */
export async function renderQrCode(text: string): Promise<Html> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { ecc: 'M', border: margin })
  // The attributes are set on the shapes, because the stylesheet has a rule for `svg`.
  return html`<svg viewBox="0 0 ${size} ${size}" aria-hidden="true" shape-rendering="crispEdges">
    <rect width="${size}" height="${size}" fill="#fff" stroke="none" />
    <path fill="#000" stroke="none" d="${drawModules(data)}" />
  </svg>`
}

/** Draws every row as bars, which needs a third of the text that single modules need. */
function drawModules(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap(drawRow).join('')
}

function drawRow(row: readonly boolean[], y: number): readonly string[] {
  const bars: string[] = []
  for (let x = 0; x < row.length; x++) {
    const start = x
    while (row[x] === true) x++
    if (x > start) bars.push(`M${start} ${y}h${x - start}v1H${start}z`)
  }
  return bars
}
