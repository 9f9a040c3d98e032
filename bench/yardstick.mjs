import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'

/**
 * Work that waits for nobody, so that it takes longer by the wall than by the processor only when
 * other programs took turns with us. That hurts those most who hand work to threads.
 *
 * @param {number} turnMs longer for a process that sleeps between its turns: whoever has just woken up
 *   is left alone for a while, however busy the machine is
 */
export function createYardstick(turnMs = 2) {
  const total = { wall: 0, cpu: 0 }
  return {
    /** Once a round. */
    turn() {
      const startCpu = process.cpuUsage()
      const start = performance.now()
      while (performance.now() - start < turnMs) createHash('sha256').update('a').digest()
      total.wall += performance.now() - start
      const { user, system } = process.cpuUsage(startCpu)
      total.cpu += (user + system) / 1000
    },
    isBusy: () => total.wall > 1.1 * total.cpu,
  }
}
