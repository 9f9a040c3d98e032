import { barStyle } from './chart.mjs'
import { formatTime } from './format.mjs'
import { keepResult, readResult } from './results.mjs'
import { raise } from './subjects/subject.mjs'
import { drawFrame, text } from './svg.mjs'

/**
 * One of the charts at the top of the page. Its bars are times, and the first bar is ours.
 *
 * @typedef {object} Panel
 * @property {string} name of the chart's file, after `overview-`
 * @property {string} file of the results that it shows
 * @property {string} title
 * @property {readonly (readonly [id: string, label: string])[]} bars
 * @property {(ratios: readonly string[]) => string} say the sentence below it, from the ratio of each bar
 *   over the first one
 */

/** @type {readonly Panel[]} */
const panels = [
  {
    name: 'cookie',
    file: 'session-read',
    title: 'A session from a cookie',
    bars: [
      ['latchkey-app-cold', 'latchkey'],
      ['better-auth-read-cookie-cache', 'better-auth'],
      ['auth-js-app-cold', '@auth/core'],
    ],
    say: ([, betterAuth, authJs]) =>
      `When an app reads a session from a cookie, better-auth takes ${betterAuth} times as long as Latchkey, and @auth/core ${authJs} times.`,
  },
  {
    name: 'postgres',
    file: 'session-read-postgres',
    title: 'A session from PostgreSQL',
    bars: [
      ['latchkey-read', 'latchkey'],
      ['auth-js-get', '@auth/core'],
      ['better-auth-read', 'better-auth'],
    ],
    say: ([, authJs, betterAuth]) =>
      `With sessions in PostgreSQL, @auth/core takes ${authJs} times as long, and better-auth ${betterAuth} times.`,
  },
  {
    name: 'http',
    file: 'http',
    title: 'A request for the session',
    bars: [
      ['latchkey-cold', 'latchkey'],
      ['bare', 'node:http alone'],
      ['auth-js', '@auth/core'],
      ['better-auth', 'better-auth'],
    ],
    say: ([, bare, authJs, betterAuth]) =>
      `At full load, a server that does nothing needs ${bare} times the time of Latchkey for a request, @auth/core ${authJs} times, and better-auth ${betterAuth} times.`,
  },
  {
    name: 'sign-in',
    file: 'sign-in',
    title: 'A sign-in with GitHub',
    bars: [
      ['latchkey-oauth', 'latchkey'],
      ['auth-js-oauth', '@auth/core'],
      ['better-auth-oauth', 'better-auth'],
    ],
    say: ([, authJs, betterAuth]) =>
      `Without the time that GitHub takes, @auth/core needs ${authJs} times as long for a sign-in, and better-auth ${betterAuth} times.`,
  },
  {
    name: 'import',
    file: 'cold-import',
    title: 'The start of a process',
    bars: [
      ['latchkey', 'latchkey'],
      ['auth-js', '@auth/core'],
      ['better-auth-minimal', 'better-auth'],
    ],
    say: ([, authJs, betterAuth]) =>
      `The import of @auth/core takes ${authJs} times as long, and that of better-auth ${betterAuth} times.`,
  },
  {
    name: 'page',
    file: 'page',
    title: 'A page of a Qwik app',
    bars: [
      ['latchkey-session', 'latchkey'],
      ['no-library', 'no library'],
      ['auth-qwik-session', '@auth/qwik'],
    ],
    say: ([, none, authQwik]) =>
      `For a user who is signed in, a page without a library takes ${none} times as long, and one with @auth/qwik ${authQwik} times.`,
  },
]

const width = 330
const barsStart = 118
const longestBar = 132
const rowHeight = 24
const barHeight = 14
const firstRow = 44

/** Draws the charts, and returns the HTML that shows them. */
export function writeOverview() {
  const figures = panels.map((panel) => {
    const bars = barsOf(panel)
    const path = `overview-${panel.name}.svg`
    keepResult(path, drawPanel(panel.title, bars))
    const [ours] = bars
    const ratios = bars.map(({ time }) => formatTimes(time / (ours?.time ?? NaN)))
    const alt = bars.map(({ label, time }) => `${label} ${formatTime(time)}`).join(', ')
    return [
      '<figure style="margin: 0">',
      `<img src="../../bench/results/${path}" alt="${panel.title}: ${alt}">`,
      `<figcaption>${panel.say(ratios)}</figcaption>`,
      '</figure>',
    ].join('\n')
  })
  const columns = 'repeat(auto-fit, minmax(260px, 1fr))'
  return [
    `<div style="display: grid; grid-template-columns: ${columns}; gap: 24px">`,
    ...figures,
    '</div>',
  ].join('\n')
}

/**
 * By processor time where the machine was busy.
 *
 * @param {Panel} panel
 */
function barsOf({ file, bars }) {
  const { figures, environment } = readResult(file) ?? raise(`There is no result "${file}".`)
  return bars.map(([id, label]) => {
    const figure = figures.find((one) => one.id === id) ?? raise(`There is no figure "${id}".`)
    const { median, cpu } = figure
    return { label, time: environment.busy ? (cpu ?? median) : median }
  })
}

/**
 * @param {string} title
 * @param {ReturnType<typeof barsOf>} bars
 */
function drawPanel(title, bars) {
  const longest = Math.max(...bars.map(({ time }) => time))
  const parts = bars.map(({ label, time }, row) => {
    const top = firstRow + row * rowHeight
    const length = Math.max(2, (time / longest) * longestBar)
    const side = row === 0 ? 'ours' : 'theirs'
    return [
      text(2, top + 12, '', label),
      `<rect class="${side}" x="${barsStart}" y="${top}" width="${length.toFixed(1)}" height="${barHeight}" rx="2"/>`,
      text(barsStart + length + 8, top + 12, 'value', formatTime(time)),
    ].join('\n')
  })
  const height = firstRow + bars.length * rowHeight + 4
  return drawFrame({ title, titleAt: [2, 26], width, height, style: barStyle, parts })
}

/** More digits would say more than a run can. @param {number} ratio */
function formatTimes(ratio) {
  return ratio.toFixed(ratio < 2 ? 2 : ratio < 10 ? 1 : 0)
}
