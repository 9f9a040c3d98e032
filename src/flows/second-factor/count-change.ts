import type { Context } from '../../context/context.js'
import { countAttempt } from '../../context/limits.js'

/**
 * Counts a change of a user's second factors that is told by mail, and throws if there were too many.
 * The address may be that of a stranger. The change is refused, because a notice that is left out would
 * hide what a thief does. Each kind has a count of its own, so a thief who makes codes cannot keep the owner
 * from removing an app.
 */
export async function countChange(
  ctx: Context,
  kind: 'recovery codes' | 'removed app',
  userId: string,
): Promise<void> {
  await countAttempt(ctx, 'mail', JSON.stringify([kind, userId]))
}
