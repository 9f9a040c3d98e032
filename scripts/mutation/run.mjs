import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { exitWith, root, Stop } from '../run.mjs'
import { folders } from './folders.mjs'
import { mutate } from './mutate.mjs'
import { isAlive, listAlive, printTable, sum } from './score.mjs'

/** @typedef {import('./mutate.mjs').Mutant} Mutant */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    concurrency: { type: 'string', default: '2' },
    // Only what the last run left alive, while nothing but tests has changed since.
    alive: { type: 'boolean' },
    // Leaves the far tests out.
    near: { type: 'boolean' },
  },
})

const leastPercent = 90

await exitWith(async () => {
  process.chdir(root)
  mkdirSync('reports/mutation', { recursive: true })
  const rows = []
  for (const target of positionals.length > 0 ? positionals : Object.keys(folders)) {
    const mutants = await tryMutants(target.replace(/\/$/, ''))
    rows.push({ target, ...sum(mutants) })
  }
  printTable(rows)
  return rows.every(({ percent }) => percent >= leastPercent) ? 0 : 1
})

/**
 * Every mutant of a folder, and what became of it; also kept in a report.
 *
 * @param {string} path A folder of the table, or something in it.
 */
async function tryMutants(path) {
  const folder = Object.keys(folders).find((known) => `${path}/`.startsWith(`${known}/`)) ?? ''
  const tests = folders[folder]
  if (!tests || !existsSync(path)) {
    throw new Stop(`Expected one of ${Object.keys(folders).join(', ')}, or a path in it.`)
  }
  const report = `reports/mutation/${path.replaceAll('/', '-')}`
  /** @param {readonly Mutant[]} mutants */
  const keep = (mutants) => {
    writeFileSync(`${report}.json`, JSON.stringify(mutants, null, 2))
    writeFileSync(`${report}.txt`, listAlive(mutants))
    return mutants
  }
  const first = values.alive
    ? await tryAlive(readReport(`${report}.json`), tests.near)
    : await mutate([path], tests.near, Number(values.concurrency))
  keep(first)
  return values.near ? first : keep(await tryAlive(first, tests.far))
}

/**
 * Runs other tests on what lives.
 *
 * @param {readonly Mutant[]} mutants
 * @param {readonly string[]} tests
 */
async function tryAlive(mutants, tests) {
  const alive = mutants.filter(isAlive)
  if (alive.length === 0) return mutants
  const tried = await mutate(alive.map(placeOf), tests, Number(values.concurrency))
  const results = new Map(tried.map((mutant) => [nameOf(mutant), mutant]))
  return mutants.map((mutant) => {
    const result = isAlive(mutant) ? results.get(nameOf(mutant)) : undefined
    return result && result.status !== 'NoCoverage' ? result : mutant
  })
}

/**
 * @param {string} file
 * @returns {readonly Mutant[]}
 */
function readReport(file) {
  if (!existsSync(file)) throw new Stop(`There is no ${file} yet: run without --alive first.`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** @param {Mutant} mutant */
function placeOf({ fileName, location: { start, end } }) {
  return `${fileName}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`
}

/** @param {Mutant} mutant */
function nameOf(mutant) {
  return `${placeOf(mutant)} ${mutant.mutatorName} ${mutant.replacement}`
}
