import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import buildLibrary from '../scripts/build.mjs'
import { exitWith } from '../scripts/run.mjs'
import { compareAll, withDatabase, withoutDatabase } from './comparisons.mjs'
import { describeEnvironment } from './environment.mjs'
import { measure, quantile } from './measure.mjs'
import { formatReport } from './report.mjs'
import { drawSessionChart } from './session-chart.mjs'

// The pool is larger than what latchkey remembers of opened tokens.
const full = { poolSize: 4096, rounds: 400, batchMs: 8, warmUpMs: 600, manySessions: 1_000_000 }
const quick = { poolSize: 2048, rounds: 60, batchMs: 4, warmUpMs: 300, manySessions: 10_000 }

const method = {
  unit: 'nanoseconds an operation',
  figures: 'median over the rounds by the wall clock, with quartiles; cpu is by processor time',
  ratios: 'median of the ratios within each round',
  requests: 'made before the clock starts and used again, for every library alike',
}

await exitWith(async () => {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean' },
      check: { type: 'boolean' },
      databases: { type: 'boolean' },
    },
  })
  await buildLibrary()
  // Libraries look at it while they are loaded, and this is what their users run.
  process.env['NODE_ENV'] = 'production'
  const effort = values.quick ? quick : full
  const { figures, times } = await measureAll(values.databases ? databases : memory, effort)
  const compared = compareAll(times, values.databases ? withDatabase : withoutDatabase)
  console.log(`\n${formatReport(figures, compared)}\n`)

  const drivers = values.databases ? ['@auth/pg-adapter', 'kysely', 'pg'] : []
  const environment = { ...describeEnvironment(drivers), busy: isBusy(times) }
  if (environment.busy) {
    console.log(
      'The machine was busy: trust the ratios by cpu, and measure again on a quiet one.\n',
    )
  }
  // A smoke test must not replace figures that took their time.
  if (!values.quick) {
    const name = values.databases ? 'session-read-postgres' : 'session-read'
    const record = { environment, method: { ...method, ...full }, figures, compared }
    keep(`${name}.json`, `${JSON.stringify(record, rounded, 2)}\n`)
    if (!values.databases) keep(`${name}.svg`, drawSessionChart(figures, times, environment))
  }
  const misses = compared.filter(({ met }) => met === false).length
  console.log(misses === 0 ? 'Every target is met.' : `Targets missed: ${misses}.`)
  return values.check && misses > 0 ? 1 : 0
})

/** @typedef {{ subjects: import('./subjects/subject.mjs').Subject[], close?: () => Promise<void> }} Scene */

/**
 * @param {(effort: typeof full) => Promise<Scene>} open
 * @param {typeof full} effort
 */
async function measureAll(open, effort) {
  const { verify } = await import('./subjects/subject.mjs')
  const { subjects, close } = await open(effort)
  try {
    for (const subject of subjects) await verify(subject, effort.poolSize)
    const times = await measure(subjects, effort)
    // A session that ended on the way would have been measured as something else.
    for (const subject of subjects) await verify(subject, effort.poolSize)
    return { times, figures: subjects.map((subject) => summarize(subject, times)) }
  } finally {
    await close?.()
  }
}

/**
 * @param {typeof full} effort
 * @returns {Promise<Scene>}
 */
async function memory({ poolSize }) {
  const { createSubjects } = await import('./subjects/all.mjs')
  return { subjects: await createSubjects(poolSize) }
}

/**
 * @param {typeof full} effort
 * @returns {Promise<Scene>}
 */
async function databases({ poolSize, manySessions }) {
  const { openPostgres } = await import('./subjects/postgres.mjs')
  return openPostgres(poolSize, manySessions)
}

/**
 * @param {import('./subjects/subject.mjs').Subject} subject
 * @param {ReadonlyMap<string, import('./measure.mjs').Times>} times
 * @returns {import('./report.mjs').Figure}
 */
function summarize({ id, library, name }, times) {
  const { wall, cpu } = times.get(id) ?? { wall: [], cpu: [] }
  const [q1 = NaN, median = NaN, q3 = NaN] = [0.25, 0.5, 0.75].map((at) => quantile(wall, at))
  return { id, library, name, median, q1, q3, cpu: quantile(cpu, 0.5) }
}

/**
 * Whether other programs took turns with us, which hurts those most that hand work to threads.
 *
 * @param {ReadonlyMap<string, import('./measure.mjs').Times>} times
 */
function isBusy(times) {
  const { wall, cpu } = times.get('bare-decrypt') ?? { wall: [], cpu: [] }
  return sum(wall) > 1.1 * sum(cpu)
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

/**
 * Digits that say something.
 *
 * @param {string} _key
 * @param {unknown} value
 */
function rounded(_key, value) {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value
}

/**
 * @param {string} name
 * @param {string} content
 */
function keep(name, content) {
  const folder = new URL('results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(name, folder), content)
}
