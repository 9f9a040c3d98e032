import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { takeTurns } from './measure.mjs'
import { createYardstick } from './yardstick.mjs'

/**
 * Subjects that share a process, as they would in an app.
 *
 * @typedef {object} Group
 * @property {string} file below `bench/subjects/`
 * @property {string} create the export that creates the subjects from the size of a pool, and from
 *   `source`
 * @property {Source} [source]
 * @property {string} [folder] another checkout, whose file and library are measured
 */

/**
 * An empty database, and how many sessions are to be in it.
 *
 * @typedef {{ url: string, sessions: number }} Source
 */

/** @typedef {import('./part.mjs').Effort} Effort */
/** @typedef {import('./measure.mjs').Lane} Lane */

/**
 * Measures each group in a process of its own, because an app has one library and one config: what
 * the compiler learns from one library slows the others down. The processes take turns, so that the
 * ratios of a round are of the same moment.
 *
 * @param {readonly Group[]} groups
 * @param {Effort} effort
 * @returns {Promise<import('./part.mjs').Measured>}
 */
export async function measureProcesses(groups, effort) {
  /** @type {Awaited<ReturnType<typeof startProcess>>[]} */
  const processes = []
  try {
    // One after the other, or they would warm up in each other's way.
    for (const group of groups) processes.push(await startProcess(group, effort))
    const lanes = processes.flatMap((process) => process.lanes)
    const measured = await takeTurns(lanes, effort.rounds, createYardstick(30))
    for (const process of processes) await process.verify()
    return measured
  } finally {
    for (const process of processes) process.stop()
  }
}

/**
 * @param {Group} group
 * @param {Effort} effort
 */
async function startProcess(group, effort) {
  const file = fileURLToPath(new URL('measured-process.mjs', import.meta.url))
  const child = fork(file, [JSON.stringify({ group, effort })])
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`The process of ${group.create} ended with ${code}.`)
  })
  // Nobody waits for it between the turns.
  failed.catch(() => {})
  const receive = async () => {
    const [message] = await Promise.race([once(child, 'message'), failed])
    return message
  }
  const ask = async (/** @type {object} */ question) => {
    const answer = receive()
    child.send(question)
    return answer
  }
  /** @type {Lane['subject'][]} */
  const subjects = await receive()
  return {
    lanes: subjects.map((subject) => ({ subject, turn: () => ask({ turn: subject.id }) })),
    verify: () => ask({ verify: true }),
    stop: () => child.kill(),
  }
}
