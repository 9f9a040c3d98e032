import type { Context } from '../context/context.js'
import { emitEvent } from '../context/emit-event.js'
import { AdapterError, SessionTokenError } from '../errors/runtime-errors.js'
import type { AdapterSession, AdapterUser } from '../model/adapter.js'
import type { DefaultSession } from '../model/records.js'
import { rowSessionFromCallback, plainSessionOfRow, type SessionUpdate } from './visible-session.js'
import {
  clearSessionCookie,
  readSessionCookie,
  writeSessionCookie,
  type SessionCookie,
} from './session-cookie.js'
import { createRow, deleteRow, extendRow, findLivingRow, type LivingRow } from './session-rows.js'
import {
  createdAtOf,
  createSessionToken,
  hashSessionToken,
  isCookieToken,
  mayBeStoredUnhashed,
  rowKeyFor,
} from './session-token.js'
import type { CurrentUser, RevocationScope, SessionStrategy, SignedIn } from './strategy.js'
import { operationsOf } from '../store/operations.js'

/** Stores sessions as database rows. The cookie holds the key of a row. */
export const databaseStrategy: SessionStrategy = {
  read: (ctx) => readOrUpdate(ctx, undefined),
  update: (ctx, data) => readOrUpdate(ctx, { data }),
  issue,
  revoke,
  currentUser,
}

/** A row, its key, and the token that the key was made from. */
interface Found extends LivingRow {
  readonly key: string
  readonly token: string
}

async function readOrUpdate(
  ctx: Context,
  update: SessionUpdate | undefined,
): Promise<DefaultSession | null> {
  const cookie = readSessionCookie(ctx)
  try {
    const found = cookie && (await findSession(ctx, cookie))
    if (cookie && found) return await continueSession(ctx, cookie, found, update)
  } catch (cause) {
    // A failed database or a bug in a callback must not sign the user out.
    const log = ctx.log.hiding(cookie ? [cookie.value] : [])
    log.error(new SessionTokenError('A session could not be read.', { cause }))
    return null
  }
  clearSessionCookie(ctx)
  return null
}

async function continueSession(
  ctx: Context,
  cookie: SessionCookie,
  found: Found,
  update: SessionUpdate | undefined,
): Promise<DefaultSession | null> {
  const { callbacks, events } = ctx.config
  const row = await extendIfDue(ctx, found)
  if (!row) {
    clearSessionCookie(ctx)
    return null
  }
  // Reading alone does not rename a cookie, because an older server may still need its name.
  if (row !== found) writeSessionCookie(ctx, cookie.value, row.session.expires)
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
async function extendIfDue(ctx: Context, found: Found): Promise<Found | undefined> {
  const { maxAge, updateAge } = ctx.config.session
  const secondsLeft = found.session.expires.getTime() / 1000 - ctx.now
  const expires = expiryFor(ctx, createdAtOf(ctx, found.token))
  const isDue = secondsLeft <= maxAge - updateAge || secondsLeft > maxAge
  // Near the end of its absolute lifetime, a session cannot be extended further.
  if (!isDue || expires.getTime() === found.session.expires.getTime()) return found
  if (!(await extendRow(ctx, found.key, expires))) return undefined
  return { ...found, session: { ...found.session, expires } }
}

/** Returns when a session expires that is used now and never again. */
function expiryFor(ctx: Context, birth: number | undefined): Date {
  const { maxAge, absoluteMaxAge } = ctx.config.session
  const idleEnd = ctx.now + maxAge
  const end = birth === undefined ? idleEnd : Math.min(idleEnd, birth + absoluteMaxAge)
  return new Date(end * 1000)
}

async function issue(ctx: Context, signedIn: SignedIn): Promise<boolean> {
  const former = readSessionCookie(ctx)
  const token = createSessionToken(ctx)
  const expires = expiryFor(ctx, ctx.now)
  const userId = signedIn.user.id ?? ''
  const isByPassword = signedIn.account.type === 'credentials'
  const passwordUser = isByPassword ? await requireStoredUser(ctx, userId) : undefined
  const grounds = { ...signedIn, userId, passwordUser }
  await createRow(ctx, await rowKeyFor(ctx, token), expires, grounds)
  writeSessionCookie(ctx, token, expires)
  // The former session is deleted last, so that after a crash the user has two sessions instead of
  // none.
  if (former) await deleteRows(ctx, former)
  return true
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

async function revoke(ctx: Context, scope: RevocationScope): Promise<void> {
  const cookie = readSessionCookie(ctx)
  clearSessionCookie(ctx)
  if (!cookie) return
  if (scope === 'everywhere') {
    const found = await findSession(ctx, cookie)
    if (!found) return
    await operationsOf(ctx).endSessions(found.user.id)
    await emitEvent(ctx, 'signOut', { session: found.session })
  } else {
    await emitEvent(ctx, 'signOut', { session: await deleteRows(ctx, cookie) })
  }
}

async function currentUser(ctx: Context): Promise<CurrentUser | undefined> {
  const cookie = readSessionCookie(ctx)
  const found = cookie && (await findSession(ctx, cookie))
  return found && { user: found.user, sessionKey: found.key }
}

/** Takes one query for a token of ours, and a second one if the row may be stored unhashed. */
async function findSession(ctx: Context, cookie: SessionCookie): Promise<Found | undefined> {
  const { value: token } = cookie
  const birth = createdAtOf(ctx, token)
  const isTooOld = birth !== undefined && birth + ctx.config.session.absoluteMaxAge <= ctx.now
  if (isTooOld) {
    await deleteRows(ctx, cookie)
    return undefined
  }
  for (const key of await keysOf(cookie)) {
    const row = await findLivingRow(ctx, key)
    if (row) return { ...row, key, token }
  }
  return undefined
}

async function deleteRows(ctx: Context, cookie: SessionCookie): Promise<AdapterSession | null> {
  for (const key of await keysOf(cookie)) {
    const deleted = await deleteRow(ctx, key)
    if (deleted) return deleted
  }
  return null
}

/**
 * Returns the keys that the row for a cookie may be stored under.
 *
 * A sibling subdomain can set a cookie with a former name, but not one with `__Host-`. A former
 * name therefore only finds rows that Auth.js stored unhashed, and never a session of ours.
 */
async function keysOf({ value, isTrusted }: SessionCookie): Promise<readonly string[]> {
  if (!isCookieToken(value)) return []
  const clear = mayBeStoredUnhashed(value) ? [value] : []
  return isTrusted ? [await hashSessionToken(value), ...clear] : clear
}
