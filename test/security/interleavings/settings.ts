/** What `npm run interleavings` asks for. */
const {
  INTERLEAVINGS_DEEP,
  INTERLEAVINGS_SEED,
  INTERLEAVINGS_REPLAY,
  INTERLEAVINGS_SAVE,
  INTERLEAVINGS_COUNTS,
} = process.env

/** Whether there is more time than a test run has. */
export const isDeep = INTERLEAVINGS_DEEP === '1'

/** Decides which schedules of triples are run. */
export const seed = Number(INTERLEAVINGS_SEED ?? 1)

/** The code of a schedule to run once more. */
export const replayed = INTERLEAVINGS_REPLAY

/** A folder that each finding is written to. */
export const savedTo = INTERLEAVINGS_SAVE

/** A file that each part adds its counts to, a line each. */
export const countsFile = INTERLEAVINGS_COUNTS
