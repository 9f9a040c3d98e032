import { sessionAttempts } from '../context/known-client.js'
import { clientAttempts, countAttempts } from '../context/limits.js'
import type { RouteContext } from '../context/context.js'
import { strategyOf } from '../session/choose-strategy.js'

/**
 * Counts an attempt of the session, or of the client if no user is signed in. Throws if there were too many.
 * It runs before the session's proof is checked, which takes more queries.
 */
export async function countSessionAttempt(
  ctx: RouteContext,
  purpose: string,
  options?: { readonly isCheap?: boolean },
): Promise<void> {
  const current = await strategyOf(ctx).currentUser(ctx)
  const attempts = current ? sessionAttempts(ctx, purpose, current, options) : clientAttempts(ctx)
  await countAttempts(ctx, attempts)
}
