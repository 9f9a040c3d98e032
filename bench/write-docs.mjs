import { readFileSync, writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import { writeOverview } from './overview.mjs'
import { parts } from './part.mjs'
import { readResult } from './results.mjs'
import { comparisonTable, figureTable, markdownTable } from './tables.mjs'

const page = new URL('../docs/internals/benchmarks.md', import.meta.url)

/** Puts the figures of the last runs between the marks of the page. Nothing is copied by hand. */
export async function writeDocs() {
  const results = []
  for (const [name, load] of Object.entries(parts)) {
    const { file, title } = (await load()).part
    results.push({ name, file, title, result: readResult(file) })
  }
  let text = fill(readFileSync(page, 'utf8'), 'overview', writeOverview())
  text = fill(text, 'targets', targets(results))
  for (const { name, file, title, result } of results) {
    if (!text.includes(`\n## ${title}\n`)) throw new Error(`The page has no heading "${title}".`)
    text = fill(text, name, section(file, result))
  }
  const options = await resolveConfig(page.pathname)
  writeFileSync(page, await format(text, { ...options, parser: 'markdown' }))
  return 0
}

/** @typedef {import('./results.mjs').Result} Result */

/**
 * Every target of every part, and whether it was met.
 *
 * @param {readonly { name: string, title: string, result: Result | undefined }[]} results
 */
function targets(results) {
  const rows = results.flatMap(({ name, title, result }) => {
    if (!result) return []
    const { rows } = comparisonTable(result.figures, result.compared)
    return rows
      .filter(([, , , target]) => target)
      .map((row) => row.toSpliced(1, 0, `[${name}](#${slug(title)})`))
  })
  const met = rows.filter((row) => row.at(-1) === 'met').length
  return [
    `${met} of ${rows.length} targets are met.`,
    behind(markdownTable({ head: ['compared', 'part', 'by cpu', 'ratio', 'target', ''], rows })),
  ].join('\n\n')
}

/**
 * @param {string} file
 * @param {Result | undefined} result
 */
function section(file, result) {
  if (!result) return '_Not measured yet._'
  const { title, environment, figures, compared } = result
  const { node, openssl, platform, cpus, versions, busy } = environment
  const note = busy ? ' The machine was busy: the ratios by cpu are the ones to trust.' : ''
  const packages = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  return [
    `![${title}](../../bench/results/${file}.svg)`,
    behind(markdownTable(figureTable(figures)), markdownTable(comparisonTable(figures, compared))),
    `Node ${node} (OpenSSL ${openssl}), ${platform}, ${cpus} CPUs; ${packages.join(', ')}.${note}`,
  ].join('\n\n')
}

/** Tables that a reader opens, because the charts come first. @param {readonly string[]} tables */
function behind(...tables) {
  return ['<details>', '<summary>The figures</summary>', ...tables, '</details>'].join('\n\n')
}

/** What a heading is called in an address. @param {string} title */
function slug(title) {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')
}

/**
 * @param {string} text
 * @param {string} name
 * @param {string} content
 */
function fill(text, name, content) {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`]
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`No marks for "${name}".`)
  return `${before}${begin}\n\n${content}\n\n${end}${after}`
}
