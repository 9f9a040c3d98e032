import { attackCases } from '../../../src/testing.js'
import type { AttackCase } from '../../../src/testing/attack/attack-case.js'
import type { FixtureTarget } from '../fixture-target.js'

/** Every attack: those that any application must stand, and those that need services around it. */
export const allCases: readonly AttackCase<FixtureTarget>[] = [...attackCases]
