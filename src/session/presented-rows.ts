import type { Context } from '../context/context.js'
import { andThen } from '../crypto/and-then.js'
import type { AdapterSession } from '../model/adapter.js'
import type { FoundRow } from './move-row.js'
import type { SessionCookie } from './session-cookie.js'
import { keysOf, leftBehindBy, type PendingKey } from './session-keys.js'
import { deleteRow, findLivingRow } from './session-rows.js'
import { createdAtOf } from './session-token.js'

/** A session and the cookie that led to it. */
export interface PresentedRow extends FoundRow {
  readonly cookie: SessionCookie
}

type Finding = PresentedRow | undefined | Promise<PresentedRow | undefined>

/**
 * Returns the session that was extended last, if the browser has several. Synchronous if the adapter
 * is, the browser has one cookie and the first query finds its session.
 */
export function findNewest(
  ctx: Context,
  cookies: readonly SessionCookie[],
  findRow: typeof findLivingRow = findLivingRow,
): Finding {
  const [only, ...others] = cookies
  if (!only || others.length === 0) return only && findSession(ctx, only, findRow)
  return findNewestOfSeveral(ctx, cookies, findRow)
}

async function findNewestOfSeveral(
  ctx: Context,
  cookies: readonly SessionCookie[],
  findRow: typeof findLivingRow,
): Promise<PresentedRow | undefined> {
  let newest: PresentedRow | undefined
  for (const cookie of cookies) {
    const row = await findSession(ctx, cookie, findRow)
    if (row && (!newest || row.session.expires > newest.session.expires)) newest = row
  }
  return newest
}

/** Takes one query for a token of ours, and a second one if the row may be stored unhashed. */
function findSession(ctx: Context, cookie: SessionCookie, findRow: typeof findLivingRow): Finding {
  const birth = createdAtOf(ctx, cookie.value)
  const isTooOld = birth !== undefined && birth + ctx.config.session.absoluteMaxAge <= ctx.now
  if (isTooOld) return deleteAllRows(ctx, [cookie]).then(() => undefined)
  return findUnderKeys(ctx, cookie, keysOf(ctx, cookie), findRow)
}

function findUnderKeys(
  ctx: Context,
  cookie: SessionCookie,
  [pending, ...others]: readonly PendingKey[],
  findRow: typeof findLivingRow,
): Finding {
  if (pending === undefined) return undefined
  return andThen(pending, (key) =>
    andThen(findRow(ctx, key), (row): Finding => {
      if (!row) return findUnderKeys(ctx, cookie, others, findRow)
      return { session: row.session, user: row.user, key, token: cookie.value, cookie }
    }),
  )
}

/** Deletes the rows of all cookies and returns the first row. A moved session has two for a moment. */
export async function deleteAllRows(
  ctx: Context,
  cookies: readonly SessionCookie[],
): Promise<AdapterSession | null> {
  let first: AdapterSession | null = null
  for (const cookie of cookies) {
    for (const key of [...keysOf(ctx, cookie), ...leftBehindBy(ctx, cookie)]) {
      const deleted = await deleteRow(ctx, await key)
      first ??= deleted ?? null
    }
  }
  return first
}
