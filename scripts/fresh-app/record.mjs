import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.mjs'

const page = 'docs/first-hour.md'

const head = `# The first hour, recorded

A script does what the [README](../README.md) tells: it creates an empty Qwik app, adds a sign-in with e-mail, password and
GitHub, and signs a visitor in by the mailed link, first on the dev server and then on the built Express server. The
visitor opens a guarded page before and after. A mail server on the same machine receives the mail.

Repeat it with \`npm run fresh-app -- --first-hour\`, and with \`--v2\` for Qwik 2. \`--record\` writes the result to this page.
`

/**
 * Writes the record of a run to the documentation, in place of the last one for the same Qwik.
 *
 * @param {string} title
 * @param {readonly import('./first-hour.mjs').Entry[]} entries
 */
export function writeRecord(title, entries) {
  const path = join(root, page)
  const others = readSections(path).filter((section) => !section.startsWith(`${title}\n`))
  const sections = [...others, renderSection(title, entries)].sort()
  writeFileSync(path, `${head}\n${sections.map((section) => `## ${section.trim()}\n`).join('\n')}`)
}

/** @param {string} path */
function readSections(path) {
  try {
    return readFileSync(path, 'utf8').split(/^## /m).slice(1)
  } catch {
    return []
  }
}

/**
 * @param {string} title
 * @param {readonly import('./first-hour.mjs').Entry[]} entries
 */
function renderSection(title, entries) {
  const total = entries.reduce((sum, { seconds }) => sum + Number(seconds), 0)
  const rows = [
    ['step', 'seconds', 'result'],
    ...entries.map(({ command, seconds, result }) => [command, seconds, result]),
  ]
  const widths = [0, 1, 2].map((at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))
  const lines = rows.map((row) => renderRow(row, widths))
  const rule = `| ${widths.map((width, at) => '-'.repeat(width - Number(at === 1)) + (at === 1 ? ':' : '')).join(' | ')} |`
  return `${title}

${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node} on ${process.platform} ${process.arch}, ${Math.round(total)} seconds in all.

${[lines[0], rule, ...lines.slice(1)].join('\n')}
`
}

/**
 * @param {readonly string[]} row
 * @param {readonly number[]} widths
 */
function renderRow(row, widths) {
  const cells = widths.map((width, at) => {
    const text = row[at] ?? ''
    return at === 1 ? text.padStart(width) : text.padEnd(width)
  })
  return `| ${cells.join(' | ')} |`
}
