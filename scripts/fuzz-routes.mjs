import { parseArgs } from 'node:util'
import { exitWith, runTool } from './run.mjs'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    /** The same seed changes requests in the same way. `npm test` always has seed 1. */
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** A request as a failure shows it, and the app in which it failed. */
    replay: { type: 'string' },
    app: { type: 'string' },
  },
})

// More requests than a test run has time for.
const args = ['run', '--project', 'engine', 'test/security/fuzz/routes.test.ts']
const env = {
  FUZZ_REQUESTS: values.requests,
  FUZZ_SEED: values.seed,
  FUZZ_REPLAY: values.replay,
  FUZZ_APP: values.app,
}
await exitWith(() => runTool('vitest', args, { env }))
