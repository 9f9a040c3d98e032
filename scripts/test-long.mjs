import { exitWith, runNpm } from './run.mjs'
import { setUp } from './setup.mjs'

/** The test files that have more variants if `LATCHKEY_LONG` is set. */
const longTests = [
  'test/security/attacks/node.test.ts',
  'test/package/build/attacked-dev-server.test.ts',
  'test/package/build/attacks.test.ts',
  'test/package/build/client.test.ts',
  'test/package/build/mistakes.test.ts',
  'test/package/build/types.test.ts',
  'test/unit/qwik/races.test.ts',
  'test/security/races/many-people.test.ts',
  'test/unit/session/idle-limit.test.ts',
  'test/stores/crash.test.ts',
  'test/stores/failover.test.ts',
  'test/stores/redis-failover.test.ts',
  'test/stores/tokens.test.ts',
]

/** @type {readonly (readonly [name: string, npm: readonly string[]])[]} */
// prettier-ignore
const steps = [
  ['every order of two flows', ['run', '--silent', 'interleavings', '--', '--deep']],
  ['races of two processes',   ['run', '--silent', 'races', '--', '1000']],
  ['races on Galera',          ['run', '--silent', 'races', '--', '1000', '--galera']],
  ['load on clusters',         ['run', '--silent', 'load:clusters']],
  ['every config form',        ['run', '--silent', 'config-matrix']],
  ['every variant',            ['run', '--silent', 'unit', '--', ...longTests]],
  ['fuzz of every route',      ['run', '--silent', 'fuzz']],
  ['no figure twice as bad',   ['run', '--silent', 'bench', '--', '--all', '--quick', '--check']],
  ['every browser test',       ['run', '--silent', '-w', 'latchkey-e2e', 'whole-suite']],
]

/** Runs what `npm test` has no time for. Each step runs, whatever became of the one before. */
await exitWith(async () => {
  await setUp()
  const done = []
  for (const [name, args] of steps) {
    console.log(`\n— ${name}`)
    const start = performance.now()
    const code = await runNpm(args, { env: { LATCHKEY_LONG: '1' } })
    const minutes = ((performance.now() - start) / 60_000).toFixed(1)
    done.push(`${code === 0 ? '✓' : '✗'} ${name.padEnd(24)} ${minutes.padStart(6)} min`)
  }
  console.log(`\n${done.join('\n')}`)
  return done.every((line) => line.startsWith('✓')) ? 0 : 1
})
