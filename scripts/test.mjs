import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import buildLibrary, { buildDemo } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { areRequired, ensureDatabases } from './databases.mjs'
import { exitWith, root, runTool } from './run.mjs'
import { testRuntimes } from './runtimes.mjs'
import { setUp } from './setup.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

const withCoverage = process.argv.includes('--coverage')
const reports = mkdtempSync(join(tmpdir(), 'latchkey-test-'))

await exitWith(async () => {
  await setUp()
  const { missing } = await ensureDatabases()
  const tallies = [
    await attempt('unit tests', testUnits),
    await attempt('browser tests', testBrowser),
    await attempt('runtimes', testServers),
  ]
  rmSync(reports, { recursive: true, force: true })
  const code = summarise(tallies)
  for (const { name, cure } of missing) console.error(`\nNot tested: what needs ${name}.\n${cure}`)
  return missing.length > 0 && areRequired ? 1 : code
})

/** @returns {Promise<Tally>} */
async function testUnits() {
  await buildLibrary()
  const file = join(reports, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await runTool('vitest', withCoverage ? [...args, '--coverage'] : args)
  return countCrash(code, countVitest(file))
}

/** @returns {Promise<Tally>} */
async function testServers() {
  const file = join(reports, 'runtimes.json')
  return countCrash(await testRuntimes(file), countVitest(file))
}

/** @returns {Promise<Tally>} */
async function testBrowser() {
  const CHROMIUM_PATH = await ensureChromium()
  await buildDemo({ everyVersion: true })
  const file = join(reports, 'playwright.json')
  const code = await runTool('@playwright/test', ['test', '--reporter=list,json'], {
    bin: 'playwright',
    cwd: join(root, 'e2e'),
    // At anything else Playwright leaves its servers behind.
    stopWith: 'SIGINT',
    env: { CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  const stats = readReport(file)?.stats
  return countCrash(code, {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
  })
}

/**
 * A step that cannot even start is a failure, and no reason to keep the other from running.
 *
 * @param {string} name
 * @param {() => Promise<Tally>} step
 * @returns {Promise<Tally>}
 */
async function attempt(name, step) {
  console.log(`\n— ${name}`)
  try {
    return await step()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/**
 * A run may fail without a failed test: a file that does not load, a threshold, an open handle.
 *
 * @param {number} code
 * @param {Tally} tally
 * @returns {Tally}
 */
function countCrash(code, tally) {
  if (code === 0 || tally.failed > 0) return tally
  console.error('No test failed, but the run did: see above.')
  return { ...tally, failed: 1 }
}

/**
 * @param {string} file
 * @returns {Tally}
 */
function countVitest(file) {
  const report = readReport(file)
  return {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  }
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** @param {readonly Tally[]} tallies */
function summarise(tallies) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const { passed, failed, skipped } of tallies) {
    sum.passed += passed
    sum.failed += failed
    sum.skipped += skipped
  }
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
  console.log(`\n${sum.passed} passed, ${sum.failed} failed${skipped}`)
  return sum.failed === 0 && sum.passed > 0 ? 0 : 1
}
