import type { SessionConfig } from '../../config/resolved-config.js'
import { recordEvent } from '../../context/record-event.js'
import { removeFactors } from '../../store/factors.js'
import { requireStore } from '../../context/require-store.js'
import { operationsOf } from '../../store/operations.js'
import { canEndSessions } from '../end-sessions.js'

/** Removes all second factors of a user and ends their sessions, for an administrator. */
export async function resetFactors(config: SessionConfig, userId: string): Promise<void> {
  const ctx = { config }
  await removeFactors(requireStore(ctx), userId)
  if (canEndSessions(ctx)) await operationsOf(ctx).endSessions(userId)
  // A session that has just ended may have set up a factor in between.
  await removeFactors(requireStore(ctx), userId)
  await recordEvent(ctx, { event: 'factor-removed', userId })
}
