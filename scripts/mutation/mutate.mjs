import { Stryker } from '@stryker-mutator/core'
import { statSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * @typedef {object} Mutant
 * @property {string} fileName From the root of the repository.
 * @property {{ start: Position, end: Position }} location Lines and columns from one.
 * @property {string} mutatorName
 * @property {string | undefined} replacement
 * @property {string} status
 *
 * @typedef {{ line: number, column: number }} Position
 */

/**
 * Makes the mutants of some paths (folders, files, places in files) and runs tests against each.
 *
 * @param {readonly string[]} paths
 * @param {readonly string[]} tests How the paths of the tests begin.
 * @param {number} concurrency
 * @returns {Promise<readonly Mutant[]>}
 */
export async function mutate(paths, tests, concurrency) {
  process.env['MUTATION_TESTS'] = tests.join(' ')
  const stryker = new Stryker({
    mutate: paths.map((path) => (isFolder(path) ? `${path}/**/*.ts` : path)),
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner', './scripts/mutation/ignore-messages.mjs'],
    ignorers: ['messages'],
    coverageAnalysis: 'perTest',
    concurrency,
    // The tests are run without their types, and so are the mutants.
    disableTypeChecks: false,
    timeoutMS: 10_000,
    reporters: ['progress-append-only'],
    ignorePatterns: ['*', '!package.json', '!src/**', '!test/**', '!scripts/**', '!docs/**'],
    allowConsoleColors: false,
  })
  const results = await stryker.runMutationTest()
  return results.map(({ fileName, location, mutatorName, replacement, status }) => ({
    fileName: relative('.', fileName),
    location,
    mutatorName,
    replacement,
    status,
  }))
}

/** @param {string} path */
function isFolder(path) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
