import type { Context } from '../context/context.js'
import type { AdapterUser } from '../model/adapter.js'
import { operationsOf } from '../store/operations.js'

/**
 * Whether a user keeps the accounts and sessions that no proof supports. Auth.js records no proof for
 * users of its providers, so in the moving mode all of them would look planted.
 */
export async function keepsWhatIsUnproven(
  ctx: Context,
  user: AdapterUser | null,
): Promise<boolean> {
  if (ctx.config.compatibility !== 'authjs' || !user) return false
  // A user who has or had a password did not come from Auth.js.
  return (await operationsOf(ctx).passwords.findStamp(user.id)) === null
}
