import { drawFrame, escape, padding, text } from './svg.mjs'

/**
 * @typedef {{ label: string, length: number, value: string, ratio: string, ours: boolean }} Bar
 * @typedef {{ title: string, note: string, bars: readonly Bar[] }} Group
 */

const barsStart = 450
const longestBar = 320
const rowHeight = 26
const barHeight = 16
const groupHead = 58

/**
 * Horizontal bars in groups, each on a linear scale of its own, as an SVG that follows the reader's theme.
 *
 * @param {string} title
 * @param {readonly Group[]} groups
 * @param {string} footnote
 * @returns {string}
 */
export function drawChart(title, groups, footnote) {
  let top = padding + 22
  /** @type {string[]} */
  const parts = []
  for (const group of groups) {
    parts.push(
      text(padding, top + 26, 'group', group.title),
      text(padding, top + 44, 'note', group.note),
    )
    top += groupHead
    const longest = Math.max(...group.bars.map((bar) => bar.length))
    for (const bar of group.bars) {
      parts.push(drawBar(bar, top, longest))
      top += rowHeight
    }
  }
  const height = top + 40
  return drawFrame({ title, footnote, height, style: barStyle, parts })
}

/** Bars of ours stand out from the others. */
export const barStyle = `
  .value { font-variant-numeric: tabular-nums }
  .ratio { font-weight: 600 }
  .ours { fill: #0a7d5a }
  .theirs { fill: #9aa4af }
  @media (prefers-color-scheme: dark) {
    .ours { fill: #3fcf9b }
    .theirs { fill: #656c76 }
  }
`

/**
 * @param {Bar} bar
 * @param {number} top
 * @param {number} longest
 */
function drawBar({ label, length, value, ratio, ours }, top, longest) {
  const drawn = Math.max(2, (length / longest) * longestBar)
  const baseline = top + 13
  const valueStart = barsStart + drawn + 8
  return `${text(padding, baseline, '', label)}
<rect class="${ours ? 'ours' : 'theirs'}" x="${barsStart}" y="${top}" width="${drawn.toFixed(1)}" height="${barHeight}" rx="2"/>
<text class="value" x="${valueStart.toFixed(1)}" y="${baseline}">${escape(value)} · <tspan class="ratio">${ratio}</tspan></text>`
}
