export const padding = 24

/** What all charts look like, on light and on dark. */
const style = `
  text { font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #1f2328 }
  .title { font-size: 17px; font-weight: 600 }
  .group { font-size: 14px; font-weight: 600 }
  .note { font-size: 12px; fill: #59636e }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .note { fill: #9198a1 }
  }
`

/**
 * A chart as an SVG that follows the reader's theme.
 *
 * @param {{ title: string, footnote?: string, titleAt?: readonly [x: number, y: number], width?: number, height: number, style: string, parts: readonly string[] }} drawing
 * @returns {string}
 */
export function drawFrame(drawing) {
  const { title, footnote, titleAt = [padding, padding + 12], width = 920, height, parts } = drawing
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<title id="title">${escape(title)}</title>
<style>${style}${drawing.style}</style>
${text(...titleAt, 'title', title)}
${parts.join('\n')}
${footnote === undefined ? '' : `${text(padding, height - 16, 'note', footnote)}\n`}</svg>
`
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} name of the class
 * @param {string} content
 */
export function text(x, y, name, content) {
  const attribute = name ? ` class="${name}"` : ''
  return `<text${attribute} x="${round(x)}" y="${round(y)}">${escape(content)}</text>`
}

/** @param {string} content */
export function escape(content) {
  return content.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

/** @param {number} place */
function round(place) {
  return Number(place.toFixed(1))
}
