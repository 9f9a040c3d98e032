import { parseArgs } from 'node:util'
import { exitWith, runTool } from './run.mjs'

const { values } = parseArgs({
  options: {
    /** More schedules than a test run has time for. */
    deep: { type: 'boolean', default: false },
    /** Decides which schedules of three flows are run. */
    seed: { type: 'string' },
    /** The code of a schedule that failed. */
    replay: { type: 'string' },
    /** A folder for the schedules that fail, a file each. */
    save: { type: 'string' },
  },
})

const folder = 'test/interleavings/'
const files = values.replay === undefined ? folder : `${folder}replay.test.ts`
const env = {
  INTERLEAVINGS_DEEP: values.deep ? '1' : undefined,
  INTERLEAVINGS_SEED: values.seed,
  INTERLEAVINGS_REPLAY: values.replay,
  INTERLEAVINGS_SAVE: values.save,
}
await exitWith(() => runTool('vitest', ['run', '--project', 'engine', files], { env }))
