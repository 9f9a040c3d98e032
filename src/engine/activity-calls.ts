import { requireCurrentUser } from '../flows/user/current-user.js'
import { listOwnActivity, type ActivityOptions, type ActivityPage } from '../flows/user/activity.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import { openCall } from './open-call.js'

export type { ActivityOptions, ActivityPage } from '../flows/user/activity.js'
export type { Activity } from '../model/account-description.js'

/**
 * Returns what the audit trail says about the signed-in user, for a list of recent activity. Rejects
 * if the visitor is not signed in.
 *
 * The option `audit` must have a list, as `kyselyAuditTrail` has.
 */
export async function listActivity<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  options: ActivityOptions = {},
): Promise<ActivityPage> {
  const ctx = openCall(request, given)
  return listOwnActivity(ctx, await requireCurrentUser(ctx), options)
}
