const style = [
  'text{font:14px system-ui,sans-serif;fill:#1f2328;text-anchor:middle}',
  '.strong{font-weight:600}',
  '.small{font-size:13px;fill:#59636e}',
  // Keeps a text readable where it crosses a line.
  '.label{paint-order:stroke;stroke:#fff;stroke-width:6px;stroke-linejoin:round}',
  '.page{fill:#fff;stroke:#d0d7de}',
  '.box{fill:#e7f1ee;stroke:#1f6f5c}',
  '.plain{fill:#f6f8fa;stroke:#8b949e}',
  '.stop{fill:#fff1e5;stroke:#bc4c00}',
  '.life{stroke:#8b949e;stroke-dasharray:4 4}',
  '.arrow{stroke:#1f6f5c;stroke-width:2;fill:none}',
  '.head{fill:#1f6f5c}',
  '@media(prefers-color-scheme:dark){text{fill:#e7e9ed}.small{fill:#b1bac4}.label{stroke:#1b1b1f}.page{fill:#1b1b1f;stroke:#3c3f44}',
  '.box{fill:#17332c;stroke:#5cc8a8}.plain{fill:#25282d;stroke:#8b949e}.stop{fill:#3d2417;stroke:#f0883e}',
  '.arrow{stroke:#5cc8a8}.head{fill:#5cc8a8}}',
].join('')

/**
 * A picture with a title and a description for screen readers, in the colours of the reader's system.
 *
 * @param {{ title: string, description: string, width: number, height: number, body: string }} picture
 */
export function drawPicture({ title, description, width, height, body }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title steps">
  <title id="title">${escape(title)}</title>
  <desc id="steps">${escape(description)}</desc>
  <style>${style}</style>
  <rect class="page" width="${width}" height="${height}" rx="12"/>
${body}
</svg>
`
}

/**
 * Reads the title from the first line, and returns the other lines.
 *
 * @param {string} text
 */
export function readTitle(text) {
  const [first = '', ...lines] = text.trim().split('\n')
  return { title: first.replace(/^# /, ''), lines }
}

/**
 * A box with centred lines of text.
 *
 * @param {{ x: number, y: number, width: number, height: number, kind: string, text: string, letters: number }} box
 */
export function drawBox({ x, y, width, height, kind, text, letters }) {
  const lines = wrap(text, letters)
  const first = y + height / 2 + 5 - ((lines.length - 1) * lineHeight) / 2
  const texts = lines.map(
    (line, at) =>
      `  <text x="${x + width / 2}" y="${first + at * lineHeight}">${escape(line)}</text>`,
  )
  return `  <rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>
${texts.join('\n')}`
}

export const lineHeight = 19

/**
 * Breaks a text into as few lines as possible, of about the same length.
 *
 * @param {string} text
 * @param {number} letters
 */
export function wrap(text, letters) {
  let lines = fill(text, letters)
  for (let fewer = letters - 1; fewer > 0 && fill(text, fewer).length === lines.length; fewer--)
    lines = fill(text, fewer)
  return lines
}

/** @param {string} text @param {number} letters */
function fill(text, letters) {
  /** @type {string[]} */
  const lines = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < letters)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** @param {string} text */
export function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
