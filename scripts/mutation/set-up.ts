import { configureGlobal } from 'fast-check'
import { afterEach, beforeEach } from 'vitest'

/** Lasts for a run, whose files share one worker. */
const run = globalThis as { isMutantDead?: boolean }

// One test that fails is enough: the other files need not even be loaded.
if (run.isMutantDead) throw new Error('A test of another file has failed.')

afterEach(({ task }) => {
  if (task.result?.state === 'fail') run.isMutantDead = true
})

// Code that counts its own steps is slow, and so is a busy machine: neither kills a mutant.
performance.now = () => 0
beforeEach(({ task, skip }) => skip(/\bno time\b/.test(task.name), 'It is about speed alone.'))

// The same few random values for every mutant, so that what survives once survives again.
configureGlobal({ numRuns: 25, seed: 1 })
