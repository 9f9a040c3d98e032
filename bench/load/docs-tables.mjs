import { signed } from './memory.mjs'
import { readRecord } from './results.mjs'
import { storeNames } from './stores.mjs'

/** @typedef {import('./hold.mjs').Held} Held */
/** @typedef {import('./latencies.mjs').Latencies} Latencies */
/** @typedef {import('../environment.mjs').Environment} Environment */
/**
 * @typedef {{
 *   environment: Environment,
 *   throughput: import('./processes.mjs').Throughput[],
 *   killed: import('./processes.mjs').KillRun,
 * }} Several
 */

/** What can stand between `<!-- load:NAME -->` and `<!-- load:end -->`. */
export const tables = {
  held: describeHeld,
  processes: describeProcesses,
  killed: describeKilled,
  bytes: describeBytes,
}

/** One process at a rate, a column for each store. */
function describeHeld() {
  const runs = storeNames.flatMap((on) => {
    const run = /** @type {(Held & { environment: Environment }) | undefined} */ (
      readRecord(`load-${on}`)
    )
    return run ? [run] : []
  })
  if (runs.length === 0) return notMeasured('npm run load')
  const latency =
    (/** @type {string} */ kind) =>
    (/** @type {Held} */ { latencies }) =>
      milliseconds(latencies[kind])
  /** @type {readonly (readonly [string, (run: Held) => string])[]} */
  const lines = [
    ['visits a second, for', (run) => `${run.visitsPerSecond}, ${run.minutes} min`],
    ['requests a second', (run) => run.requestsPerSecond.toFixed(0)],
    ['share of one processor', (run) => percent(run.serverShareOfOneProcessor)],
    ['`GET /auth/session`, ms', latency('session')],
    ['a rendered page, ms', latency('page')],
    ['start of a sign-in, ms', latency('sign-in')],
    ['callback of a sign-in, ms', latency('callback')],
    ['password, ms', latency('password')],
    ['sign-out, ms', latency('sign-out')],
    ['wrong answers', (run) => String(run.wrongAnswers)],
    ['requests without an answer', (run) => String(sum(Object.values(run.connectionErrors)))],
    ['resident memory, MiB', ({ windows }) => ends(windows.map(({ rssMiB }) => rssMiB))],
    ['its trend in the last half, MiB in 10 min', ({ memory }) => signed(memory.residentGrowth)],
    [
      'heap, garbage collected, MiB',
      ({ memory }) => ends([memory.heapBeforeMiB, memory.heapAfterMiB]),
    ],
    ['started late by the load, ms', ({ lateStarts }) => milliseconds(lateStarts)],
  ]
  const rows = lines.map(([name, tell]) => [name].concat(runs.map(tell)))
  const [first] = runs
  return `${markdownTable([''].concat(runs.map(({ title }) => title)), rows)}

Milliseconds are p50 / p99 / p99.9 / longest. ${first ? machine(first.environment) : ''}

${runs.map(showChart).join('\n\n')}`
}

/** @param {Held} run */
function showChart({ on, title }) {
  return `![${title}: latency and memory over time](../../bench/results/load-${on}.svg)`
}

/** What several processes answer. */
function describeProcesses() {
  const runs = readSeveral()
  if (runs.length === 0) return notMeasured('npm run load -- --processes 2,4')
  return runs
    .map(({ on, throughput, environment }) => {
      const rows = throughput.map((run) => [
        String(run.processes),
        run.requestsPerSecond.toFixed(0),
        `${run.latencies.p50.toFixed(0)} / ${run.latencies.p99.toFixed(0)}`,
        percent(run.serversShareOfOneProcessor),
      ])
      const head = [
        'processes',
        'requests a second',
        'p50 / p99, ms',
        'their share of one processor',
      ]
      return `On ${titleOf(on)}. ${machine(environment)}\n\n${markdownTable(head, rows)}`
    })
    .join('\n\n')
}

/** What was left when they were killed. */
function describeKilled() {
  const runs = readSeveral()
  if (runs.length === 0) return notMeasured('npm run load -- --processes 2,4')
  /** @type {readonly (readonly [string, (run: Several) => string])[]} */
  const lines = [
    ['processes', ({ killed }) => String(killed.processes)],
    ['kills', ({ killed }) => `${killed.kills} in ${killed.seconds} s`],
    ['listening again after, ms', ({ killed }) => killed.restartMs.p50.toFixed(0)],
    ['requests answered', ({ killed }) => String(killed.answered.count)],
    ['lost with a process', ({ killed }) => String(sum(Object.values(killed.lost)))],
    ['sign-ins answered', ({ killed }) => String(killed.signIns)],
    ['sign-outs answered', ({ killed }) => String(killed.signOuts)],
    ['sessions then alive, at each process', ({ killed }) => theSame(killed, 'alive')],
    ['sessions then over, at each process', ({ killed }) => theSame(killed, 'over')],
    ['sign-outs without an answer', ({ killed }) => theSame(killed, 'inDoubt')],
    ['wrong answers', ({ killed }) => String(killed.wrongAnswers.length)],
  ]
  const rows = lines.map(([name, tell]) => [name].concat(runs.map(tell)))
  return markdownTable([''].concat(runs.map(({ on }) => titleOf(on))), rows)
}

/** @param {Several['killed']} killed @param {'alive' | 'over' | 'inDoubt'} what */
function theSame({ checked }, what) {
  return [...new Set(checked.map((found) => found[what]))].join(' or ')
}

/** What a session takes, and ten million of them. */
function describeBytes() {
  const record = /** @type {import('./bytes.mjs').Bytes | undefined} */ (readRecord('load-bytes'))
  if (!record) return notMeasured('npm run load -- --bytes')
  const { postgres, redis, cookie } = record
  const fresh = sizesIn(postgres.bytesPerRow)
  const updated = sizesIn(postgres.extended.bytesPerRow)
  const row = (/** @type {string} */ name, /** @type {number} */ bytes) => [
    name,
    bytes.toFixed(0),
    `${((bytes * 1e7) / 2 ** 30).toFixed(1)} GiB`,
  ]
  const rows = [
    row('PostgreSQL: `Session`, table', fresh.table),
    row('PostgreSQL: `Session`, its four indexes', fresh.indexes),
    row(
      'PostgreSQL: both, after every session was extended twice (at 100,000)',
      updated.table + updated.indexes,
    ),
    row('PostgreSQL: `User`, table and indexes', fresh.users),
    row('Redis: a session', redis.bytesPerSession),
    row('Redis: a user', redis.bytesPerUser),
  ]
  return `${markdownTable(['', 'bytes each', 'ten million'], rows)}

PostgreSQL ${postgres.version.split(' ')[0]} with ${thousands(postgres.rows)} rows, Redis ${redis.version} with ${thousands(redis.rows)}; a user agent of 111 characters, ids that are UUIDs, no session id of a provider. The cookie of a JWT session takes ${cookie.jwtBytes} bytes of every request, that of a database session ${cookie.databaseBytes}.`
}

/** @param {Readonly<Record<string, number>>} perRow */
function sizesIn(perRow) {
  const total = (/** @type {RegExp} */ names) =>
    sum(Object.entries(perRow).flatMap(([name, bytes]) => (names.test(name) ? [bytes] : [])))
  return { table: total(/^Session$/), indexes: total(/^Session_/), users: total(/^User/) }
}

/** @returns {(Several & { on: typeof storeNames[number] })[]} */
function readSeveral() {
  return storeNames.flatMap((on) => {
    const run = /** @type {Several | undefined} */ (readRecord(`load-processes-${on}`))
    return run ? [{ ...run, on }] : []
  })
}

/** @param {typeof storeNames[number]} on */
function titleOf(on) {
  return { jwt: 'JWT', postgres: 'PostgreSQL', redis: 'Redis' }[on]
}

/** @param {Environment} environment */
function machine({ node, platform, cpus }) {
  return `Node ${node}, ${platform}, ${cpus} CPUs for the demo, its store, the identity provider and the load together.`
}

/** @param {Latencies | undefined} times */
function milliseconds(times) {
  if (!times?.count) return '–'
  const { p50, p99, p999, max } = times
  return [p50, p99, p999, max].map((ms) => ms.toFixed(ms < 10 ? 1 : 0)).join(' / ')
}

/** @param {readonly number[]} values */
function ends(values) {
  return `${values.at(0)?.toFixed(0)} → ${values.at(-1)?.toFixed(0)}`
}

/** @param {number} share */
function percent(share) {
  return `${(share * 100).toFixed(0)} %`
}

/** @param {number} number */
function thousands(number) {
  return number.toLocaleString('en')
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

/** @param {string} command */
function notMeasured(command) {
  return `Not measured yet: \`${command}\`, then \`npm run load -- --docs\`.`
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
function markdownTable(head, rows) {
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`
  return [head, head.map(() => '---'), ...rows].map(line).join('\n')
}
