import { performance } from 'node:perf_hooks'

/** @typedef {import('./subjects/subject.mjs').Subject} Subject */
/** @typedef {{ rounds: number, batchMs: number, warmUpMs: number }} Effort */

/**
 * Nanoseconds an operation, one number a round: by the clock on the wall, and by the processor time
 * of all threads, which does not count what other programs took.
 *
 * @typedef {{ wall: number[], cpu: number[] }} Times
 */

/**
 * Measures subjects side by side: in every round each runs one batch, in an order shuffled anew, so
 * that whatever else the machine does falls on all of them alike.
 *
 * @param {readonly Subject[]} subjects
 * @param {Effort} effort
 * @returns {Promise<Map<string, Times>>} by the id of the subject
 */
export async function measure(subjects, { rounds, batchMs, warmUpMs }) {
  const lanes = []
  for (const subject of subjects) {
    const { done, perOperation } = await warmUp(subject, warmUpMs)
    const batch = Math.max(1, Math.round(batchMs / perOperation))
    /** @type {Times} */
    const times = { wall: [], cpu: [] }
    lanes.push({ subject, batch, next: done, times })
  }
  const random = createRandom(20)
  for (let round = 0; round < rounds; round++) {
    for (const lane of shuffle(lanes, random)) {
      const { wall, cpu } = await runBatch(lane.subject, lane.next, lane.batch)
      lane.next += lane.batch
      lane.times.wall.push((wall * 1e6) / lane.batch)
      lane.times.cpu.push((cpu * 1e6) / lane.batch)
    }
  }
  return new Map(lanes.map(({ subject, times }) => [subject.id, times]))
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

/**
 * Runs until the code is optimized; by processor time, or a busy machine would cut it short.
 *
 * @param {Subject} subject
 * @param {number} ms
 * @returns how many operations were done, and the milliseconds of one at the end
 */
async function warmUp(subject, ms) {
  let batch = 1
  let done = 0
  let spent = 0
  let perOperation = 0
  while (spent < ms) {
    const { cpu } = await runBatch(subject, done, batch)
    done += batch
    spent += cpu
    perOperation = cpu / batch
    if (cpu < ms / 8) batch *= 2
  }
  return { done, perOperation }
}

/**
 * @param {Subject} subject
 * @param {number} first
 * @param {number} count
 * @returns in milliseconds
 */
async function runBatch({ kind, run }, first, count) {
  const end = first + count
  const startCpu = process.cpuUsage()
  const start = performance.now()
  if (kind === 'sync') for (let at = first; at < end; at++) run(at)
  else for (let at = first; at < end; at++) await run(at)
  const wall = performance.now() - start
  const { user, system } = process.cpuUsage(startCpu)
  return { wall, cpu: (user + system) / 1000 }
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {() => number} random
 * @returns {T[]}
 */
function shuffle(list, random) {
  return list
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/**
 * A repeatable source of numbers between 0 and 1 (mulberry32).
 *
 * @param {number} seed
 */
function createRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
