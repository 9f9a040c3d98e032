import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import buildLibrary from '../scripts/build.mjs'
import { Stop, exitWith, run } from '../scripts/run.mjs'
import { compareAll } from './comparisons.mjs'
import { describeEnvironment } from './environment.mjs'
import { findLosses } from './find-losses.mjs'
import { checkOtherCheckout, compareCheckouts } from './other-checkout.mjs'
import { drawPart } from './part-chart.mjs'
import { parts } from './part.mjs'
import { keepResult, readResult } from './results.mjs'
import { raise } from './subjects/subject.mjs'
import { comparisonTable, figureTable, printTable } from './tables.mjs'
import { writeDocs } from './write-docs.mjs'

// The pool is larger than what latchkey remembers of opened tokens.
const full = { poolSize: 4096, rounds: 400, batchMs: 8, warmUpMs: 600, manySessions: 1_000_000 }
const quick = { poolSize: 2048, rounds: 40, batchMs: 4, warmUpMs: 200, manySessions: 10_000 }

await exitWith(async () => {
  const { values: flags } = parseArgs({
    options: {
      all: { type: 'boolean' },
      databases: { type: 'boolean' },
      only: { type: 'string' },
      against: { type: 'string' },
      quick: { type: 'boolean' },
      check: { type: 'boolean' },
      docs: { type: 'boolean' },
    },
  })
  if (flags.docs) return writeDocs()
  const names = chooseParts(flags)
  if (flags.against !== undefined) checkOtherCheckout(flags.against, names)
  await buildLibrary()
  const [name = 'jwt', ...others] = names
  if (others.length > 0) return runEach(names, flags)
  // Libraries look at it while they are loaded, and this is what their users run.
  process.env['NODE_ENV'] = 'production'
  return runPart(name, flags)
})

/** @typedef {{ all?: boolean, databases?: boolean, only?: string, against?: string, quick?: boolean, check?: boolean }} Flags */

/** @param {Flags} flags */
function chooseParts({ all, databases, only }) {
  if (all) return Object.keys(parts)
  if (databases) return ['postgres', 'redis']
  const names = only?.split(',') ?? ['jwt']
  const unknown = names.filter((name) => !Object.hasOwn(parts, name))
  if (unknown.length === 0) return names
  throw new Stop(
    `There is no ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`,
  )
}

/**
 * One process a part: what the compiler has learnt from one must not help or hinder another.
 *
 * @param {readonly string[]} names
 * @param {Flags} flags
 */
async function runEach(names, { against, quick, check }) {
  const options = [
    ...(quick ? ['--quick'] : []),
    ...(check ? ['--check'] : []),
    ...(against === undefined ? [] : ['--against', against]),
  ]
  const failed = []
  for (const name of names) {
    console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`)
    const file = fileURLToPath(import.meta.url)
    const code = await run(process.execPath, [file, '--only', name, ...options])
    if (code !== 0) failed.push(name)
  }
  if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}.`)
  return failed.length > 0 ? 1 : 0
}

/**
 * @param {string} name
 * @param {Flags} flags
 */
async function runPart(name, { against, quick: isQuick, check }) {
  const { part } = (await parts[name]?.()) ?? raise(`There is no ${name}.`)
  const effort = isQuick ? quick : full
  const start = performance.now()
  const measured = await part.measure({ ...effort, against })
  const seconds = Math.round((performance.now() - start) / 1000)
  const { figures, samples, isBusy } = measured
  const wanted = against === undefined ? part.comparisons : compareCheckouts(figures)
  const compared = compareAll(samples, wanted)
  console.log(`\n${part.title}, in ${seconds} s\n\n${printTable(figureTable(figures))}`)
  console.log(`\n${printTable(comparisonTable(figures, compared))}\n`)
  if (isBusy) {
    console.log(
      'The machine was busy: trust the ratios by cpu, and measure again on a quiet one.\n',
    )
  }
  // It writes nothing, and has no targets.
  if (against !== undefined) return 0
  const losses = check ? findLosses(compared, readResult(part.file)?.compared ?? []) : []
  // A smoke test must not replace figures that took their time.
  if (!isQuick) {
    const environment = { ...describeEnvironment(part.drivers), busy: isBusy }
    const method = { ...part.method, ...effort, seconds }
    const record = { title: part.title, environment, method, figures, compared }
    keepResult(`${part.file}.json`, `${JSON.stringify(record, rounded, 2)}\n`)
    keepResult(`${part.file}.svg`, drawPart(part, measured, environment))
    await writeDocs()
  }
  const misses = compared.filter(({ met }) => met === false).length
  console.log(misses === 0 ? 'Every target is met.' : `Targets missed: ${misses}.`)
  if (!check) return 0
  if (losses.length === 0) {
    console.log('No ratio is twice as bad as the kept one.')
    return 0
  }
  const pairs = losses.flatMap(({ now, before }) => [now, before])
  const table = printTable(comparisonTable(figures, pairs))
  console.log(`Twice as bad as the kept ratio, which is below it:\n\n${table}`)
  return 1
}

/**
 * Digits that say something.
 *
 * @param {string} _key
 * @param {unknown} value
 */
function rounded(_key, value) {
  return typeof value === 'number' && !Number.isInteger(value)
    ? Number(value.toPrecision(4))
    : value
}
