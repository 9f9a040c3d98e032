import type { Context } from '../context/context.js'
import { emitEvent } from '../context/emit-event.js'
import { AdapterError, SessionTokenError } from '../errors/runtime-errors.js'
import type { AdapterSession, AdapterUser } from '../model/adapter.js'
import type { DefaultSession } from '../model/records.js'
import { rowSessionFromCallback, plainSessionOfRow, type SessionUpdate } from './visible-session.js'
import { isLeftBehind, isMisplaced, isOverdue, moveRow, type FoundRow } from './move-row.js'
import {
  clearOtherSessionCookies,
  clearSessionCookie,
  readSessionCookies,
  writeSessionCookie,
  type SessionCookie,
} from './session-cookie.js'
import { recordSignOut } from './record-sign-out.js'
import { recordReplacement, wasReplaced } from './replaced-sessions.js'
import { proveAgain, readMethods, type Authentication } from './authentication.js'
import {
  createRow,
  deleteReplacedRow,
  deleteRow,
  extendRow,
  findLivingRow,
  findRecentRow,
  sessionEnded,
} from './session-rows.js'
import {
  createdAtOf,
  createSessionToken,
  hashSessionToken,
  isCookieToken,
  isSharedToken,
  mayBeStoredUnhashed,
  rowKeyFor,
  shareToken,
  unshareToken,
} from './session-token.js'
import type {
  CurrentUser,
  NewSession,
  RevocationScope,
  SessionProof,
  SessionStrategy,
  SignedIn,
} from './strategy.js'
import { operationsOf } from '../store/operations.js'

/** Stores sessions as database rows. The cookie holds the key of a row. */
export const databaseStrategy: SessionStrategy = {
  read: (ctx) => readOrUpdate(ctx, undefined),
  update: (ctx, data) => readOrUpdate(ctx, { data }),
  issue,
  confirm,
  revoke,
  // Each read takes the user from the database.
  refreshUser: async () => undefined,
  currentUser,
}

/** A session and the cookie that led to it. */
interface Found {
  readonly cookie: SessionCookie
  readonly row: FoundRow
}

async function readOrUpdate(
  ctx: Context,
  update: SessionUpdate | undefined,
): Promise<DefaultSession | null> {
  const cookies = readSessionCookies(ctx)
  try {
    const found = await findForRead(ctx, cookies, update)
    if (found) return await continueSession(ctx, found, update)
    if (!(await wasOneReplaced(ctx, cookies))) clearSessionCookie(ctx)
    return null
  } catch (cause) {
    // A failed database or a bug in a callback must not sign the user out.
    ctx.notes.sessionError = 'SessionTokenError'
    const log = ctx.log.hiding(cookies.map(({ value }) => value))
    log.error(new SessionTokenError('A session could not be read.', { cause }))
    return null
  }
}

/** Returns a cached session only if nothing is to be written. */
async function findForRead(
  ctx: Context,
  cookies: readonly SessionCookie[],
  update: SessionUpdate | undefined,
): Promise<Found | undefined> {
  if (update || ctx.config.session.cacheAge === 0) return findNewest(ctx, cookies)
  const found = await findNewest(ctx, cookies, findRecentRow)
  const isWritten = found && (isMisplaced(ctx, found.row) || findExtension(ctx, found.row))
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
    for (const key of await keysOf(ctx, cookie)) if (await wasReplaced(ctx, key)) return true
  }
  return false
}

async function continueSession(
  ctx: Context,
  { cookie, row: found }: Found,
  update: SessionUpdate | undefined,
): Promise<DefaultSession | null> {
  const { callbacks, events } = ctx.config
  const row = await renewIfDue(ctx, found)
  if (!row) {
    if (!(await wasReplaced(ctx, found.key))) clearSessionCookie(ctx)
    return null
  }
  // Reading alone does not rename a cookie, because an older server may still need its name.
  if (row === found) clearOtherSessionCookies(ctx, cookie)
  else writeSessionCookie(ctx, row.token, row.session.expires)
  const session = callbacks.session
    ? await rowSessionFromCallback(ctx, row, update)
    : plainSessionOfRow(row)
  if (events.session) await emitEvent(ctx, 'session', { session })
  return session
}

/**
 * Extends the session once every `updateAge`, or if the row would outlive what the config now
 * allows. Returns undefined if the session was revoked in the meantime.
 */
async function renewIfDue(ctx: Context, found: FoundRow): Promise<FoundRow | undefined> {
  const extension = findExtension(ctx, found)
  const expires = extension ?? found.session.expires
  if (isMisplaced(ctx, found)) {
    if (isLeftBehind(ctx, found)) return found
    if (extension || isOverdue(ctx, found)) return moveRow(ctx, found, expires)
  }
  if (!extension) return found
  if (!(await extendRow(ctx, found.key, expires))) return undefined
  return { ...found, session: { ...found.session, expires } }
}

/** Returns the new end of a session that is due for an extension. */
function findExtension(ctx: Context, { session, token }: FoundRow): Date | undefined {
  const { maxAge, updateAge } = ctx.config.session
  const secondsLeft = session.expires.getTime() / 1000 - ctx.now
  const isDue = secondsLeft <= maxAge - updateAge || secondsLeft > maxAge + clockTolerance
  const latest = expiryFor(ctx, createdAtOf(ctx, token))
  // Near the end of its absolute lifetime, a session cannot be extended further.
  return isDue && latest.getTime() !== session.expires.getTime() ? latest : undefined
}

/** Seconds by which the clock of the server that wrote a row may be ahead. */
const clockTolerance = 60

/** Returns when a session expires that is used now and never again. */
function expiryFor(ctx: Context, birth: number | undefined): Date {
  const { maxAge, absoluteMaxAge } = ctx.config.session
  const idleEnd = ctx.now + maxAge
  const end = birth === undefined ? idleEnd : Math.min(idleEnd, birth + absoluteMaxAge)
  return new Date(end * 1000)
}

async function issue(ctx: Context, signedIn: SignedIn): Promise<NewSession> {
  const former = readSessionCookies(ctx)
  const { continuedFrom = { startedAt: ctx.now, sessionKey: undefined } } = signedIn
  const token = createSessionToken(ctx, continuedFrom)
  const expires = expiryFor(ctx, continuedFrom.startedAt)
  const userId = signedIn.user.id ?? ''
  const isByPassword = signedIn.account.type === 'credentials'
  const passwordUser = isByPassword ? await requireStoredUser(ctx, userId) : undefined
  const grounds = { ...signedIn, userId, passwordUser }
  const sessionKey = await rowKeyFor(ctx, token)
  await createRow(ctx, sessionKey, expires, grounds)
  const replaced = continuedFrom.sessionKey
  if (replaced !== undefined && !(await deleteReplacedRow(ctx, replaced))) {
    await deleteRow(ctx, sessionKey)
    throw signedIn.start.refusal(sessionEnded)
  }
  writeSessionCookie(ctx, token, expires)
  // The former session is deleted last, so that after a crash the user has two sessions instead of
  // none.
  for (const cookie of former) {
    for (const key of await keysOf(ctx, cookie)) {
      const living = key === replaced ? undefined : await findLivingRow(ctx, key)
      if (living) await recordReplacement(ctx, key, living.user.id)
    }
  }
  await deleteAllRows(ctx, former)
  return { sessionKey }
}

/** A session in the database needs a user in the database, whatever `authorize` returns. */
async function requireStoredUser(ctx: Context, userId: string): Promise<AdapterUser> {
  const user = await operationsOf(ctx).findStored(userId)
  if (user) return user
  throw new AdapterError(
    'The credentials belong to a user who is not in the database, where the session would be ' +
      'kept. Let `authorize` return a user of the database, or set `session.strategy: "jwt"`.',
  )
}

async function confirm(
  ctx: Context,
  { start, ...proof }: SessionProof,
): Promise<NewSession | undefined> {
  const former = readSessionCookies(ctx)
  const found = await findNewest(ctx, former)
  if (!found) return undefined
  const { session, user } = found.row
  const { provider, providerSessionId } = await operationsOf(ctx).findSessionDetails(session)
  const before = await findAuthentication(ctx, found.row)
  const token = createSessionToken(ctx)
  const sessionKey = await rowKeyFor(ctx, token)
  const expires = expiryFor(ctx, ctx.now)
  await createRow(ctx, sessionKey, expires, {
    userId: user.id,
    passwordUser: user,
    account: { provider: provider ?? '', type: 'credentials', providerAccountId: user.id },
    providerSessionId: providerSessionId ?? undefined,
    authentication: proveAgain(before, proof, ctx.now),
    start,
  })
  if (!(await deleteReplacedRow(ctx, found.row.key))) {
    // The cookie stays as it is, because a parallel request may have replaced the session.
    await deleteRow(ctx, sessionKey)
    return undefined
  }
  writeSessionCookie(ctx, token, expires)
  await deleteAllRows(ctx, former)
  return { sessionKey }
}

/** A token of ours says when its session began, also if the table has no column for it. */
async function findAuthentication(ctx: Context, row: FoundRow): Promise<Authentication> {
  const { authenticatedAt, amr } = await operationsOf(ctx).findSessionDetails(row.session)
  const isKnown = authenticatedAt !== null && authenticatedAt !== undefined
  const at = isKnown ? new Date(authenticatedAt).getTime() / 1000 : createdAtOf(ctx, row.token)
  return { at, amr: readMethods(amr) }
}

async function revoke(ctx: Context, scope: RevocationScope): Promise<void> {
  const cookies = readSessionCookies(ctx)
  clearSessionCookie(ctx)
  if (cookies.length === 0) return
  if (scope === 'everywhere') {
    const found = await findNewest(ctx, cookies)
    if (!found) return
    await operationsOf(ctx).endSessions(found.row.user.id)
    await deleteAllRows(
      ctx,
      cookies.filter((cookie) => cookie !== found.cookie),
    )
    await recordSignOut(ctx, found.row.session, scope)
    await emitEvent(ctx, 'signOut', { session: found.row.session })
  } else {
    // Not every adapter returns the row that it deletes.
    const found = ctx.config.audit && (await findNewest(ctx, cookies).catch(() => undefined))
    const session = await deleteAllRows(ctx, cookies)
    if (found) await recordSignOut(ctx, found.row.session, scope)
    await emitEvent(ctx, 'signOut', { session })
  }
}

async function currentUser(ctx: Context): Promise<CurrentUser | undefined> {
  const found = await findNewest(ctx, readSessionCookies(ctx))
  if (!found) return undefined
  const { row } = found
  const { user, key: sessionKey } = row
  ctx.notes.userId = user.id
  return {
    user,
    sessionKey,
    startedAt: createdAtOf(ctx, row.token),
    findAuthentication: () => findAuthentication(ctx, row),
  }
}

/** Returns the session that was extended last, if the browser has several. */
async function findNewest(
  ctx: Context,
  cookies: readonly SessionCookie[],
  findRow: typeof findLivingRow = findLivingRow,
): Promise<Found | undefined> {
  let newest: Found | undefined
  for (const cookie of cookies) {
    const row = await findSession(ctx, cookie, findRow)
    if (row && (!newest || row.session.expires > newest.row.session.expires)) {
      newest = { cookie, row }
    }
  }
  return newest
}

/** Takes one query for a token of ours, and a second one if the row may be stored unhashed. */
async function findSession(
  ctx: Context,
  cookie: SessionCookie,
  findRow: typeof findLivingRow,
): Promise<FoundRow | undefined> {
  const { value: token } = cookie
  const birth = createdAtOf(ctx, token)
  const isTooOld = birth !== undefined && birth + ctx.config.session.absoluteMaxAge <= ctx.now
  if (isTooOld) {
    await deleteAllRows(ctx, [cookie])
    return undefined
  }
  for (const key of await keysOf(ctx, cookie)) {
    const row = await findRow(ctx, key)
    if (row) return { session: row.session, user: row.user, key, token }
  }
  return undefined
}

/** Deletes the rows of all cookies and returns the first row. A moved session has two for a moment. */
async function deleteAllRows(
  ctx: Context,
  cookies: readonly SessionCookie[],
): Promise<AdapterSession | null> {
  let first: AdapterSession | null = null
  for (const cookie of cookies) {
    for (const key of [...(await keysOf(ctx, cookie)), ...(await leftBehindBy(ctx, cookie))]) {
      const deleted = await deleteRow(ctx, key)
      first ??= deleted ?? null
    }
  }
  return first
}

/**
 * Returns the keys that the row for a cookie may be stored under, the likeliest first.
 *
 * A sibling subdomain can set a cookie with a former name, but not one with `__Host-`. A former
 * name therefore only finds sessions that began for servers with Auth.js.
 */
async function keysOf(
  ctx: Context,
  { value, isTrusted }: SessionCookie,
): Promise<readonly string[]> {
  if (!isCookieToken(value)) return []
  const mayBeHashed = isTrusted || isSharedToken(ctx, value)
  const hashed = mayBeHashed ? [await hashSessionToken(value)] : []
  if (!ctx.config.compatibility) return [...hashed, ...clearKeysOf(value)]
  // The row may have been moved by an answer that never reached the browser.
  return [...(isTrusted ? clearKeysOf(shareToken(value)) : clearKeysOf(value)), ...hashed]
}

/** Returns the key that a session had before it was moved for servers with Auth.js. */
async function leftBehindBy(ctx: Context, { value }: SessionCookie): Promise<readonly string[]> {
  if (!ctx.config.compatibility || !isSharedToken(ctx, value)) return []
  return [await hashSessionToken(unshareToken(value))]
}

function clearKeysOf(token: string): readonly string[] {
  return mayBeStoredUnhashed(token) ? [token] : []
}
