import { exitWith, runNpm } from './run.mjs'
import { setUp } from './setup.mjs'

/** @type {readonly (readonly [name: string, npm: readonly string[]])[]} */
// prettier-ignore
const steps = [
  ['format',       ['run', '--silent', 'format:check']],
  ['build',        ['run', '--silent', 'build']],
  ['types',        ['run', '--silent', 'types']],
  ['lint',         ['run', '--silent', 'lint']],
  ['package',      ['run', '--silent', 'package:check']],
  ['size',         ['run', '--silent', 'size']],
  ['unused code',  ['run', '--silent', 'knip']],
  ['reference',    ['run', '--silent', 'api:check']],
  ['tests',        ['test', '--silent', '--', '--coverage']],
]

/** CI runs the tests in jobs of their own, one for each version of Node. */
const chosen = process.argv.includes('--without-tests')
  ? steps.filter(([name]) => name !== 'tests')
  : steps

await exitWith(async () => {
  await setUp()
  const done = []
  for (const [name, args] of chosen) {
    console.log(`\n— ${name}`)
    const start = performance.now()
    const code = await runNpm(args)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    done.push(`${code === 0 ? '✓' : '✗'} ${name.padEnd(12)} ${seconds.padStart(6)} s`)
    if (code !== 0) break
  }
  console.log(`\n${done.join('\n')}`)
  return done.length === chosen.length && done.every((line) => line.startsWith('✓')) ? 0 : 1
})
