import { parseArgs } from 'node:util'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

const folder = 'test/security/interleavings/'
const files = values.replay === undefined ? folder : `${folder}replay.test.ts`
const scratch = mkdtempSync(join(tmpdir(), 'interleavings-'))
const counts = join(scratch, 'counts.jsonl')
const env = {
  INTERLEAVINGS_DEEP: values.deep ? '1' : undefined,
  INTERLEAVINGS_SEED: values.seed,
  INTERLEAVINGS_REPLAY: values.replay,
  INTERLEAVINGS_SAVE: values.save,
  INTERLEAVINGS_COUNTS: counts,
}
const began = performance.now()
await exitWith(async () => {
  const code = await runTool('vitest', ['run', '--project', 'engine', files], { env })
  if (values.replay === undefined) printSum()
  rmSync(scratch, { recursive: true })
  return code
})

/** Adds up what the parts have counted. */
function printSum() {
  const parts = readFileSync(counts, { encoding: 'utf8', flag: 'a+' })
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  /** @param {'schedules' | 'violations'} key */
  const sum = (key) => parts.reduce((total, part) => total + part[key], 0)
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  console.log(
    `interleavings: all ${parts.length} parts: ${sum('schedules')} schedules in ${minutes} minutes, ${sum('violations')} violations`,
  )
}
