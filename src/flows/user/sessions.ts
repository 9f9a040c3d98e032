import type { Context } from '../../context/context.js'
import { recordEvent } from '../../context/record-event.js'
import { requireStore } from '../../context/require-store.js'
import type { DeviceSession } from '../../model/account-description.js'
import type { AdapterSessionDetails } from '../../model/adapter.js'
import { describeBrowser } from '../../pages/describe-browser.js'
import { deleteRow } from '../../session/session-rows.js'
import { publicKeyOf, publicKeysOf } from '../../session/session-token.js'
import type { CurrentUser } from '../../session/strategy.js'
import { operationsOf } from '../../store/operations.js'
import { isMark } from '../../store/revocation.js'

/** Returns the user's active sessions, newest first. */
export async function listOwnSessions(
  ctx: Context,
  { user, sessionKey }: CurrentUser,
): Promise<readonly DeviceSession[]> {
  const living = await listLivingRows(ctx, user.id)
  const devices = await Promise.all(living.map((row) => toDevice(row, sessionKey)))
  return devices.sort((a, b) => (b.createdAt?.getTime() ?? 0) - (a.createdAt?.getTime() ?? 0))
}

/** Returns the rows of a user's active sessions. */
export async function listLivingRows(
  ctx: Context,
  userId: string,
): Promise<readonly AdapterSessionDetails[]> {
  const rows = await requireStore(ctx).call('listSessionsByUserId', userId)
  return rows.filter((row) => !isMark(row) && new Date(row.expires).getTime() > ctx.now * 1000)
}

async function toDevice(
  { sessionToken, expires, createdAt, userAgent, provider }: AdapterSessionDetails,
  currentKey: string | undefined,
): Promise<DeviceSession> {
  return {
    id: await publicKeyOf(sessionToken),
    isCurrent: sessionToken === currentKey,
    expires: new Date(expires),
    createdAt: createdAt ? new Date(createdAt) : undefined,
    userAgent: userAgent ?? undefined,
    browser: describeBrowser(userAgent),
    provider: provider ?? undefined,
  }
}

/**
 * Ends all of the user's sessions but this one. It is recorded only if there were others, so that a
 * thief cannot fill the audit trail with it.
 */
export async function endOwnOtherSessions(
  ctx: Context,
  { user, sessionKey }: CurrentUser,
): Promise<void> {
  // A failed query for the audit trail must not keep a thief's session alive.
  const hasOthers = await hasOtherSessions(ctx, user.id, sessionKey).catch(() => true)
  await operationsOf(ctx).endOtherSessions(user.id, sessionKey)
  if (hasOthers) await recordEvent(ctx, { event: 'session-revoked', userId: user.id })
}

/** An adapter that cannot list sessions may have any. */
async function hasOtherSessions(
  ctx: Context,
  userId: string,
  sessionKey: string | undefined,
): Promise<boolean> {
  if (!operationsOf(ctx).lists.sessions) return true
  const rows = await requireStore(ctx).call('listSessionsByUserId', userId)
  return rows.some((row) => !isMark(row) && row.sessionToken !== sessionKey)
}

/**
 * Ends one of the user's sessions. Returns false if the session does not belong to the user, or if another
 * request ended or replaced it first.
 */
export async function endOwnSession(
  ctx: Context,
  { user }: CurrentUser,
  id: string,
): Promise<boolean> {
  const rows = await requireStore(ctx).call('listSessionsByUserId', user.id)
  let isFound = false
  for (const sessionToken of await findKeys(rows, id)) {
    // A confirmation may have replaced the session since, which then lives on under another id.
    if ((await deleteRow(ctx, sessionToken)) !== null) isFound = true
  }
  const { id: userId } = user
  if (isFound) await recordEvent(ctx, { event: 'session-revoked', userId, sessionId: id })
  return isFound
}

/** Returns the keys of a session's rows. One that has just been moved to another key has two for a moment. */
async function findKeys(
  rows: readonly AdapterSessionDetails[],
  id: string,
): Promise<readonly string[]> {
  const keys = rows.filter((row) => !isMark(row)).map(({ sessionToken }) => sessionToken)
  const named = await Promise.all(
    keys.map(async (key) => ({ key, names: await publicKeysOf(key) })),
  )
  const wanted = new Set(named.flatMap(({ names }) => (names.includes(id) ? names : [])))
  return named.filter(({ names }) => names.some((name) => wanted.has(name))).map(({ key }) => key)
}
