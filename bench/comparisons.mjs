import { quantile } from './measure.mjs'
import { raise } from './subjects/subject.mjs'

/** @typedef {import('./measure.mjs').Times} Times */

/**
 * How many times as long one subject takes as another, and what we want of it.
 *
 * @typedef {{ atMost: number } | { atLeast: number }} Target
 * @typedef {{ of: string, to: string, target?: Target }} Comparison
 * @typedef {object} Compared
 * @property {string} of
 * @property {string} to
 * @property {number} ratio by the wall clock
 * @property {number} cpuRatio by processor time
 * @property {Target | undefined} target of `ratio`
 * @property {boolean | null} met
 */

/* prettier-ignore */
/** @type {readonly Comparison[]} */
export const withoutDatabase = [
  { of: 'latchkey-read-cold',            to: 'bare-decrypt',       target: { atMost: 2.5 } },
  { of: 'latchkey-read-hot',             to: 'bare-decrypt' },
  { of: 'latchkey-read-no-cookie',       to: 'bare-decrypt',       target: { atMost: 1 / 20 } },
  { of: 'auth-js-get-cold',              to: 'latchkey-read-cold', target: { atLeast: 30 } },
  { of: 'auth-js-get-hot',               to: 'latchkey-read-hot',  target: { atLeast: 30 } },
  { of: 'auth-js-get-cold',              to: 'latchkey-get-cold' },
  { of: 'auth-js-get-hot',               to: 'latchkey-get-hot' },
  { of: 'better-auth-read-memory-store', to: 'latchkey-read-cold', target: { atLeast: 30 } },
  { of: 'better-auth-read-memory-store', to: 'latchkey-read-hot',  target: { atLeast: 30 } },
  { of: 'better-auth-read-cookie-cache', to: 'latchkey-read-cold', target: { atLeast: 30 } },
  { of: 'better-auth-read-cookie-cache', to: 'latchkey-read-hot',  target: { atLeast: 30 } },
  { of: 'better-auth-get-memory-store',  to: 'latchkey-get-cold' },
  { of: 'better-auth-get-memory-store',  to: 'latchkey-get-hot' },
  { of: 'better-auth-get-cookie-cache',  to: 'latchkey-get-cold' },
  { of: 'better-auth-get-cookie-cache',  to: 'latchkey-get-hot' },
  { of: 'latchkey-sign-in',              to: 'auth-js-sign-in',    target: { atMost: 0.5 } },
]

/* prettier-ignore */
/** @type {readonly Comparison[]} */
export const withDatabase = [
  { of: 'latchkey-read',                to: 'bare-query' },
  { of: 'auth-js-get',                  to: 'latchkey-read',         target: { atLeast: 2 } },
  { of: 'auth-js-get',                  to: 'latchkey-get',          target: { atLeast: 2 } },
  { of: 'better-auth-read',             to: 'latchkey-read',         target: { atLeast: 2 } },
  { of: 'better-auth-get',              to: 'latchkey-get',          target: { atLeast: 2 } },
  { of: 'latchkey-read-million',        to: 'latchkey-read',         target: { atMost: 1.3 } },
  { of: 'latchkey-get-million',         to: 'latchkey-get',          target: { atMost: 1.3 } },
  { of: 'auth-js-get-at-once',          to: 'latchkey-read-at-once', target: { atLeast: 2 } },
  { of: 'auth-js-get-at-once',          to: 'latchkey-get-at-once',  target: { atLeast: 2 } },
  { of: 'better-auth-read-at-once',     to: 'latchkey-read-at-once', target: { atLeast: 2 } },
  { of: 'better-auth-get-at-once',      to: 'latchkey-get-at-once',  target: { atLeast: 2 } },
  { of: 'latchkey-read-million-at-once', to: 'latchkey-read-at-once', target: { atMost: 1.3 } },
]

/**
 * @param {ReadonlyMap<string, Times>} times
 * @param {readonly Comparison[]} comparisons
 * @returns {Compared[]}
 */
export function compareAll(times, comparisons) {
  return comparisons.map(({ of, to, target }) => {
    const ratio = ratioOf(times, 'wall', of, to)
    const cpuRatio = ratioOf(times, 'cpu', of, to)
    return { of, to, ratio, cpuRatio, target, met: target ? isMet(target, ratio) : null }
  })
}

/**
 * The median of the ratios within each round, where both had the same machine.
 *
 * @param {ReadonlyMap<string, Times>} times
 * @param {'wall' | 'cpu'} clock
 * @param {string} of
 * @param {string} to
 */
export function ratioOf(times, clock, of, to) {
  const numerators = timesOf(times, of)[clock]
  const denominators = timesOf(times, to)[clock]
  return quantile(
    numerators.map((time, round) => time / (denominators[round] ?? NaN)),
    0.5,
  )
}

/**
 * @param {ReadonlyMap<string, Times>} times
 * @param {string} id
 */
function timesOf(times, id) {
  return times.get(id) ?? raise(`Nothing was measured under "${id}".`)
}

/**
 * @param {Target} target
 * @param {number} ratio
 */
function isMet(target, ratio) {
  return 'atMost' in target ? ratio <= target.atMost : ratio >= target.atLeast
}
