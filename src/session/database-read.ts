import type { Context } from '../context/context.js'
import { emitEvent } from '../context/emit-event.js'
import { SessionTokenError } from '../errors/runtime-errors.js'
import type { DefaultSession } from '../model/records.js'
import { isLeftBehind, isMisplaced, isOverdue, moveRow, type FoundRow } from './move-row.js'
import { findNewest, type PresentedRow } from './presented-rows.js'
import { wasReplaced } from './replaced-sessions.js'
import {
  clearOtherSessionCookies,
  clearSessionCookie,
  readSessionCookies,
  writeSessionCookie,
  type SessionCookie,
} from './session-cookie.js'
import { keysOf } from './session-keys.js'
import { extendRow, findRecentRow, mayReadRecent } from './session-rows.js'
import { createdAtOf } from './session-token.js'
import { plainSessionOfRow, rowSessionFromCallback, type SessionUpdate } from './visible-session.js'

type MaybeSession = DefaultSession | null

/** Reads the session of this browser, and changes it if there is an update. Synchronous if the adapter is. */
export function readOrUpdate(
  ctx: Context,
  update: SessionUpdate | undefined,
): MaybeSession | Promise<MaybeSession> {
  const cookies = readSessionCookies(ctx)
  const report = (cause: unknown): null => reportUnread(ctx, cookies, cause)
  const proceed = (found: PresentedRow | undefined): MaybeSession | Promise<MaybeSession> => {
    try {
      const session = found ? continueSession(ctx, found, update) : endMissing(ctx, cookies)
      return session instanceof Promise ? session.catch(report) : session
    } catch (cause) {
      return report(cause)
    }
  }
  try {
    const found = findForRead(ctx, cookies, update)
    return found instanceof Promise ? found.then(proceed, report) : proceed(found)
  } catch (cause) {
    return report(cause)
  }
}

/** A failed database or a bug in a callback must not sign the user out. */
function reportUnread(ctx: Context, cookies: readonly SessionCookie[], cause: unknown): null {
  ctx.notes.sessionError = 'SessionTokenError'
  const log = ctx.log.hiding(cookies.map(({ value }) => value))
  log.error(new SessionTokenError('A session could not be read.', { cause }))
  return null
}

async function endMissing(ctx: Context, cookies: readonly SessionCookie[]): Promise<null> {
  if (!(await wasOneReplaced(ctx, cookies))) clearSessionCookie(ctx)
  return null
}

function findForRead(
  ctx: Context,
  cookies: readonly SessionCookie[],
  update: SessionUpdate | undefined,
): ReturnType<typeof findNewest> {
  return update || !mayReadRecent(ctx) ? findNewest(ctx, cookies) : findCached(ctx, cookies)
}

/** Returns a cached session only if nothing is to be written. */
async function findCached(
  ctx: Context,
  cookies: readonly SessionCookie[],
): Promise<PresentedRow | undefined> {
  const found = await findNewest(ctx, cookies, findRecentRow)
  const isWritten = found && (isMisplaced(ctx, found) || findExtension(ctx, found))
  return isWritten ? findNewest(ctx, cookies) : found
}

/**
 * Whether the session of one of the cookies was replaced a moment ago. Only for tokens that look like ours,
 * because each lookup is a query, and anyone can send odd cookies.
 */
async function wasOneReplaced(ctx: Context, cookies: readonly SessionCookie[]): Promise<boolean> {
  const { absoluteMaxAge, generateSessionToken } = ctx.config.session
  for (const cookie of cookies) {
    const birth = createdAtOf(ctx, cookie.value) ?? (generateSessionToken ? ctx.now : undefined)
    if (birth === undefined || birth + absoluteMaxAge <= ctx.now) continue
    for (const key of keysOf(ctx, cookie)) if (await wasReplaced(ctx, await key)) return true
  }
  return false
}

function continueSession(
  ctx: Context,
  found: PresentedRow,
  update: SessionUpdate | undefined,
): MaybeSession | Promise<MaybeSession> {
  const extension = findExtension(ctx, found)
  if (extension !== undefined || isMisplaced(ctx, found)) {
    return continueRenewed(ctx, found, extension, update)
  }
  return showUnchanged(ctx, found, update)
}

async function continueRenewed(
  ctx: Context,
  found: PresentedRow,
  extension: Date | undefined,
  update: SessionUpdate | undefined,
): Promise<MaybeSession> {
  const row = await renew(ctx, found, extension)
  if (row === found) return showUnchanged(ctx, found, update)
  if (row) {
    writeSessionCookie(ctx, row.token, row.session.expires)
    return show(ctx, row, update)
  }
  if (!(await wasReplaced(ctx, found.key))) clearSessionCookie(ctx)
  return null
}

function showUnchanged(
  ctx: Context,
  found: PresentedRow,
  update: SessionUpdate | undefined,
): DefaultSession | Promise<DefaultSession> {
  // Reading alone does not rename a cookie, because an older server may still need its name.
  clearOtherSessionCookies(ctx, found.cookie)
  return show(ctx, found, update)
}

/** Returns what the client sees. Synchronous if the callback is and the app waits for no read. */
function show(
  ctx: Context,
  row: FoundRow,
  update: SessionUpdate | undefined,
): DefaultSession | Promise<DefaultSession> {
  const { callbacks, events } = ctx.config
  const shown = callbacks.session
    ? rowSessionFromCallback(ctx, row, update)
    : plainSessionOfRow(row)
  return events.session ? emitRead(ctx, shown) : shown
}

async function emitRead(
  ctx: Context,
  shown: DefaultSession | Promise<DefaultSession>,
): Promise<DefaultSession> {
  const session = await shown
  await emitEvent(ctx, 'session', { session })
  return session
}

/**
 * Extends a session that is due, and moves one that is stored under another key than a new one.
 * Returns undefined if the session was revoked in the meantime.
 */
async function renew(
  ctx: Context,
  found: FoundRow,
  extension: Date | undefined,
): Promise<FoundRow | undefined> {
  const expires = extension ?? found.session.expires
  if (isMisplaced(ctx, found)) {
    if (isLeftBehind(ctx, found)) return found
    if (extension || isOverdue(ctx, found)) return moveRow(ctx, found, expires)
  }
  if (!extension) return found
  if (!(await extendRow(ctx, found.key, expires))) return undefined
  return { ...found, session: { ...found.session, expires } }
}

/**
 * Returns the new end of a session that is due for an extension: once every `updateAge`, or if the
 * row would outlive what the config now allows.
 */
function findExtension(ctx: Context, { session, token }: FoundRow): Date | undefined {
  const { maxAge, updateAge } = ctx.config.session
  const secondsLeft = session.expires.getTime() / 1000 - ctx.now
  const isDue = secondsLeft <= maxAge - updateAge || secondsLeft > maxAge + clockTolerance
  if (!isDue) return undefined
  const latest = expiryFor(ctx, createdAtOf(ctx, token))
  // Near the end of its absolute lifetime, a session cannot be extended further.
  return latest.getTime() === session.expires.getTime() ? undefined : latest
}

/** Seconds by which the clock of the server that wrote a row may be ahead. */
const clockTolerance = 60

/** Returns when a session expires that is used now and never again. */
export function expiryFor(ctx: Context, birth: number | undefined): Date {
  const { maxAge, absoluteMaxAge } = ctx.config.session
  const idleEnd = ctx.now + maxAge
  const end = birth === undefined ? idleEnd : Math.min(idleEnd, birth + absoluteMaxAge)
  return new Date(end * 1000)
}
