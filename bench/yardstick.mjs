import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'

const turnMs = 2

/**
 * Work that waits for nobody, so that it takes longer by the wall than by the processor only when
 * other programs took turns with us. That hurts those most who hand work to threads.
 */
export function createYardstick() {
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
