import { randomBytes } from 'node:crypto'
import { freePort } from '../../scripts/free-port.mjs'
import { startDemo } from './demo-server.mjs'
import { startIdentityService } from './identity-service.mjs'
import { describeTimes } from './latencies.mjs'
import { describeGrowth, judgeMemory, UsageRecord } from './memory.mjs'
import { Population } from './population.mjs'
import { startSteadily } from './steady-clock.mjs'
import { Stopwatch, windowSeconds } from './stopwatch.mjs'
import { openStore } from './stores.mjs'
import { takeTurns } from './turns.mjs'
import { UnderWay } from './under-way.mjs'
import { kinds } from './visits.mjs'

/** @typedef {import('./stores.mjs').StoreName} StoreName */
/** @typedef {Awaited<ReturnType<typeof holdRate>>} Held */

/** Of forty visits. */
const turns = takeTurns({ readSession: 30, readPage: 8, signIn: 1, signOut: 1 })

/**
 * Seconds between two sign-ins by password, by three people in turn: just below the limit of ten in
 * five minutes that the demo has for one name, so that no limit is switched off.
 */
const passwordInterval = 11

/** People who are signed in when the clock begins. */
const residents = 300

/** What a chart shows as one: what every visitor asks for, and what begins and ends a session. */
export const reads = /** @type {const} */ (['session', 'page'])
export const writes = /** @type {const} */ (['sign-in', 'callback', 'password', 'sign-out'])

/**
 * Holds one process of the demo at a rate of visits.
 *
 * @param {StoreName} on
 * @param {{ rate: number, minutes: number }} effort
 */
export async function holdRate(on, { rate, minutes }) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const store = await openStore(on)
  const identity = await startIdentityService(origin)
  const usage = new UsageRecord()
  const secret = { AUTH_SECRET: randomBytes(32).toString('base64url') }
  const settings = { ...store.settings, ...identity.settings, ...secret }
  const demo = await startDemo(port, settings, (told) => usage.add(told))
  try {
    const stopwatch = new Stopwatch()
    const population = new Population(origin, stopwatch)
    await population.settle(residents)
    const before = await demo.collectedHeap()
    usage.begin()
    const late = await visitSteadily(population, stopwatch, rate, minutes * 60)
    const collectedHeap = { before, after: await demo.collectedHeap() }
    return summarize({
      collectedHeap,
      on,
      title: store.title,
      rate,
      minutes,
      stopwatch,
      usage,
      late,
      log: demo.log,
    })
  } finally {
    await demo.end('SIGTERM')
    identity.end()
    await store.remove()
  }
}

/**
 * @param {Population} population
 * @param {Stopwatch} stopwatch
 * @param {number} rate
 * @param {number} seconds
 */
async function visitSteadily(population, stopwatch, rate, seconds) {
  const underWay = new UnderWay()
  const start = stopwatch.begin()
  const [late] = await Promise.all([
    startSteadily(start, rate, seconds, (plannedAt, at) => {
      underWay.add(population[turns[at % turns.length] ?? 'readSession'](plannedAt))
    }),
    startSteadily(start, 1 / passwordInterval, seconds, (plannedAt, at) => {
      underWay.add(population.visitByPassword(at, plannedAt))
    }),
  ])
  await underWay.settled()
  return late
}

/**
 * @param {{
 *   on: StoreName, title: string, rate: number, minutes: number,
 *   stopwatch: Stopwatch, usage: UsageRecord, late: readonly number[], log: readonly string[],
 *   collectedHeap: { before: number, after: number },
 * }} run
 */
function summarize({ on, title, rate, minutes, stopwatch, usage, late, log, collectedHeap }) {
  const used = usage.overTime().slice(0, Math.max(1, Math.round((minutes * 60) / windowSeconds)))
  const mean = used.reduce((sum, { cpu }) => sum + cpu, 0) / used.length
  const readTimes = stopwatch.overTime(reads)
  const writeTimes = stopwatch.overTime(writes)
  return {
    on,
    title,
    visitsPerSecond: rate,
    minutes,
    requestsPerSecond: stopwatch.total(kinds).count / (minutes * 60),
    serverShareOfOneProcessor: mean,
    latencies: Object.fromEntries(kinds.map((kind) => [kind, stopwatch.total([kind])])),
    reads: stopwatch.total(reads),
    lateStarts: describeTimes(late),
    wrongAnswers: stopwatch.wrongAnswers.length,
    firstWrongAnswers: stopwatch.wrongAnswers.slice(0, 10),
    connectionErrors: Object.fromEntries(stopwatch.connectionErrors),
    memory: judgeMemory(used, collectedHeap),
    windows: used.map(({ second, rssMiB, heapMiB, cpu }, at) => {
      return { second, rssMiB, heapMiB, cpu, reads: readTimes[at], writes: writeTimes[at] }
    }),
    log: log.filter((line) => /error|warn/i.test(line)).slice(-10),
  }
}

/**
 * What must not be.
 *
 * @param {Held} held
 * @returns {string[]}
 */
export function findFaultsHeld({
  title,
  wrongAnswers,
  firstWrongAnswers,
  connectionErrors,
  memory,
}) {
  const lost = Object.entries(connectionErrors).map(([what, count]) => `${count} × ${what}`)
  return [
    ...(wrongAnswers > 0 ? [`${title}: ${wrongAnswers} wrong answers.`, ...firstWrongAnswers] : []),
    ...(lost.length > 0 ? [`${title}: requests without an answer: ${lost.join(', ')}.`] : []),
    ...(memory.verdict === 'grows' ? [`${title}: ${describeGrowth(memory)}.`] : []),
  ]
}
