import { performance } from 'node:perf_hooks'
import { summarize } from './samples.mjs'
import { createShuffle } from './shuffle.mjs'
import { verify } from './subjects/subject.mjs'
import { createYardstick } from './yardstick.mjs'

/** @typedef {import('./subjects/subject.mjs').Subject<any>} Subject */
/** @typedef {import('./samples.mjs').Samples} Samples */
/** @typedef {{ batchMs: number, warmUpMs: number }} Effort */

/**
 * A subject that is warm and takes turns with the others. It may run in another process.
 *
 * @typedef {object} Lane
 * @property {Pick<Subject, 'id' | 'library' | 'name'>} subject
 * @property {() => Promise<{ wall: number, cpu: number }>} turn Runs a batch and returns nanoseconds
 *   an operation.
 */

/**
 * Measures subjects in this process, and looks before and after whether each finds whom it is to
 * find: a session that ended on the way would have been measured as something else.
 *
 * @param {readonly Subject[]} subjects
 * @param {Effort & { rounds: number, poolSize: number }} effort
 * @returns {Promise<import('./part.mjs').Measured>}
 */
export async function measureSubjects(subjects, effort) {
  for (const subject of subjects) await verify(subject, effort.poolSize)
  const lanes = []
  for (const subject of subjects) lanes.push(await openLane(subject, effort))
  const measured = await takeTurns(lanes, effort.rounds, createYardstick())
  for (const subject of subjects) await verify(subject, effort.poolSize)
  return measured
}

/**
 * Warms a subject up, and chooses how many operations a batch has.
 *
 * @param {Subject} subject
 * @param {Effort} effort
 * @returns {Promise<Lane>}
 */
export async function openLane(subject, { batchMs, warmUpMs }) {
  const { done, perOperation } = await warmUp(subject, warmUpMs)
  const batch = Math.max(1, Math.round(batchMs / perOperation))
  let next = done
  return {
    subject,
    async turn() {
      const { wall, cpu } = await runBatch(subject, next, batch)
      next += batch
      return { wall: (wall * 1e6) / batch, cpu: (cpu * 1e6) / batch }
    },
  }
}

/**
 * Measures lanes side by side: in every round each runs one batch, in an order shuffled anew, so that
 * whatever else the machine does falls on all of them alike.
 *
 * @param {readonly Lane[]} lanes
 * @param {number} rounds
 * @param {ReturnType<typeof createYardstick>} yardstick
 * @returns {Promise<import('./part.mjs').Measured>}
 */
export async function takeTurns(lanes, rounds, yardstick) {
  /** @type {Map<string, Samples & { cpu: number[] }>} by the id of the subject */
  const samples = new Map(lanes.map(({ subject }) => [subject.id, { value: [], cpu: [] }]))
  const shuffle = createShuffle()
  for (let round = 0; round < rounds; round++) {
    yardstick.turn()
    for (const { subject, turn } of shuffle(lanes)) {
      const { wall, cpu } = await turn()
      samples.get(subject.id)?.value.push(wall)
      samples.get(subject.id)?.cpu.push(cpu)
    }
  }
  const figures = lanes.map(({ subject }) => summarize(subject, samples))
  return { samples, isBusy: yardstick.isBusy(), figures }
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
