/** @typedef {{ count: number, p50: number, p90: number, p99: number, p999: number, max: number }} Latencies in milliseconds */

/**
 * A percentile is the shortest time that at least this share of all does not exceed.
 *
 * @param {readonly number[]} times
 * @returns {Latencies}
 */
export function describeTimes(times) {
  const sorted = times.toSorted((a, b) => a - b)
  const count = sorted.length
  const at = (/** @type {number} */ share) => sorted[Math.max(0, Math.ceil(count * share) - 1)] ?? 0
  return { count, p50: at(0.5), p90: at(0.9), p99: at(0.99), p999: at(0.999), max: at(1) }
}
