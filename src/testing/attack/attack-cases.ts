import type { AttackCase } from './attack-case.js'
import { cookieCases } from './cookie-cases.js'
import { crossSiteCases } from './cross-site-cases.js'
import { factorCases } from './factor-cases.js'
import { hostCases } from './host-cases.js'
import { pageCases } from './page-cases.js'
import { passwordCases } from './password-cases.js'
import { passwordLimitCases } from './password-limit-cases.js'
import { redirectCases } from './redirect-cases.js'
import { requestCases } from './request-cases.js'
import { serverFunctionCases } from './server-function-cases.js'
import { sessionCases } from './session-cases.js'

/** The attacks that need only the app's URL, and for some of them a user who can sign in. */
export const attackCases: readonly AttackCase[] = [
  ...crossSiteCases,
  ...redirectCases,
  ...hostCases,
  ...pageCases,
  ...requestCases,
  ...cookieCases,
  ...sessionCases,
  ...passwordCases,
  ...factorCases,
  ...serverFunctionCases,
  // Last, because the app refuses other sign-ins for a while after them.
  ...passwordLimitCases,
]
