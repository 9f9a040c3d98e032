import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import TallyReporter from '../../scripts/tally-reporter.mjs'
import {
  addTallies,
  noTests,
  readPlaywright,
  readTally,
  renderTally,
} from '../../scripts/tally.mjs'

type Modules = Parameters<TallyReporter['onTestRunEnd']>[0]

const adapterTests = { relativeModuleId: 'test/adapters.test.ts', type: 'module' }

/** A finished test as Vitest shows it to a reporter. */
function test(state: string, { fails, note }: { fails?: boolean; note?: string } = {}): object {
  const parent = { name: 'on Redis', type: 'suite', parent: adapterTests }
  const fullName = 'on Redis > keeps a user'
  const result = () => ({ state, note })
  return { module: adapterTests, parent, options: { fails }, fullName, result }
}

function report(tests: readonly object[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-tally-'))
  const file = join(folder, 'tally.json')
  vi.stubEnv('TALLY_FILE', file)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  const modules = [{ children: { allTests: () => tests } }]
  new TallyReporter().onTestRunEnd(modules as unknown as Modules)
  return file
}

it('the reporter tells passed, failed, skipped and expected differences apart', () => {
  const difference = test('passed', { fails: true })
  const skipped = [test('skipped'), test('skipped', { note: 'There is no router.' })]
  const file = report([test('passed'), test('passed'), difference, test('failed'), ...skipped])
  expect(readTally(file)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 2,
    differences: 1,
    reasons: { 'test/adapters.test.ts > on Redis': 1, 'There is no router.': 1 },
    failures: ['test/adapters.test.ts > on Redis > keeps a user'],
  })
})

it('an expected difference that passes by itself counts as a failure', () => {
  const file = report([test('failed', { fails: true })])
  expect(readTally(file)).toMatchObject({ failed: 1, differences: 0 })
})

it('a run that wrote no report has no tests', () => {
  expect(readTally('/nowhere/tally.json')).toEqual(noTests())
  expect(readPlaywright('/nowhere/report.json')).toEqual(noTests())
})

it('a failed browser test is named with its project', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-tally-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const spec = (title: string, status: string) => ({
    title,
    file: 'sign-in.spec.ts',
    tests: [{ status, projectName: 'qwik2' }],
  })
  const inner = { specs: [spec('inner', 'unexpected')] }
  const suite = { specs: [spec('fine', 'expected'), spec('outer', 'unexpected')], suites: [inner] }
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify({ stats: { expected: 1, unexpected: 2 }, suites: [suite] }))
  const tally = readPlaywright(file)
  expect(tally).toMatchObject({ passed: 1, failed: 2 })
  expect(renderTally(tally)).toBe(
    [
      'failed: [qwik2] sign-in.spec.ts > outer',
      'failed: [qwik2] sign-in.spec.ts > inner',
      '1 passed, 2 failed, 0 skipped, 0 expected differences',
    ].join('\n'),
  )
})

it('the final line has the sums of all runs, below the reasons for skipped tests', () => {
  const file = report([test('skipped', { note: 'It needs Redis.' }), test('passed')])
  const run = readTally(file)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(run)
  const sum = addTallies([run, run, { ...noTests(), failed: 1, differences: 3 }])
  expect(renderTally(sum)).toBe(
    '2 skipped: It needs Redis.\n2 passed, 1 failed, 2 skipped, 3 expected differences',
  )
})
