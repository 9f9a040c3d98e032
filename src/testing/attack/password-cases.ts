import type { AttackCase } from './attack-case.js'
import { passwordAccountCases } from './password-account-cases.js'
import { passwordBesideCases } from './password-beside-cases.js'
import { passwordCheckCases } from './password-check-cases.js'
import { passwordHashCases } from './password-hash-cases.js'
import { passwordLeakCases } from './password-leak-cases.js'
import { passwordLinkCases } from './password-link-cases.js'
import { passwordRowCases } from './password-row-cases.js'
import { passwordTimeCases } from './password-time-cases.js'

/** Attacks on stored passwords: sign-up, forgotten passwords, and changes of password and address. */
export const passwordCases: readonly AttackCase[] = [
  ...passwordAccountCases,
  ...passwordLinkCases,
  ...passwordCheckCases,
  ...passwordBesideCases,
  ...passwordRowCases,
  ...passwordHashCases,
  ...passwordLeakCases,
  ...passwordTimeCases,
]
