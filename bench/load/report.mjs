/** @typedef {import('./hold.mjs').Held} Held */

const percentiles = /** @type {const} */ (['p50', 'p90', 'p99', 'p999', 'max'])

/** @param {Held} held */
export function formatHeld(held) {
  const rows = Object.entries(held.latencies).map(([kind, times]) =>
    [kind, String(times.count)].concat(percentiles.map((name) => times[name].toFixed(1))),
  )
  const { memory, lateStarts, windows } = held
  const [first] = windows
  const last = windows.at(-1)
  return [
    formatTable(['ms', 'count', 'p50', 'p90', 'p99', 'p99.9', 'max'], rows),
    `requests a second    ${held.requestsPerSecond.toFixed(0)}`,
    `share of a processor ${(held.serverShareOfOneProcessor * 100).toFixed(0)} %`,
    `late starts          p99 ${lateStarts.p99.toFixed(1)} ms, max ${lateStarts.max.toFixed(1)} ms (of the load, not of the server)`,
    `memory               ${first?.rssMiB.toFixed(0)} → ${last?.rssMiB.toFixed(0)} MiB resident, heap ${first?.heapMiB.toFixed(0)} → ${last?.heapMiB.toFixed(0)} MiB`,
    `trend                ${memory.rssMiBPerTenMinutes.toFixed(1)} MiB in ten minutes: ${memory.verdict}`,
    `wrong answers        ${held.wrongAnswers}`,
    `no answer            ${JSON.stringify(held.connectionErrors)}`,
  ].join('\n')
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
function formatTable(head, rows) {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (/** @type {readonly string[]} */ cells) =>
    cells
      .map((cell, column) => cell[column === 0 ? 'padEnd' : 'padStart'](widths[column] ?? 0))
      .join('  ')
  return [head, ...rows].map(line).join('\n')
}
