import { confirmIdentity, confirmInstead } from './confirm.js'
import type { ConfirmFlows } from './load-flows.js'
import { showConfirm } from './show-confirm.js'

/** The page on which a signed-in user confirms their identity. */
export const confirmFlows: ConfirmFlows = { showConfirm, confirmIdentity, confirmInstead }
