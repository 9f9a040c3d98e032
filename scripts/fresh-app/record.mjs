import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.mjs'

const page = 'docs/internals/first-hour.md'

const head = `# The first hour, recorded

**What was tried.** A script follows the steps of the [README](../../README.md). It creates an empty Qwik app, and adds sign-in
with e-mail, password and GitHub. Then it opens a guarded page as a visitor, signs in by the mailed link, and opens the
page again. It does this on the dev server, and again on the built Express server. A mail server on the same machine receives
the mail.

**What came out.** Every step works on Qwik 1 and on Qwik 2. The tables show how long each step took and what it printed.
The time is that of the script, without the time that a developer needs to read and type.

**Run it again:** \`npm run fresh-app -- --first-hour\`, and with \`--v2\` for Qwik 2. If a step fails, or if the README and the
script differ, the run fails. \`--record\` writes the result to this page. The run takes some minutes, so it is not part of \`npm test\`. It needs no
network except the npm registry.

Without \`--first-hour\`, the script continues. It runs \`init --page\` in a second app, signs in and out, and looks for the engine in the
browser's files. On Qwik 1, it compares that app with one on \`@auth/qwik\`: the size of server and client, the time to the first page,
packages, and the cost of a page of 200 rows. \`--short\` leaves the comparison out, and \`--keep\` keeps the apps.
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
