import { drawPicture, escape, lineHeight, readTitle, wrap } from './svg.mjs'

/**
 * Draws a sequence diagram as an SVG that a screen reader can read. The first line of the text is the title, and each
 * further line is a step such as `Browser -> App: POST /auth/signin/github`.
 *
 * @param {string} text
 */
export function drawSequence(text) {
  const { title, lines } = readTitle(text)
  const steps = lines.map(readStep)
  const actors = [...new Set(steps.flatMap(({ from, to }) => [from, to]))]
  const width = margin * 2 + column * (actors.length - 1)
  const height = top + steps.length * row + 24
  /** @param {string} actor */
  const at = (actor) => margin + column * actors.indexOf(actor)
  return drawPicture({
    title,
    description: steps.map(describe).join(' '),
    width,
    height,
    body: [
      ...actors.map((actor) => drawActor(actor, at(actor), height)),
      ...steps.map((step, index) => drawStep(step, at(step.from), at(step.to), top + index * row)),
    ].join('\n'),
  })
}

const margin = 84
const column = 216
const top = 92
const row = 62
const letterWidth = 7.6

/**
 * @typedef {{ from: string, to: string, label: string }} Step
 */

/**
 * @param {string} line
 * @returns {Step}
 */
function readStep(line) {
  const [, from, to, label] = /^(\w+) -> (\w+): (.+)$/.exec(line) ?? []
  if (!from || !to || !label)
    throw new Error(`Expected a step such as "A -> B: text", got "${line}".`)
  return { from, to, label }
}

/** @param {Step} step @param {number} index */
function describe({ from, to, label }, index) {
  return `${index + 1}. ${from === to ? from : `${from} to ${to}`}: ${label}.`
}

/** @param {string} actor @param {number} x @param {number} height */
function drawActor(actor, x, height) {
  return `  <path class="life" d="M${x} 52V${height - 12}"/>
  <rect class="box" x="${x - 60}" y="16" width="120" height="36" rx="8"/>
  <text class="strong" x="${x}" y="39">${escape(actor)}</text>`
}

/** @param {Step} step @param {number} from @param {number} to @param {number} y */
function drawStep({ label }, from, to, y) {
  if (from === to) {
    return `  <path class="arrow" d="M${from} ${y}h28v18h-22"/>
  <path class="head" d="M${from} ${y + 18}l9-5v10z"/>
  <text class="label" x="${from + 40}" y="${y + 14}" style="text-anchor:start">${escape(label)}</text>`
  }
  const direction = Math.sign(to - from)
  const lines = wrap(label, Math.floor(Math.abs(to - from) / letterWidth))
  const texts = lines.map((line, at) => {
    const above = (lines.length - 1 - at) * lineHeight
    return `  <text class="label" x="${(from + to) / 2}" y="${y + 8 - above}">${escape(line)}</text>`
  })
  return `  <path class="arrow" d="M${from} ${y + 18}H${to - 8 * direction}"/>
  <path class="head" d="M${to} ${y + 18}l${-10 * direction}-5v10z"/>
${texts.join('\n')}`
}
