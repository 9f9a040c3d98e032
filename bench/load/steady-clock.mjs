import { performance } from 'node:perf_hooks'

/**
 * Starts work by the clock, whether what was started before is done or not.
 *
 * @param {number} start as of `performance.now()`
 * @param {number} perSecond
 * @param {number} seconds
 * @param {(plannedAt: number, at: number) => void} work
 * @returns {Promise<number[]>} by how many milliseconds each was late, which is our fault alone
 */
export function startSteadily(start, perSecond, seconds, work) {
  const planned = Math.floor(perSecond * seconds)
  /** @type {number[]} */
  const late = []
  return new Promise((resolve) => {
    const next = () => {
      while (late.length < planned) {
        const at = late.length
        const due = start + (at / perSecond) * 1000
        const now = performance.now()
        if (due > now) return void setTimeout(next, due - now)
        late.push(now - due)
        work(due, at)
      }
      resolve(late)
    }
    next()
  })
}
