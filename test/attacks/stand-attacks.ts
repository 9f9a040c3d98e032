import { it } from 'vitest'
import { missingOf } from '../../src/testing/attack/attack-case.js'
import { allCases } from './cases/all-cases.js'
import type { FixtureTarget } from './fixture-target.js'

/** A test for each attack, on a target that is opened for it. */
export function standAttacks(open: () => Promise<FixtureTarget>): void {
  it.each(allCases.map((one) => [one.name, one] as const))(
    '%s',
    { timeout: 60_000 },
    async (_name, { needs, run }) => {
      const target = await open()
      if (missingOf(target, needs).length === 0) await run(target)
    },
  )
}
