import { confirmFlows } from '../confirm/confirm-flows.js'
import { showDeleteAccount, deleteAccount } from './delete-account.js'
import { deleteDueUsers } from './delete-due.js'
import { describeAccount } from './describe-account.js'
import { collectData, exportAccount } from './export-account.js'
import { holdSignIn } from './hold-sign-in.js'
import { describePendingDeletion, keepAccount, showKeepAccount } from './keep-account.js'
import type { AccountFlows } from './load-flows.js'
import { endSession, removePasskey, renamePasskey, unlinkAccount } from './manage-account.js'
import { showAccount } from './show-account.js'
import { updateProfile } from './update-profile.js'

/** The account page and its forms. */
export const accountFlows: AccountFlows = {
  ...confirmFlows,
  describeAccount,
  collectData,
  showAccount,
  updateProfile,
  endSession,
  unlinkAccount,
  renamePasskey,
  removePasskey,
  exportAccount,
  showDeleteAccount,
  deleteAccount,
  showKeepAccount,
  keepAccount,
  describePendingDeletion,
  holdSignIn,
  deleteDueUsers,
}
