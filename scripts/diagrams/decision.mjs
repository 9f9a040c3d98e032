import { drawBox, drawPicture, escape, readTitle } from './svg.mjs'

/**
 * Draws a row of questions as an SVG. The first line of the text is the title, and each further line is a question, the
 * answer that ends the row, and what happens then: `Is there a cookie? | no | No session`. The last line is what happens
 * after every question. An outcome in brackets, such as `[Refused]`, is drawn as a refusal.
 *
 * @param {string} text
 */
export function drawDecision(text) {
  const { title, lines } = readTitle(text)
  const last = lines.at(-1) ?? ''
  const questions = lines.slice(0, -1).map(readQuestion)
  const height = top + questions.length * row + boxHeight + top
  return drawPicture({
    title,
    description: [...questions.map(describe), `Otherwise: ${readOutcome(last).text}.`].join(' '),
    width: right + outcomeWidth + left,
    height,
    body: [
      ...questions.map(drawQuestion),
      drawOutcome(last, left, top + questions.length * row, questionWidth),
    ].join('\n'),
  })
}

const top = 24
const left = 24
const questionWidth = 340
const right = 452
const outcomeWidth = 340
const boxHeight = 56
const row = 92

/**
 * @typedef {{ question: string, answer: string, outcome: string }} Question
 */

/**
 * @param {string} line
 * @returns {Question}
 */
function readQuestion(line) {
  const [, question, answer, outcome] = /^(.+\?) \| (yes|no) \| (.+)$/.exec(line) ?? []
  if (!question || !answer || !outcome)
    throw new Error(`Expected a question such as "A? | yes | text", got "${line}".`)
  return { question, answer, outcome }
}

/** @param {string} outcome */
function readOutcome(outcome) {
  const refusal = /^\[(.+)\]$/.exec(outcome)?.[1]
  return { text: refusal ?? outcome, kind: refusal ? 'stop' : 'box' }
}

/** @param {Question} question @param {number} index */
function describe({ question, answer, outcome }, index) {
  return `${index + 1}. ${question} If ${answer}: ${readOutcome(outcome).text}.`
}

/** @param {Question} question @param {number} index */
function drawQuestion({ question, answer, outcome }, index) {
  const y = top + index * row
  const middle = y + boxHeight / 2
  const end = left + questionWidth
  const x = left + questionWidth / 2
  const other = answer === 'yes' ? 'no' : 'yes'
  const box = { x: left, y, width: questionWidth, height: boxHeight, kind: 'plain' }
  return `${drawBox({ ...box, text: question, letters: 40 })}
  <path class="arrow" d="M${end} ${middle}H${right - 10}"/>
  <path class="head" d="M${right} ${middle}l-10-5v10z"/>
  <text class="small" x="${(end + right) / 2 - 5}" y="${middle - 8}">${escape(answer)}</text>
  <path class="arrow" d="M${x} ${y + boxHeight}V${y + row - 10}"/>
  <path class="head" d="M${x} ${y + row}l-5-10h10z"/>
  <text class="small" x="${x + 20}" y="${y + boxHeight + 22}">${escape(other)}</text>
${drawOutcome(outcome, right, y, outcomeWidth)}`
}

/** @param {string} outcome @param {number} x @param {number} y @param {number} width */
function drawOutcome(outcome, x, y, width) {
  const { text, kind } = readOutcome(outcome)
  return drawBox({ x, y, width, height: boxHeight, kind, text, letters: 40 })
}
