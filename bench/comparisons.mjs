import { medianRatio, samplesOf } from './samples.mjs'

/** @typedef {import('./samples.mjs').Samples} Samples */

/**
 * How many times as much one subject takes as another, and what we want of it. The targets stand
 * with the parts, beside the subjects.
 *
 * @typedef {{ atMost: number } | { atLeast: number }} Target
 * @typedef {object} Comparison
 * @property {string} of
 * @property {string} to
 * @property {string} [beyond] a subject whose share of `of` is not counted
 * @property {Target} [target]
 * @property {string} [label] where "of / to" would not say it
 *
 * @typedef {object} Compared
 * @property {string} of
 * @property {string} to
 * @property {string} [beyond]
 * @property {string} [label]
 * @property {number} ratio by the wall clock, or of the counts
 * @property {number} [cpuRatio] by processor time
 * @property {Target} [target] of `ratio`
 * @property {boolean | null} met
 */

/**
 * @param {ReadonlyMap<string, Samples>} samples
 * @param {readonly Comparison[]} comparisons
 * @returns {Compared[]}
 */
export function compareAll(samples, comparisons) {
  return comparisons.map(({ of, to, beyond, target, label }) => {
    const { ratio, cpuRatio } = compare(samples, of, to, beyond)
    return {
      of,
      to,
      ...(beyond && { beyond }),
      ratio,
      met: target ? isMet(target, ratio) : null,
      ...(label && { label }),
      ...(cpuRatio !== undefined && { cpuRatio }),
      ...(target && { target }),
    }
  })
}

/**
 * @param {ReadonlyMap<string, Samples>} samples
 * @param {string} of
 * @param {string} to
 * @param {string} [beyond]
 */
export function compare(samples, of, to, beyond) {
  const numerator = remainder(samplesOf(samples, of), beyond && samplesOf(samples, beyond))
  const denominator = samplesOf(samples, to)
  return {
    ratio: medianRatio(numerator.value, denominator.value),
    cpuRatio:
      numerator.cpu && denominator.cpu ? medianRatio(numerator.cpu, denominator.cpu) : undefined,
  }
}

/**
 * @param {Samples} whole
 * @param {Samples | '' | undefined} part
 * @returns {Samples} `whole` without `part`, round by round
 */
function remainder(whole, part) {
  if (!part) return whole
  const subtract = (/** @type {number[]} */ from, /** @type {number[]} */ numbers) =>
    from.map((number, round) => number - (numbers[round] ?? NaN))
  return {
    value: subtract(whole.value, part.value),
    ...(whole.cpu && part.cpu && { cpu: subtract(whole.cpu, part.cpu) }),
  }
}

/**
 * @param {Target} target
 * @param {number} ratio
 */
function isMet(target, ratio) {
  return 'atMost' in target ? ratio <= target.atMost : ratio >= target.atLeast
}
