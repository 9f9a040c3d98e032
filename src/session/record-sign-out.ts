import type { Context } from '../context/context.js'
import { recordEvent } from '../context/record-event.js'
import { publicKeyOf } from './session-token.js'
import type { RevocationScope } from './strategy.js'

/** The row of a session, or what a token says about it. */
interface EndedSession {
  readonly userId: string | undefined
  readonly sessionToken: string | undefined
}

/** Records that a user signed out, here or everywhere. */
export async function recordSignOut(
  ctx: Context,
  { userId, sessionToken }: EndedSession,
  scope: RevocationScope,
): Promise<void> {
  const sessionId = sessionToken && (await publicKeyOf(sessionToken))
  await recordEvent(ctx, { event: 'signed-out', userId, sessionId })
  if (scope === 'everywhere') await recordEvent(ctx, { event: 'session-revoked', userId })
}
