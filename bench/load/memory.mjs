import { windowSeconds } from './stopwatch.mjs'

/** @typedef {import('./demo-server.mjs').Usage} Usage */
/** @typedef {{ second: number, rssMiB: number, heapMiB: number, cpu: number }} UsageWindow */

/** A run shorter than this says nothing of what stays: the server is still warming up. */
const shortestTrend = 300

/** What a heap may have gained in ten minutes when all garbage is gone: bounded caches fill up. */
const mostHeapGrowth = 16

/** What resident memory may gain in ten minutes, by its last half: garbage is part of it. */
const mostResidentGrowth = 64

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
 * Whether a server keeps more and more: by its heap before and after the run, garbage collected, and by a
 * straight line through its resident memory in the last half of the run. In MiB for ten minutes.
 *
 * @param {readonly UsageWindow[]} windows
 * @param {{ before: number, after: number }} collectedHeap in bytes
 */
export function judgeMemory(windows, { before, after }) {
  const seconds = windows.length * windowSeconds
  const lastHalf = windows.slice(Math.floor(windows.length / 2))
  const heapGrowth = (toMiB(after - before) / seconds) * 600
  const residentGrowth = slope(lastHalf.map(({ second, rssMiB }) => [second, rssMiB])) * 600
  const grows = heapGrowth > mostHeapGrowth || residentGrowth > mostResidentGrowth
  return {
    heapBeforeMiB: toMiB(before),
    heapAfterMiB: toMiB(after),
    heapGrowth,
    mostHeapGrowth,
    residentGrowth,
    mostResidentGrowth,
    verdict: seconds < shortestTrend ? 'too short to tell' : grows ? 'grows' : 'steady',
  }
}

/** @param {ReturnType<typeof judgeMemory>} memory */
export function describeGrowth({ verdict, heapGrowth, residentGrowth, ...most }) {
  const heap = `heap ${signed(heapGrowth)} of ${most.mostHeapGrowth}`
  const resident = `resident ${signed(residentGrowth)} of ${most.mostResidentGrowth}`
  return `memory ${verdict}: ${heap}, ${resident} MiB in ten minutes`
}

/** @param {number} growth */
export function signed(growth) {
  return `${growth < 0 ? '−' : '+'}${Math.abs(growth).toFixed(1)}`
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
