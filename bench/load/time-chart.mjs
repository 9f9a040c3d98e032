import { drawFrame, padding, text } from '../svg.mjs'

/**
 * @typedef {{ name: string, look: string, values: readonly (number | undefined)[] }} Line
 * @typedef {{ title: string, note: string, scale: 'linear' | 'logarithmic', unit: string, lines: readonly Line[] }} Panel
 */

const left = 76
const right = 780
const panelHeight = 170
const panelHead = 54
const panelFoot = 34

/**
 * Lines over time in panels, one below the other, as an SVG that follows the reader's theme.
 *
 * @param {string} title
 * @param {readonly Panel[]} panels
 * @param {{ seconds: number, footnote: string }} frame
 * @returns {string}
 */
export function drawTimeChart(title, panels, { seconds, footnote }) {
  const top = padding + 22
  const step = panelHead + panelHeight + panelFoot
  const height = top + panels.length * step + 34
  const parts = panels.map((panel, at) => drawPanel(panel, top + at * step, seconds))
  return drawFrame({ title, footnote, height, style, parts })
}

const style = `
  .tick { font-size: 12px; fill: #59636e; font-variant-numeric: tabular-nums }
  .end { text-anchor: end }
  .middle { text-anchor: middle }
  .grid { stroke: #d1d9e0; stroke-width: 1 }
  .line { fill: none; stroke-width: 1.75; stroke-linejoin: round }
  .a { stroke: #0a7d5a } text.a { fill: #0a7d5a; stroke: none }
  .b { stroke: #0969da } text.b { fill: #0969da; stroke: none }
  .c { stroke: #bc4c00 } text.c { fill: #bc4c00; stroke: none }
  .d { stroke: #818b98 } text.d { fill: #59636e; stroke: none }
  @media (prefers-color-scheme: dark) {
    .tick { fill: #9198a1 }
    .grid { stroke: #3d444d }
    .a { stroke: #3fcf9b } text.a { fill: #3fcf9b }
    .b { stroke: #4493f8 } text.b { fill: #4493f8 }
    .c { stroke: #f0883e } text.c { fill: #f0883e }
    .d { stroke: #818b98 } text.d { fill: #9198a1 }
  }
`

/**
 * @param {Panel} panel
 * @param {number} top
 * @param {number} seconds
 */
function drawPanel({ title, note, scale, unit, lines }, top, seconds) {
  const ceiling = top + panelHead
  const floor = ceiling + panelHeight
  const values = lines.flatMap(({ values }) => values.filter((value) => value !== undefined))
  const { ticks, share } = scales[scale](values)
  const yOf = (/** @type {number} */ value) => floor - share(value) * panelHeight
  const grid = ticks.map((tick) => {
    const y = yOf(tick).toFixed(1)
    return `<line class="grid" x1="${left}" y1="${y}" x2="${right}" y2="${y}"/>
${text(left - 8, yOf(tick) + 4, 'tick end', `${tick} ${unit}`)}`
  })
  const hours = timeTicks(seconds).map((second) => {
    const x = left + (second / seconds) * (right - left)
    return text(
      x,
      floor + 18,
      'tick middle',
      second % 60 === 0 ? `${second / 60} min` : `${second} s`,
    )
  })
  const drawn = lines.map(({ look, values }) => drawLine(look, values, yOf))
  return [
    text(padding, top + 18, 'group', title),
    text(padding, top + 36, 'note', note),
    ...grid,
    ...hours,
    ...drawn,
    ...drawNames(lines, yOf),
  ].join('\n')
}

/**
 * Each window at its middle.
 *
 * @param {string} look
 * @param {readonly (number | undefined)[]} values
 * @param {(value: number) => number} yOf
 */
function drawLine(look, values, yOf) {
  const points = values.flatMap((value, at) => {
    if (value === undefined) return []
    const x = left + ((at + 0.5) / values.length) * (right - left)
    return [`${x.toFixed(1)},${yOf(value).toFixed(1)}`]
  })
  return `<polyline class="line ${look}" points="${points.join(' ')}"/>`
}

/**
 * Names beside the ends of the lines, moved apart where they would meet.
 *
 * @param {readonly Line[]} lines
 * @param {(value: number) => number} yOf
 */
function drawNames(lines, yOf) {
  let lowest = Infinity
  return lines
    .map(({ name, look, values }) => ({ name, look, y: yOf(values.findLast(isKnown) ?? 0) + 4 }))
    .sort((a, b) => b.y - a.y)
    .map(({ name, look, y }) => {
      lowest = Math.min(y, lowest - 15)
      return text(right + 8, lowest, look, name)
    })
}

/** @param {number | undefined} value */
function isKnown(value) {
  return value !== undefined
}

/** @type {Readonly<Record<Panel['scale'], (values: readonly number[]) => { ticks: number[], share: (value: number) => number }>>} */
const scales = {
  linear(values) {
    const most = Math.max(1, ...values)
    const step = niceStep(most / 4)
    const end = Math.ceil(most / step) * step
    const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, at) => at * step)
    return { ticks, share: (value) => value / end }
  },
  logarithmic(values) {
    const positive = values.filter((value) => value > 0)
    const from = Math.floor(Math.log10(Math.min(1, ...positive)))
    const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(1, ...positive))))
    const ticks = Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at))
    const share = (/** @type {number} */ value) =>
      (Math.log10(Math.max(value, 10 ** from)) - from) / (to - from)
    return { ticks, share }
  },
}

/** @param {number} least */
function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((step) => step * power >= least) ?? 10) * power
}

/** @param {number} seconds */
function timeTicks(seconds) {
  const step = [5, 10, 30, 60, 120, 300].find((step) => seconds / step <= 10) ?? 600
  return Array.from({ length: Math.floor(seconds / step) + 1 }, (_, at) => at * step)
}
