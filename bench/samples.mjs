import { raise } from './subjects/subject.mjs'

/**
 * What was measured of one subject, a number a round. `value` is in the unit of its subject; `cpu`
 * is nanoseconds of processor time of all threads, which does not count what other programs took.
 *
 * @typedef {{ value: number[], cpu?: number[] }} Samples
 */

/**
 * Measured things have a unit: nanoseconds, nanoseconds a request of a server at full load (shown as
 * requests a second), bytes, or a count.
 *
 * @typedef {'time' | 'request' | 'bytes' | 'count'} Unit
 */

/**
 * The numbers that a table shows of one subject. Times are by the wall clock, `cpu` is by processor
 * time; there are quartiles where there were rounds.
 *
 * @typedef {object} Figure
 * @property {string} id
 * @property {string} library
 * @property {string} name
 * @property {Unit} unit
 * @property {number} median
 * @property {number} [q1]
 * @property {number} [q3]
 * @property {number} [cpu]
 */

/**
 * @param {{ id: string, library: string, name: string, unit?: Unit }} subject
 * @param {ReadonlyMap<string, Samples>} samples
 * @returns {Figure}
 */
export function summarize({ id, library, name, unit = 'time' }, samples) {
  const { value, cpu } = samplesOf(samples, id)
  const [q1 = NaN, median = NaN, q3 = NaN] = [0.25, 0.5, 0.75].map((at) => quantile(value, at))
  return {
    id,
    library,
    name,
    unit,
    median,
    ...(value.length > 1 && { q1, q3 }),
    ...(cpu && { cpu: quantile(cpu, 0.5) }),
  }
}

/**
 * @param {ReadonlyMap<string, Samples>} samples
 * @param {string} id
 * @returns {Samples}
 */
export function samplesOf(samples, id) {
  return samples.get(id) ?? raise(`Nothing was measured under "${id}".`)
}

/**
 * The median of the ratios within each round, where both had the same machine.
 *
 * @param {readonly number[]} numerators
 * @param {readonly number[]} denominators
 */
export function medianRatio(numerators, denominators) {
  return quantile(
    numerators.map((number, round) => number / (denominators[round] ?? NaN)),
    0.5,
  )
}

/**
 * The value below which the share `at` of the numbers lies.
 *
 * @param {readonly number[]} numbers
 * @param {number} at from 0 to 1
 */
export function quantile(numbers, at) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const place = (sorted.length - 1) * at
  const low = sorted[Math.floor(place)] ?? NaN
  const high = sorted[Math.ceil(place)] ?? NaN
  return low + (high - low) * (place - Math.floor(place))
}
