import { afterEach, expect, it, vi } from 'vitest'
import { missingOf, type AttackCase } from '../../../src/testing/attack/attack-case.js'
import type { FixtureTarget } from './fixture-target.js'

/** A test for each attack, on a target that is opened for it. */
export function standAttacks(
  cases: readonly AttackCase<FixtureTarget>[],
  open: () => Promise<FixtureTarget>,
): void {
  // Some move the clock.
  afterEach(() => void vi.restoreAllMocks())
  it.each(cases.map((one) => [one.name, one] as const))(
    '%s',
    { timeout: 300_000 },
    async (_name, { needs, run }) => {
      const target = await open()
      expect(missingOf(target, needs)).toEqual([])
      await run(target)
    },
  )
}
