import type { Context } from '../context/context.js'
import { requireStore } from '../context/require-store.js'
import { randomHex } from '../crypto/random.js'
import { isAuthError } from '../errors/auth-error.js'
import { isMissingTable, lacksSessionTable, warnOfMissingSessions } from '../store/missing-table.js'
import { placeOf } from './place.js'
import { hashTokenId } from './session-token.js'

/** Seconds until the store is asked again for a table that the database reports as missing. */
const believedFor = 10 * 60
const mostPlaces = 1000

/** Whether the store was recently found to have no sessions. */
export function lacksSessions(ctx: Context): boolean {
  const { store } = ctx.config
  const until = store?.memory.missingSessions.get(placeOf(ctx, store))
  return until !== undefined && until > ctx.now
}

/**
 * Runs a call about a user's sessions. Returns undefined if the store has no table for sessions and
 * the app has not set `session.revocable`. Every other failure is rethrown.
 *
 * An error alone may be an outage. The table counts as missing only if the store also fails to read
 * sessions and can read the user at the same moment.
 */
export async function unlessMissing<T>(
  ctx: Context,
  userId: string,
  call: () => Promise<T>,
): Promise<T | undefined> {
  if (lacksSessions(ctx)) return undefined
  try {
    return await call()
  } catch (thrown) {
    const isFromStore = isAuthError(thrown) && thrown.type === 'AdapterError'
    if (!isFromStore || !(await isMissing(ctx, userId))) throw thrown
    remember(ctx, thrown)
    return undefined
  }
}

async function isMissing(ctx: Context, userId: string): Promise<boolean> {
  const { runtime, session } = ctx.config
  if (session.isRevocationRequired) return false
  const unknownKey = await hashTokenId(randomHex(32, runtime.random))
  return lacksSessionTable(requireStore(ctx), userId, unknownKey)
}

/**
 * An error that does not name a missing table may be a short outage. The user may sign out
 * everywhere right after it, so the store is asked again as soon as a session is rechecked. The
 * current request does not ask twice.
 */
function remember(ctx: Context, thrown: unknown): void {
  const store = requireStore(ctx)
  const { missingSessions } = store.memory
  if (missingSessions.size >= mostPlaces) missingSessions.clear()
  const seconds = isMissingTable(thrown)
    ? believedFor
    : Math.min(Math.max(ctx.config.session.recheckAge, 1), believedFor)
  missingSessions.set(placeOf(ctx, store), ctx.now + seconds)
  warnOfMissingSessions(ctx.log)
}
