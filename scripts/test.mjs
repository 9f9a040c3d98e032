import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import buildLibrary, { buildDemo } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { areRequired, ensureDatabases } from './databases.mjs'
import { installFolder } from './install-folder.mjs'
import { ensureOathtool } from './oathtool.mjs'
import { exitWith, root, runTool } from './run.mjs'
import { installRuntimes, testRuntimes } from './runtimes.mjs'
import { setUp } from './setup.mjs'
import { addTallies, noTests, readPlaywright, readTally, renderTally } from './tally.mjs'

/** @typedef {import('./tally.mjs').Tally} Tally */

const withCoverage = process.argv.includes('--coverage')
const reports = mkdtempSync(join(tmpdir(), 'latchkey-test-'))

await exitWith(async () => {
  await setUp()
  const { missing } = await ensureDatabases()
  await ensureOathtool()
  const downloads = startDownloads()
  const tallies = [
    await attempt('unit tests', () => testUnits(downloads)),
    await attempt('browser tests', () => testBrowser(downloads.chromium)),
    await attempt('runtimes', () => testServers(downloads.runtimes)),
  ]
  rmSync(reports, { recursive: true, force: true })
  const sum = addTallies(tallies)
  console.log(`\n${renderTally(sum)}`)
  for (const { name, cure } of missing) console.error(`\nNot tested: what needs ${name}.\n${cure}`)
  if (missing.length > 0 && areRequired) return 1
  return sum.failed === 0 && sum.passed > 0 ? 0 : 1
})

/** Starts what waits for the network, so that it is there when its tests begin. */
function startDownloads() {
  const downloads = {
    // Its install scripts download engines that the tests do not need.
    prisma: installFolder('test/stores/prisma', ['--ignore-scripts']),
    chromium: ensureChromium(),
    runtimes: installRuntimes(),
  }
  // A failure is reported by the tests that wait for the download.
  for (const download of Object.values(downloads)) download.catch(() => {})
  return downloads
}

/**
 * @param {ReturnType<typeof startDownloads>} downloads
 * @returns {Promise<Tally>}
 */
async function testUnits({ prisma, chromium }) {
  await buildLibrary()
  await prisma
  // Without it, the tests that need it look for it themselves, and fail.
  const CHROMIUM_PATH = await chromium.catch(() => undefined)
  const file = join(reports, 'units.json')
  const args = ['run', '--reporter=default', '--reporter=./scripts/tally-reporter.mjs']
  const coverage = withCoverage ? ['--coverage'] : []
  const code = await runTool('vitest', [...args, ...coverage], {
    env: { TALLY_FILE: file, CHROMIUM_PATH },
  })
  return countCrash(code, readTally(file))
}

/**
 * @param {Promise<unknown>} runtimes
 * @returns {Promise<Tally>}
 */
async function testServers(runtimes) {
  await runtimes
  const file = join(reports, 'runtimes.json')
  const code = await testRuntimes({ report: join(reports, 'vitest.json'), tally: file })
  return countCrash(code, readTally(file))
}

/**
 * @param {Promise<string>} chromium
 * @returns {Promise<Tally>}
 */
async function testBrowser(chromium) {
  const CHROMIUM_PATH = await chromium
  await buildDemo({ everyVersion: true })
  const file = join(reports, 'playwright.json')
  const code = await runTool('@playwright/test', ['test', '--reporter=list,json'], {
    bin: 'playwright',
    cwd: join(root, 'e2e'),
    // At anything else Playwright leaves its servers behind.
    stopWith: 'SIGINT',
    env: { CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  return countCrash(code, readPlaywright(file))
}

/**
 * Runs a step. One that cannot even start counts as a failure, and the next one runs anyway.
 *
 * @param {string} name
 * @param {() => Promise<Tally>} step
 * @returns {Promise<Tally>}
 */
async function attempt(name, step) {
  console.log(`\n— ${name}`)
  const start = performance.now()
  try {
    return await step()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { ...noTests(), failed: 1 }
  } finally {
    console.log(`${name}: ${((performance.now() - start) / 60_000).toFixed(1)} min`)
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
