import { exitWith, runNpm } from './run.mjs'
import { setUp } from './setup.mjs'

/** @type {readonly (readonly [name: string, npm: readonly string[]])[]} */
// prettier-ignore
const steps = [
  ['every order of two flows', ['run', '--silent', 'interleavings', '--', '--deep']],
  ['races of two processes',   ['run', '--silent', 'races', '--', '1000']],
  ['every config form',        ['run', '--silent', 'config-matrix']],
  ['fuzz of every route',      ['run', '--silent', 'fuzz']],
  ['every browser test',       ['run', '--silent', '-w', 'latchkey-e2e', 'whole-suite']],
]

/** Runs what `npm test` has no time for. Each step runs, whatever became of the one before. */
await exitWith(async () => {
  await setUp()
  const done = []
  for (const [name, args] of steps) {
    console.log(`\n— ${name}`)
    const start = performance.now()
    const code = await runNpm(args)
    const minutes = ((performance.now() - start) / 60_000).toFixed(1)
    done.push(`${code === 0 ? '✓' : '✗'} ${name.padEnd(24)} ${minutes.padStart(6)} min`)
  }
  console.log(`\n${done.join('\n')}`)
  return done.every((line) => line.startsWith('✓')) ? 0 : 1
})
