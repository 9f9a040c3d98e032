import { windowSeconds } from './stopwatch.mjs'

/** @typedef {import('./demo-server.mjs').Usage} Usage */
/** @typedef {{ second: number, rssMiB: number, heapMiB: number, cpu: number }} UsageWindow */

/** A run shorter than this says nothing of what stays: the server is still warming up. */
const shortestTrend = 300

/** More than this in ten minutes, over the last half of a run, is memory that keeps growing. */
export const mostGrowthMiB = 32

/**
 * What a server used, by window: the mean of its memory, the least of its heap (what garbage there
 * is comes on top of that), and its share of one processor.
 */
export class UsageRecord {
  /** @type {{ at: number, usage: Usage }[]} */
  #samples = []
  #start = 0

  begin() {
    this.#samples = []
    this.#start = performance.now()
  }

  /** @param {Usage} usage */
  add(usage) {
    this.#samples.push({ at: (performance.now() - this.#start) / 1000, usage })
  }

  /** @returns {UsageWindow[]} */
  overTime() {
    /** @type {{ at: number, usage: Usage }[][]} */
    const groups = []
    for (const sample of this.#samples)
      (groups[Math.floor(sample.at / windowSeconds)] ??= []).push(sample)
    return groups.map((samples, place) => {
      const usages = samples.map(({ usage }) => usage)
      const [first] = samples
      const last = samples.at(-1)
      const seconds = last && first ? last.at - first.at : 0
      const cpuMs = last && first ? last.usage.cpuMs - first.usage.cpuMs : 0
      return {
        second: place * windowSeconds,
        rssMiB: toMiB(usages.reduce((sum, { rss }) => sum + rss, 0) / usages.length),
        heapMiB: toMiB(Math.min(...usages.map(({ heapUsed }) => heapUsed))),
        cpu: seconds > 0 ? cpuMs / 1000 / seconds : 0,
      }
    })
  }
}

/**
 * How the memory went on in the last half of a run, as a straight line through its windows.
 *
 * @param {readonly UsageWindow[]} windows
 */
export function memoryTrend(windows) {
  const seconds = windows.length * windowSeconds
  const lastHalf = windows.slice(Math.floor(windows.length / 2))
  const perTenMinutes = (/** @type {'rssMiB' | 'heapMiB'} */ name) =>
    slope(lastHalf.map((window) => [window.second, window[name]])) * 600
  const rss = perTenMinutes('rssMiB')
  const isLongEnough = seconds >= shortestTrend
  return {
    rssMiBPerTenMinutes: rss,
    heapMiBPerTenMinutes: perTenMinutes('heapMiB'),
    mostMiBPerTenMinutes: mostGrowthMiB,
    verdict: !isLongEnough ? 'too short to tell' : rss > mostGrowthMiB ? 'grows' : 'steady',
  }
}

/** By least squares. @param {readonly (readonly [x: number, y: number])[]} points */
function slope(points) {
  const mean = (/** @type {0 | 1} */ side) =>
    points.reduce((sum, point) => sum + point[side], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const spread = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
  const together = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0)
  return spread === 0 ? 0 : together / spread
}

/** @param {number} bytes */
function toMiB(bytes) {
  return bytes / 2 ** 20
}
