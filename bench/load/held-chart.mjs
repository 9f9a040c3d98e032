import { drawTimeChart } from './time-chart.mjs'

/** @typedef {import('./hold.mjs').Held} Held */
/** @typedef {import('./latencies.mjs').Latencies} Latencies */

/**
 * The picture of one run: how long visitors waited, and what the server used meanwhile.
 *
 * @param {Held} held
 * @param {import('../environment.mjs').Environment} environment
 */
export function drawHeldChart(held, { node, cpus }) {
  const { title, visitsPerSecond, minutes, windows, serverShareOfOneProcessor, requestsPerSecond } =
    held
  const latency = (/** @type {'reads' | 'writes'} */ of, /** @type {keyof Latencies} */ which) =>
    windows.map((window) => (window[of]?.count ? window[of][which] : undefined))
  return drawTimeChart(
    `${title}: ${visitsPerSecond} visits a second for ${minutes} minutes`,
    [
      {
        title: 'Session reads and pages',
        note: 'GET /auth/session and the first page, from the moment for which a request was planned. By 10 seconds.',
        scale: 'logarithmic',
        unit: 'ms',
        lines: [
          { name: 'longest', look: 'd', values: latency('reads', 'max') },
          { name: '99th percentile', look: 'c', values: latency('reads', 'p99') },
          { name: '90th percentile', look: 'b', values: latency('reads', 'p90') },
          { name: 'median', look: 'a', values: latency('reads', 'p50') },
        ],
      },
      {
        title: 'Sign-ins and sign-outs',
        note: 'Each request of them; a callback waits for the identity provider, a password for scrypt.',
        scale: 'logarithmic',
        unit: 'ms',
        lines: [
          { name: 'longest', look: 'd', values: latency('writes', 'max') },
          { name: '90th percentile', look: 'b', values: latency('writes', 'p90') },
          { name: 'median', look: 'a', values: latency('writes', 'p50') },
        ],
      },
      {
        title: 'Memory of the server',
        note: 'Resident, and the least that its heap held in each window.',
        scale: 'linear',
        unit: 'MiB',
        lines: [
          { name: 'resident', look: 'b', values: windows.map(({ rssMiB }) => rssMiB) },
          { name: 'heap', look: 'a', values: windows.map(({ heapMiB }) => heapMiB) },
        ],
      },
    ],
    {
      seconds: minutes * 60,
      footnote: `${requestsPerSecond.toFixed(0)} requests a second to one process, which took ${(serverShareOfOneProcessor * 100).toFixed(0)} % of one processor. Node ${node}, ${cpus} CPUs for all of it.`,
    },
  )
}
