import { formatRatio, formatTarget, formatTime, formatValue } from './format.mjs'

/** @typedef {import('./samples.mjs').Figure} Figure */
/** @typedef {import('./comparisons.mjs').Compared} Compared */
/** @typedef {{ head: readonly string[], rows: readonly (readonly string[])[] }} Table */

/**
 * @param {readonly Figure[]} figures
 * @returns {Table}
 */
export function figureTable(figures) {
  return {
    head: ['subject', 'median', 'quartiles', 'cpu'],
    rows: figures.map(({ median, q1, q3, cpu, unit, ...figure }) => [
      titleOf(figure),
      formatValue(median, unit),
      q1 === undefined || q3 === undefined
        ? ''
        : `${formatValue(q1, unit)} – ${formatValue(q3, unit)}`,
      cpu === undefined ? '' : formatTime(cpu),
    ]),
  }
}

/**
 * @param {readonly Figure[]} figures
 * @param {readonly Compared[]} compared
 * @returns {Table}
 */
export function comparisonTable(figures, compared) {
  const titles = new Map(figures.map((figure) => [figure.id, titleOf(figure)]))
  return {
    head: ['compared', 'by cpu', 'ratio', 'target', ''],
    rows: compared.map(({ of, to, beyond, label, ratio, cpuRatio, target, met }) => [
      label ?? nameComparison(titles, of, to, beyond),
      cpuRatio === undefined ? '' : formatRatio(cpuRatio),
      formatRatio(ratio),
      formatTarget(target),
      met === null ? '' : met ? 'met' : 'missed',
    ]),
  }
}

/**
 * @param {ReadonlyMap<string, string>} titles by the id of a figure
 * @param {string} of
 * @param {string} to
 * @param {string | undefined} beyond
 */
function nameComparison(titles, of, to, beyond) {
  const left = beyond === undefined ? '' : ` beyond ${titles.get(beyond) ?? beyond}`
  return `${titles.get(of) ?? of}${left} / ${titles.get(to) ?? to}`
}

/** For a terminal. @param {Table} table */
export function printTable({ head, rows }) {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  /** @param {readonly string[]} cells */
  const line = (cells) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '─'.repeat(width))
  return [head, rule, ...rows].map(line).join('\n')
}

/** For a page; columns with nothing in them are left out. @param {Table} table */
export function markdownTable({ head, rows }) {
  const kept = [...head.keys()].filter((column) => rows.some((row) => row[column]))
  /** @param {readonly string[]} cells */
  const line = (cells) => `| ${kept.map((column) => cells[column] ?? '').join(' | ')} |`
  const rule = kept.map((column) => (column === 0 ? '---' : '--:'))
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n')
}

/** @param {{ library: string, name: string }} figure */
function titleOf({ library, name }) {
  return `${library} ${name}`.trim()
}
