import { describeGrowth } from './memory.mjs'

/** @typedef {import('./hold.mjs').Held} Held */
/** @typedef {import('./processes.mjs').Throughput} Throughput */
/** @typedef {import('./processes.mjs').KillRun} KillRun */

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
    `collected heap       ${memory.heapBeforeMiB.toFixed(1)} → ${memory.heapAfterMiB.toFixed(1)} MiB`,
    `                     ${describeGrowth(memory)}`,
    `wrong answers        ${held.wrongAnswers}`,
    `no answer            ${JSON.stringify(held.connectionErrors)}`,
  ].join('\n')
}

/** @param {Throughput} measured */
export function formatThroughput({ requestsPerSecond, latencies, serversShareOfOneProcessor }) {
  const { p50, p99 } = latencies
  const share = (serversShareOfOneProcessor * 100).toFixed(0)
  return `${requestsPerSecond.toFixed(0)} requests a second, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; the processes of the demo took ${share} % of one processor`
}

/** @param {KillRun} run */
export function formatKillRun(run) {
  const { kills, answered, lost, signIns, signOuts, checked, wrongAnswers, restartMs } = run
  return [
    `kills          ${kills}, listening again after ${restartMs.p50.toFixed(0)} ms (longest ${restartMs.max.toFixed(0)} ms)`,
    `answered       ${answered.count} requests, p50 ${answered.p50.toFixed(1)} ms, p99 ${answered.p99.toFixed(1)} ms`,
    `lost           ${JSON.stringify(lost)}`,
    `sign-ins       ${signIns} answered; sign-outs ${signOuts}`,
    `then           ${checked.map((at) => `${at.alive} alive, ${at.over} over, ${at.inDoubt} in doubt`).join(' | ')}`,
    `wrong answers  ${wrongAnswers.length}`,
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
