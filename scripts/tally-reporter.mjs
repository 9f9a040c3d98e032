import { writeFileSync } from 'node:fs'
import { countSkipped, noTests } from './tally.mjs'

/**
 * @typedef {import('vitest/node').TestCase} TestCase
 * @typedef {import('vitest/node').TestModule} TestModule
 */

/** Writes the tally of a Vitest run to the file that `TALLY_FILE` names. */
export default class TallyReporter {
  /** @param {readonly TestModule[]} modules */
  onTestRunEnd(modules) {
    const tally = noTests()
    for (const testModule of modules) {
      for (const test of testModule.children.allTests()) countTest(tally, test)
    }
    const file = process.env['TALLY_FILE']
    if (file) writeFileSync(file, JSON.stringify(tally))
  }
}

/**
 * @param {import('./tally.mjs').Tally} tally
 * @param {TestCase} test
 */
function countTest(tally, test) {
  const result = test.result()
  if (result.state === 'failed') {
    tally.failed += 1
    tally.failures.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  } else if (result.state === 'skipped') countSkipped(tally, result.note ?? skippedGroup(test))
  else if (result.state === 'passed' && test.options.fails) tally.differences += 1
  else if (result.state === 'passed') tally.passed += 1
}

/**
 * The outermost skipped group of a test, whose title says what is missing.
 *
 * @param {TestCase} test
 * @returns {string}
 */
function skippedGroup(test) {
  /** @type {TestCase | TestCase['parent']} */
  let group = test
  while (group.parent.type !== 'module') group = group.parent
  return `${test.module.relativeModuleId} > ${group.name}`
}
