import { performance } from 'node:perf_hooks'
import { readsOfBoth } from './other-checkout.mjs'
import { summarize } from './samples.mjs'
import { createShuffle } from './shuffle.mjs'
import { verify } from './subjects/subject.mjs'
import { createYardstick } from './yardstick.mjs'

/** @typedef {import('./subjects/subject.mjs').Subject} Subject */
/** @typedef {import('./samples.mjs').Samples} Samples */
/** @typedef {{ rounds: number, batchMs: number, warmUpMs: number }} Effort */

/**
 * Measures subjects in this process, and looks before and after whether each finds whom it is to
 * find: a session that ended on the way would have been measured as something else.
 *
 * @param {readonly Subject[]} all
 * @param {Effort & { poolSize: number, against?: string | undefined }} effort
 * @returns {Promise<import('./part.mjs').Measured>}
 */
export async function measureSubjects(all, effort) {
  const subjects = effort.against === undefined ? all : readsOfBoth(all)
  for (const subject of subjects) await verify(subject, effort.poolSize)
  const { samples, isBusy } = await measure(subjects, effort)
  for (const subject of subjects) await verify(subject, effort.poolSize)
  return { samples, isBusy, figures: subjects.map((subject) => summarize(subject, samples)) }
}

/**
 * Measures subjects side by side: in every round each runs one batch, in an order shuffled anew, so
 * that whatever else the machine does falls on all of them alike.
 *
 * @param {readonly Subject[]} subjects
 * @param {Effort} effort
 */
async function measure(subjects, { rounds, batchMs, warmUpMs }) {
  const lanes = []
  for (const subject of subjects) {
    const { done, perOperation } = await warmUp(subject, warmUpMs)
    const batch = Math.max(1, Math.round(batchMs / perOperation))
    lanes.push({
      subject,
      batch,
      next: done,
      value: /** @type {number[]} */ ([]),
      cpu: /** @type {number[]} */ ([]),
    })
  }
  const shuffle = createShuffle()
  const yardstick = createYardstick()
  for (let round = 0; round < rounds; round++) {
    yardstick.turn()
    for (const lane of shuffle(lanes)) {
      const { wall, cpu } = await runBatch(lane.subject, lane.next, lane.batch)
      lane.next += lane.batch
      lane.value.push((wall * 1e6) / lane.batch)
      lane.cpu.push((cpu * 1e6) / lane.batch)
    }
  }
  /** @type {Map<string, Samples>} by the id of the subject */
  const samples = new Map(lanes.map(({ subject, value, cpu }) => [subject.id, { value, cpu }]))
  return { samples, isBusy: yardstick.isBusy() }
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
