import { kyselyAdapter } from 'latchkey/adapters/kysely'

/**
 * @typedef {import('kysely').Kysely<any>} Database
 * @typedef {(run: () => Promise<any>) => Promise<any>} Timed
 * @typedef {{ longest: number, total: number, count: number, longestWait: number }} Measured times in milliseconds
 */

/**
 * Measures the statements of some work, and how long a client waits that changes sessions meanwhile.
 *
 * @param {(timed: Timed) => Promise<unknown>} work
 * @param {() => Promise<unknown>} touch changes one session
 * @returns {Promise<Measured>}
 */
export async function measurePurge(work, touch) {
  const times = /** @type {number[]} */ ([])
  const state = { isDone: false }
  const waits = touchUntilDone(touch, state)
  const begun = performance.now()
  await work(async (run) => {
    const start = performance.now()
    const result = await run()
    times.push(performance.now() - start)
    return result
  })
  const total = performance.now() - begun
  state.isDone = true
  const longestWait = Math.max(...(await waits))
  return { longest: Math.max(...times), total, count: times.length, longestWait }
}

/**
 * @param {Database} db
 * @param {Timed} timed
 * @param {Date} now
 */
export function deleteExpired(db, timed, now = new Date()) {
  return kyselyAdapter(timedStatements(db, timed)).deleteExpired(now)
}

/**
 * @param {() => Promise<unknown>} touch
 * @param {{ isDone: boolean }} state
 */
async function touchUntilDone(touch, state) {
  const times = [0]
  while (!state.isDone) {
    const start = performance.now()
    await touch()
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  return times
}

/**
 * @param {Database} db
 * @param {Timed} timed
 */
function timedStatements(db, timed) {
  const plain = db.withoutPlugins()
  return {
    isTransaction: db.isTransaction,
    getExecutor: () => db.getExecutor(),
    transaction: () => db.transaction(),
    connection: () => db.connection(),
    executeQuery: (/** @type {any} */ query) => plain.executeQuery(query),
    withoutPlugins: () => ({
      withoutPlugins: () => plain,
      executeQuery: (/** @type {any} */ query) => timed(() => plain.executeQuery(query)),
    }),
  }
}
