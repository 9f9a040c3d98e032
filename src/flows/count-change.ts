import type { Context } from '../context/context.js'
import { countAttempt } from '../context/limits.js'
import type { AdapterUser } from '../model/adapter.js'
import { hasProvenAddress } from '../store/proven-address.js'

/**
 * Counts a change of a user's passkeys and second factors that is told by mail, and throws if there were
 * too many. An address without a proof may be that of a stranger. The change is refused, because a notice
 * that is left out would hide what a thief does.
 *
 * A user who has proven the address is not counted. Otherwise a thief could use the count up, and the
 * owner could not replace the recovery codes that the thief has made.
 *
 * Each kind has a count of its own. Removals are not counted, so a thief cannot keep the owner from
 * removing an app or a passkey. There are never more of them than there were additions.
 */
export async function countChange(
  ctx: Context,
  kind: 'recovery codes' | 'new app' | 'new passkey',
  user: AdapterUser,
): Promise<void> {
  if (hasProvenAddress(user)) return
  await countAttempt(ctx, 'mail', JSON.stringify([kind, user.id]))
}
