import { parseArgs } from 'node:util'
import { exitWith, runTool, Stop } from './run.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Decides which of the two processes waits before each race, and how long. */
    seed: { type: 'string' },
    /** Part of the name of a store or a race, or the kind of the races: accounts, second factors. */
    only: { type: 'string', default: '' },
    /** Four processes on three nodes of Galera, instead of two processes on each store. */
    galera: { type: 'boolean', default: false },
  },
})

await exitWith(() => {
  const [rounds = '1000'] = positionals
  if (!/^[1-9]\d*$/.test(rounds)) throw new Stop(`Expected a number of rounds, got "${rounds}".`)
  const file = `test/stores/${values.galera ? 'galera' : 'store-races'}.test.ts`
  const names = `${values.galera ? 'four' : 'two'} processes.*${values.only}`
  const args = ['run', '--project', 'stores', file, '--testNamePattern', names]
  return runTool('vitest', args, { env: { ROUNDS: rounds, RACES_SEED: values.seed } })
})
