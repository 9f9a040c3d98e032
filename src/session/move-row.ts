import type { Context } from '../context/context.js'
import type { AdapterSession } from '../model/adapter.js'
import { operationsOf } from '../store/operations.js'
import { deleteRow, extendRow, findLivingRow, type LivingRow } from './session-rows.js'
import { isSharedToken, isStoredUnhashed, rowKeyFor, shareToken } from './session-token.js'

/** A row, its key, and the token that the key was made from. */
export interface FoundRow extends LivingRow {
  readonly key: string
  readonly token: string
}

/**
 * Seconds for which the former row of a moved session still works. Requests that the browser sent in
 * parallel carry the former cookie.
 */
const grace = 60

/**
 * Whether a session is stored under a key that a new session would not have. It compares no hashes,
 * because every read would have to make one more.
 */
export function isMisplaced(ctx: Context, { key, token }: FoundRow): boolean {
  const now = tokenNow(ctx, token)
  return isStoredUnhashed(ctx, now) ? key !== now : key === token
}

/** Whether only parallel requests still use a row, because its session was moved. */
export function isLeftBehind({ now }: Context, { session }: FoundRow): boolean {
  return session.expires.getTime() <= (now + grace) * 1000
}

/**
 * Whether a row of ours was stored for servers with Auth.js and no such server runs any more. All
 * other misplaced rows move when they are renewed, because the cookie is renamed then.
 */
export function isOverdue(ctx: Context, { token }: FoundRow): boolean {
  return ctx.config.compatibility === undefined && isSharedToken(ctx, token)
}

/**
 * Stores a session under the key that the config asks for now. Returns undefined if the session was
 * revoked in the meantime.
 */
export async function moveRow(
  ctx: Context,
  { session, user, key: former, token: formerToken }: FoundRow,
  expires: Date,
): Promise<FoundRow | undefined> {
  const token = tokenNow(ctx, formerToken)
  const key = await keyNow(ctx, formerToken)
  const moved = { ...session, sessionToken: key, expires }
  let isCreated = true
  try {
    const { createSession, findSessionDetails } = operationsOf(ctx)
    await createSession({ ...(await findSessionDetails(session)), ...keysOf(moved) }, {})
  } catch (thrown) {
    // A parallel request has moved the session.
    if (!(await findLivingRow(ctx, key))) throw thrown
    isCreated = false
  }
  const end = Math.min(session.expires.getTime(), (ctx.now + grace) * 1000)
  // This check follows the write, because a revocation may not have seen the new row.
  try {
    if (await extendRow(ctx, former, new Date(end))) return { session: moved, user, key, token }
  } catch (thrown) {
    // The former cookie leads to the new row, too, and nothing else would find out that it was revoked.
    if (isCreated) await deleteRow(ctx, key)
    throw thrown
  }
  await deleteRow(ctx, key)
  return undefined
}

/** The table may have more columns, such as an id that only one row can have. */
function keysOf({ sessionToken, userId, expires }: AdapterSession): AdapterSession {
  return { sessionToken, userId, expires }
}

function tokenNow({ config }: Context, token: string): string {
  return config.compatibility ? shareToken(token) : token
}

function keyNow(ctx: Context, token: string): string | Promise<string> {
  return rowKeyFor(ctx, tokenNow(ctx, token))
}
