import { attackCases } from '../../../../src/testing.js'
import type { AttackCase } from '../../../../src/testing/attack/attack-case.js'
import type { FixtureTarget } from '../fixture-target.js'
import { accountCases } from './account-cases.js'
import { federatedCases } from './federated-cases.js'
import { idTokenCases } from './id-token-cases.js'
import { logoutCases } from './logout-cases.js'
import { mailCases } from './mail-cases.js'
import { passkeyCases } from './passkey-cases.js'
import { passwordCases } from './password-cases.js'

/** The attacks that need services around the application. */
export const fixtureCases: readonly AttackCase<FixtureTarget>[] = [
  ...federatedCases,
  ...idTokenCases,
  ...accountCases,
  ...logoutCases,
  ...mailCases,
  ...passwordCases,
  ...passkeyCases,
]

/** Every attack. */
export const allCases: readonly AttackCase<FixtureTarget>[] = [...attackCases, ...fixtureCases]
