/**
 * Nanoseconds an operation: by the wall clock, and the median by processor time.
 *
 * @typedef {object} Figure
 * @property {string} id
 * @property {string} library
 * @property {string} name
 * @property {number} median
 * @property {number} q1
 * @property {number} q3
 * @property {number} cpu
 */

/** @typedef {import('./comparisons.mjs').Compared} Compared */

/**
 * @param {readonly Figure[]} figures
 * @param {readonly Compared[]} compared
 * @returns {string}
 */
export function formatReport(figures, compared) {
  const titles = new Map(figures.map(({ id, library, name }) => [id, `${library} ${name}`]))
  return [
    formatTable(
      ['subject', 'median', 'quartiles', 'cpu'],
      figures.map(({ id, median, q1, q3, cpu }) => [
        titles.get(id) ?? id,
        formatTime(median),
        `${formatTime(q1)} – ${formatTime(q3)}`,
        formatTime(cpu),
      ]),
    ),
    formatTable(
      ['compared', 'by cpu', 'ratio', 'target', ''],
      compared.map((one) => [
        `${titles.get(one.of) ?? one.of} / ${titles.get(one.to) ?? one.to}`,
        formatRatio(one.cpuRatio),
        formatRatio(one.ratio),
        formatTarget(one.target),
        one.met === null ? '' : one.met ? 'pass' : 'miss',
      ]),
    ),
  ].join('\n\n')
}

/** @param {number} nanoseconds */
export function formatTime(nanoseconds) {
  if (nanoseconds < 1000) return `${nanoseconds.toFixed(0)} ns`
  return `${formatNumber(nanoseconds / 1000)} µs`
}

/** @param {number} ratio */
export function formatRatio(ratio) {
  return `${ratio < 0.1 ? ratio.toFixed(3) : formatNumber(ratio)}×`
}

/** @param {number} number */
function formatNumber(number) {
  return number.toFixed(number < 10 ? 2 : number < 100 ? 1 : 0)
}

/** @param {Compared['target']} target */
function formatTarget(target) {
  if (!target) return ''
  return 'atMost' in target ? `≤ ${formatRatio(target.atMost)}` : `≥ ${formatRatio(target.atLeast)}`
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
function formatTable(head, rows) {
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
