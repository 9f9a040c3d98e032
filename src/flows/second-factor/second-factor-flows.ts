import { confirmFlows } from '../confirm/confirm-flows.js'
import { addFactor } from './add-factor.js'
import { openGate } from './ask-second-factor.js'
import { checkSecondFactor } from './check-second-factor.js'
import { findCodes } from './former-codes.js'
import { listFactors } from './list-factors.js'
import type { SecondFactorFlows } from './load-flows.js'
import { makeRecoveryCodes } from './make-recovery-codes.js'
import { offerFactor } from './offer-factor.js'
import {
  acceptPasskey,
  askPasskey,
  passkeyAdded,
  passkeyMissing,
  passkeyRemoved,
  notifyPasskeyAdded,
} from './passkey-proof.js'
import { proveAgain } from './prove-again.js'
import { proveInstead } from './prove-first.js'
import { removeFactor } from './remove-factor.js'
import { resetFactors } from './reset-factors.js'
import { showAddFactor, showFactors, showSecondFactor } from './show-factor-pages.js'
import { findWays, hasFactor } from './ways.js'

/** The pages and forms for second factors. */
export const secondFactorFlows: SecondFactorFlows = {
  ...confirmFlows,
  openGate,
  hasFactor,
  findWays,
  proveAgain,
  proveInstead,
  askPasskey,
  acceptPasskey,
  notifyPasskeyAdded,
  findCodes,
  passkeyAdded,
  passkeyMissing,
  passkeyRemoved,
  offerFactor,
  listFactors,
  resetFactors,
  showSecondFactor,
  checkSecondFactor,
  showFactors,
  showAddFactor,
  addFactor,
  removeFactor,
  makeRecoveryCodes,
}
