import type { SessionConfig } from '../config/resolved-config.js'
import type { Store } from '../config/store.js'
import type { Context } from '../context/context.js'
import { requireStore } from '../context/require-store.js'
import type { JWT } from '../model/records.js'
import { operationsOf } from '../store/operations.js'
import { unlessMissing } from './missing-sessions.js'
import { deleteRowsOfUser, findLivingRow } from './session-rows.js'
import { startOf } from './session-start.js'
import { hashTokenId, type HashedToken } from './session-token.js'

/**
 * The key of a row that says when all sessions of a user were revoked: it expires `absoluteMaxAge`
 * after that moment. No cookie and no token leads to it.
 *
 * A token that names no row, from Auth.js or from a time before the adapter, is not ended by
 * deleting rows. It is compared with this one.
 */
export function revocationKeyOf(userId: string): HashedToken | Promise<HashedToken> {
  return hashTokenId(`revoked:${userId}`)
}

/** Whether all sessions of a user were revoked after a token started. */
export async function isRevokedFor(ctx: Context, claims: JWT, userId: string): Promise<boolean> {
  const key = await revocationKeyOf(userId)
  const mark = await unlessMissing(ctx, userId, () => findLivingRow(ctx, key))
  if (!mark) return false
  const revokedAt = mark.session.expires.getTime() / 1000 - ctx.config.session.absoluteMaxAge
  return (startOf(claims) ?? 0) <= revokedAt
}

/** Ends all sessions of a user, but for the one with the key `except`. */
export async function endSessionsOfUser(
  { config }: Pick<Context, 'config'>,
  userId: string,
  except?: string,
): Promise<void> {
  const store = requireStore({ config })
  const isMarked = config.session.strategy === 'jwt' && config.session.revocable
  if (!isMarked) return deleteRowsOfUser(store, userId, except)
  store.require('deleteSessionsByUserId')
  if (except === undefined) {
    // First: a token that gets its row after the deletion finds the mark.
    const key = await markRevocation(config, store, userId)
    await deleteRowsOfUser(store, userId, key)
  } else {
    await deleteRowsOfUser(store, userId, except)
    await markRevocation(config, store, userId)
  }
}

/** Writes the mark; gives its key, or undefined for a user who is not stored and has no rows. */
async function markRevocation(
  config: SessionConfig,
  store: Store,
  userId: string,
): Promise<string | undefined> {
  const { runtime, session } = config
  const sessionToken = await revocationKeyOf(userId)
  const expires = new Date((Math.floor(runtime.clock() / 1000) + session.absoluteMaxAge) * 1000)
  const isKnown = async (): Promise<boolean> =>
    Boolean(await store.call('getSessionAndUser', sessionToken))
  if (await isKnown()) {
    await store.call('updateSession', { sessionToken, expires })
    return sessionToken
  }
  if (!(await operationsOf({ config }).isStored(userId))) return undefined
  try {
    await store.call('createSession', { sessionToken, userId, expires })
  } catch (thrown) {
    // Another revocation, at the same time, was faster.
    if (!(await isKnown())) throw thrown
  }
  return sessionToken
}
