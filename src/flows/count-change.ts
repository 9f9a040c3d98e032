import type { Context } from '../context/context.js'
import { countAttempt } from '../context/limits.js'

/**
 * Counts a change of a user's passkeys and second factors that is told by mail, and throws if there were
 * too many. The address may be that of a stranger. The change is refused, because a notice that is left
 * out would hide what a thief does.
 *
 * Each kind has a count of its own. Removals are not counted, so a thief cannot keep the owner from
 * removing an app or a passkey. There are never more of them than there were additions.
 */
export async function countChange(
  ctx: Context,
  kind: 'recovery codes' | 'new app' | 'new passkey',
  userId: string,
): Promise<void> {
  await countAttempt(ctx, 'mail', JSON.stringify([kind, userId]))
}
