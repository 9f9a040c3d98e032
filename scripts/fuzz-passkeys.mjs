import { exitWith, runTool } from './run.mjs'

// More malformed responses than a test run has time for.
const args = ['run', '--project', 'engine', 'test/flows/webauthn/malformed.test.ts']
await exitWith(() => runTool('vitest', args, { env: { FUZZ_RUNS: '100000' } }))
