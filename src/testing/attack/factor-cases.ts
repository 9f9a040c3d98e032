import type { AttackCase } from './attack-case.js'
import { factorCodeCases } from './factor-code-cases.js'
import { factorDeviceCases } from './factor-device-cases.js'
import { factorIdentityCases } from './factor-identity-cases.js'
import { factorMailedCases } from './factor-mailed-cases.js'
import { factorProcessCases } from './factor-process-cases.js'
import { factorProviderCases } from './factor-provider-cases.js'
import { factorProofCases } from './factor-proof-cases.js'
import { factorRowCases } from './factor-row-cases.js'
import { factorSignInCases } from './factor-sign-in-cases.js'

/** Attacks on second factors: sign-ins that wait for one, codes, and proofs of identity. */
export const factorCases: readonly AttackCase[] = [
  ...factorSignInCases,
  ...factorDeviceCases,
  ...factorCodeCases,
  ...factorProofCases,
  ...factorProviderCases,
  ...factorIdentityCases,
  ...factorMailedCases,
  ...factorRowCases,
  ...factorProcessCases,
]
