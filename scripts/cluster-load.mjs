import { parseArgs } from 'node:util'
import { exitWith, runTool, Stop } from './run.mjs'

const { values } = parseArgs({
  options: {
    /** How long each cluster is under load. */
    minutes: { type: 'string', default: '5' },
    /** Part of the name of a cluster: PostgreSQL, Galera, Redis Sentinel, Redis Cluster. */
    on: { type: 'string', default: '' },
    /** Decides the order of the requests. */
    seed: { type: 'string' },
  },
})

await exitWith(() => {
  const { minutes, on, seed } = values
  if (!(Number(minutes) > 0)) throw new Stop(`Expected a number of minutes, got "${minutes}".`)
  const names = `under load.*${on}.*gives no wrong answer`
  const file = 'test/stores/cluster-load.test.ts'
  const args = ['run', '--project', 'stores', file, '--testNamePattern', names]
  return runTool('vitest', args, { env: { LOAD_MINUTES: minutes, LOAD_SEED: seed } })
})
