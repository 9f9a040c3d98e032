import { parseArgs } from 'node:util'
import { exitWith, Stop } from '../../scripts/run.mjs'
import { printTable } from '../tables.mjs'
import { measurePostgres } from './postgres-sessions.mjs'
import { measureRedis } from './redis-sessions.mjs'

/** @typedef {import('../load/latencies.mjs').Latencies} Latencies */

const options = /** @type {const} */ ({
  /** Sessions in PostgreSQL. Ten million need 10 GB of disk. */
  sessions: { type: 'string', default: '10000000' },
  /** Growing numbers of sessions in Redis. A million need 2 GB of memory. */
  redis: { type: 'string', default: '1000,100000,1000000' },
  /** How long expired sessions are deleted at 1,000 a second. */
  seconds: { type: 'string', default: '120' },
  on: { type: 'string', default: 'postgres,redis' },
})
const few = 1000
const sessionsPerUser = 5

/** Many sessions in one database, beside a thousand. */
await exitWith(async () => {
  const { values } = parseArgs({ options })
  const [sessions, seconds] = [values.sessions, values.seconds].map(Number)
  const sizes = values.redis.split(',').map(Number)
  if (!sessions || !seconds || !sizes.every(Boolean)) throw new Stop('Expected numbers above 0.')
  const on = values.on.split(',')
  if (on.includes('postgres'))
    printPostgres(sessions, await measurePostgres({ sessions, sessionsPerUser, few, seconds }))
  if (on.includes('redis'))
    for await (const measured of measureRedis({ sizes, sessionsPerUser })) printRedis(measured)
  return 0
})

/**
 * @param {number} sessions
 * @param {Awaited<ReturnType<typeof measurePostgres>>} measured
 */
function printPostgres(sessions, { sizes, fewTimes, cold, manyTimes, backlog, keepingUp }) {
  const rows = Object.entries(sizes).map(([name, bytes]) => {
    const count = name.startsWith('User') ? sessions / sessionsPerUser : sessions
    return [name, (bytes / count).toFixed(0), (bytes / 2 ** 30).toFixed(2)]
  })
  console.log(printTable({ head: ['PostgreSQL', 'bytes a row', 'GiB'], rows }))
  printReads([
    [`${few} sessions`, fewTimes],
    [`${sessions} sessions, first reads`, cold],
    [`${sessions} sessions, later`, manyTimes],
  ])
  const seconds = (backlog.total / 1000).toFixed(1)
  console.log(
    `${backlog.expired} expired sessions deleted in ${seconds} s with ${backlog.count} statements, ` +
      `longest ${backlog.longest.toFixed(0)} ms, longest wait of a client ${backlog.longestWait.toFixed(0)} ms`,
  )
  console.log(
    `1000 expiries a second for ${keepingUp.seconds} s: deleting took ${keepingUp.busy.toFixed(1)} s, ${keepingUp.left} left, ` +
      `longest statement ${keepingUp.longest.toFixed(0)} ms, longest wait of a client ${keepingUp.longestWait.toFixed(0)} ms`,
  )
}

/** @param {ReturnType<typeof measureRedis> extends AsyncGenerator<infer Measured> ? Measured : never} measured */
function printRedis({ size, bytesPerUser, bytesPerSession, perSecond, usedMemory, ...times }) {
  const sizes = [bytesPerUser, bytesPerSession, perSecond].map((bytes) => bytes.toFixed(0))
  console.log(
    `Redis with ${size} sessions, ${(usedMemory / 2 ** 30).toFixed(2)} GiB: ${sizes[0]} bytes a user, ` +
      `${sizes[1]} bytes a session, ${sizes[2]} sessions written a second`,
  )
  printReads([[`${size} sessions`, times.reads]])
  if (!times.deletion) return
  const { expired, total, longestWait } = times.deletion
  console.log(
    `about ${expired} expired sessions deleted in ${(total / 1000).toFixed(1)} s, ` +
      `longest read meanwhile ${longestWait.toFixed(0)} ms`,
  )
}

/** @param {readonly (readonly [string, Latencies])[]} found */
function printReads(found) {
  const rows = found.map(([name, { p50, p99, max }]) => [
    name,
    ...[p50, p99, max].map((ms) => `${ms.toFixed(2)} ms`),
  ])
  console.log(printTable({ head: ['reads', 'p50', 'p99', 'longest'], rows }))
}
