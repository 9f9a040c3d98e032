import { existsSync, readFileSync } from 'node:fs'

/**
 * What became of the tests. An expected difference is a test that states how a published adapter or
 * a driver breaks the contract. It fails as soon as they keep it.
 *
 * @typedef {{
 *   passed: number,
 *   failed: number,
 *   skipped: number,
 *   differences: number,
 *   reasons: Record<string, number>,
 *   failures: string[],
 * }} Tally
 */

/** @returns {Tally} */
export function noTests() {
  return { passed: 0, failed: 0, skipped: 0, differences: 0, reasons: {}, failures: [] }
}

/**
 * @param {Tally} tally
 * @param {string} reason
 */
export function countSkipped(tally, reason, tests = 1) {
  tally.skipped += tests
  tally.reasons[reason] = (tally.reasons[reason] ?? 0) + tests
}

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export function addTallies(tallies) {
  const sum = noTests()
  for (const { passed, failed, differences, reasons, failures } of tallies) {
    sum.passed += passed
    sum.failed += failed
    sum.differences += differences
    sum.failures.push(...failures)
    for (const [reason, tests] of Object.entries(reasons)) countSkipped(sum, reason, tests)
  }
  return sum
}

/**
 * The reasons for skipped tests, the names of failed ones, and the final line of a run.
 *
 * @param {Tally} tally
 * @returns {string}
 */
export function renderTally({ passed, failed, skipped, differences, reasons, failures }) {
  const lines = Object.entries(reasons).map(([reason, tests]) => `${tests} skipped: ${reason}`)
  const names = failures.map((name) => `failed: ${name}`)
  const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`
  return [...lines, ...names, `${counts}, ${differences} expected differences`].join('\n')
}

/**
 * The tally that `tally-reporter.mjs` wrote.
 *
 * @param {string} file
 * @returns {Tally}
 */
export function readTally(file) {
  return readReport(file) ?? noTests()
}

/**
 * The tally of a JSON report of Playwright.
 *
 * @param {string} file
 * @returns {Tally}
 */
export function readPlaywright(file) {
  const report = readReport(file)
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = report?.stats ?? {}
  const failures = (report?.suites ?? []).flatMap(listFailures)
  const tally = { ...noTests(), passed: expected + flaky, failed: unexpected, failures }
  if (skipped > 0) countSkipped(tally, 'by a browser test', skipped)
  return tally
}

/**
 * @typedef {{
 *   suites?: readonly Suite[],
 *   specs?: readonly {
 *     title: string,
 *     file: string,
 *     tests: readonly { status: string, projectName: string }[],
 *   }[],
 * }} Suite
 */

/**
 * @param {Suite} suite
 * @returns {string[]}
 */
function listFailures({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName }) => `[${projectName}] ${file} > ${title}`),
  )
  return [...own, ...suites.flatMap(listFailures)]
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
