import { configureGlobal } from 'fast-check'
import { afterEach } from 'vitest'

/** Lasts for a run, whose files share one worker. */
const run = globalThis as { isMutantDead?: boolean }

// One test that fails is enough: the other files need not even be loaded.
if (run.isMutantDead) throw new Error('A test of another file has failed.')

afterEach(({ task }) => {
  if (task.result?.state === 'fail') run.isMutantDead = true
})

// The same few random values for every mutant, so that what survives once survives again.
configureGlobal({ numRuns: 25, seed: 1 })
