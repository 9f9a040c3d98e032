import { setTimeout as wait } from 'node:timers/promises'
import { startCluster } from './cluster.mjs'
import { describeTimes } from './latencies.mjs'
import { Population } from './population.mjs'
import { startSteadily } from './steady-clock.mjs'
import { Stopwatch } from './stopwatch.mjs'
import { openStore } from './stores.mjs'
import { takeTurns } from './turns.mjs'
import { UnderWay } from './under-way.mjs'
import { kinds } from './visits.mjs'

/** @typedef {import('./stores.mjs').StoreName} StoreName */
/** @typedef {Awaited<ReturnType<typeof measureThroughput>>} Throughput */
/** @typedef {Awaited<ReturnType<typeof killRun>>} KillRun */

/** Visits that are under way at any time while the throughput is measured. */
const atOnce = 32

/** People who are signed in when the clock begins. */
const residents = 200

const usualMix = takeTurns({ readSession: 30, readPage: 8, signIn: 1, signOut: 1 })

/** Many sessions begin and end, because that is what a kill could lose. */
const killMix = takeTurns({ readSession: 20, readPage: 4, signIn: 8, signOut: 8 })

/** Seconds between two kills. */
const killInterval = 10

/** What a client sees of a process that was killed; anything else is a fault. */
const expectedLosses = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'LOST'])

/**
 * How many requests several processes answer when the next visit begins as soon as one has ended.
 *
 * @param {StoreName} on
 * @param {{ size: number, seconds: number }} effort
 */
export async function measureThroughput(on, { size, seconds }) {
  return withCluster(on, size, async (cluster, population, stopwatch) => {
    const begin = stopwatch.begin()
    const cpuBefore = cluster.cpuMs()
    let at = 0
    const visitor = async () => {
      while (performance.now() < begin + seconds * 1000)
        await population[usualMix[at++ % usualMix.length] ?? 'readSession']()
    }
    await Promise.all(Array.from({ length: atOnce }, visitor))
    const took = (performance.now() - begin) / 1000
    const { count, ...latencies } = stopwatch.total(kinds)
    return {
      processes: size,
      requestsPerSecond: count / took,
      latencies,
      serversShareOfOneProcessor: (cluster.cpuMs() - cpuBefore) / 1000 / took,
      ...faultsIn(stopwatch),
    }
  })
}

/**
 * Kills one process after the other while people sign in and out, and looks afterwards whether what
 * they were told is true, at every process.
 *
 * @param {StoreName} on
 * @param {{ size: number, seconds: number, rate: number }} effort
 */
export async function killRun(on, { size, seconds, rate }) {
  return withCluster(on, size, async (cluster, population, stopwatch) => {
    const underWay = new UnderWay()
    const begin = stopwatch.begin()
    /** @type {number[]} */
    const restarts = []
    let lastKill = Promise.resolve()
    await Promise.all([
      startSteadily(begin, rate, seconds, (plannedAt, at) => {
        underWay.add(population[killMix[at % killMix.length] ?? 'readSession'](plannedAt))
      }),
      startSteadily(begin + killInterval * 500, 1 / killInterval, seconds, (_plannedAt, at) => {
        // Never two at a time: where a start takes longer than the interval, the next kill waits.
        lastKill = lastKill.then(async () => void restarts.push(await cluster.replace(at)))
        underWay.add(lastKill)
      }),
    ])
    await underWay.settled()
    const { signIns, signOuts } = population
    const lost = Object.fromEntries(stopwatch.connectionErrors)
    stopwatch.connectionErrors.clear()
    const answered = stopwatch.total(kinds)
    const checked = []
    for (const origin of cluster.origins) checked.push(await population.verifyAt(origin))
    return {
      processes: size,
      seconds,
      visitsPerSecond: rate,
      kills: restarts.length,
      restartMs: describeTimes(restarts),
      answered,
      lost,
      unexpected: Object.keys(lost).filter((what) => !expectedLosses.has(what)),
      signIns,
      signOuts,
      checked,
      ...faultsIn(stopwatch),
    }
  })
}

/**
 * What must not be.
 *
 * @param {Throughput | KillRun} run
 * @returns {string[]}
 */
export function findFaultsAmong({ processes, wrongAnswers, connectionErrors, ...run }) {
  const unexpected = 'unexpected' in run ? run.unexpected : []
  return [...wrongAnswers, ...Object.keys(connectionErrors), ...unexpected].map(
    (fault) => `${processes} processes: ${fault}`,
  )
}

/** @param {Stopwatch} stopwatch */
function faultsIn({ wrongAnswers, connectionErrors }) {
  return { wrongAnswers, connectionErrors: Object.fromEntries(connectionErrors) }
}

/**
 * @template T
 * @param {StoreName} on
 * @param {number} size
 * @param {(
 *   cluster: Awaited<ReturnType<typeof startCluster>>,
 *   population: Population,
 *   stopwatch: Stopwatch,
 * ) => Promise<T>} work
 */
async function withCluster(on, size, work) {
  const store = await openStore(on)
  const cluster = await startCluster(store, size)
  try {
    const stopwatch = new Stopwatch()
    const population = new Population(cluster.origin, stopwatch)
    await population.settle(residents)
    await wait(500)
    return await work(cluster, population, stopwatch)
  } finally {
    await cluster.end()
    await store.remove()
  }
}
