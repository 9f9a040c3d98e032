import type { Context } from '../context/context.js'
import { emitEvent } from '../context/emit-event.js'
import { AdapterError } from '../errors/runtime-errors.js'
import type { AdapterUser } from '../model/adapter.js'
import { operationsOf } from '../store/operations.js'
import { proveAgain, readMethods, type Authentication } from './authentication.js'
import { expiryFor, readOrUpdate } from './database-read.js'
import type { FoundRow } from './move-row.js'
import { deleteAllRows, findNewest, type PresentedRow } from './presented-rows.js'
import { recordSignOut } from './record-sign-out.js'
import { recordReplacement } from './replaced-sessions.js'
import {
  clearSessionCookie,
  readSessionCookies,
  writeSessionCookie,
  type SessionCookie,
} from './session-cookie.js'
import { keysOf } from './session-keys.js'
import {
  createRow,
  deleteReplacedRow,
  deleteRow,
  findLivingRow,
  sessionEnded,
} from './session-rows.js'
import { createdAtOf, createSessionToken, rowKeyFor } from './session-token.js'
import type {
  CurrentUser,
  NewSession,
  RevocationScope,
  SessionProof,
  SessionStrategy,
  SignedIn,
} from './strategy.js'

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
    for (const pending of keysOf(ctx, cookie)) {
      const key = await pending
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
  const { session, user } = found
  const { provider, providerSessionId } = await operationsOf(ctx).findSessionDetails(session)
  const before = await findAuthentication(ctx, found)
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
  if (!(await deleteReplacedRow(ctx, found.key))) {
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
    if (!found) {
      // The first try may have ended them without the acknowledgement that this deletion waits for.
      await deleteAllRows(ctx, cookies)
      return
    }
    await operationsOf(ctx).endSessions(found.user.id)
    await deleteAllRows(
      ctx,
      cookies.filter((cookie) => cookie !== found.cookie),
    )
    await recordSignOut(ctx, found.session, scope)
    await emitEvent(ctx, 'signOut', { session: found.session })
  } else {
    // Not every adapter returns the row that it deletes.
    const found = ctx.config.audit && (await findForAudit(ctx, cookies))
    const session = await deleteAllRows(ctx, cookies)
    if (found) await recordSignOut(ctx, found.session, scope)
    await emitEvent(ctx, 'signOut', { session })
  }
}

/** A sign-out does not fail because its record lacks the user. */
async function findForAudit(
  ctx: Context,
  cookies: readonly SessionCookie[],
): Promise<PresentedRow | undefined> {
  try {
    return await findNewest(ctx, cookies)
  } catch {
    return undefined
  }
}

async function currentUser(ctx: Context): Promise<CurrentUser | undefined> {
  const found = await findNewest(ctx, readSessionCookies(ctx))
  if (!found) return undefined
  const { user, key: sessionKey } = found
  ctx.notes.userId = user.id
  return {
    user,
    sessionKey,
    startedAt: createdAtOf(ctx, found.token),
    findAuthentication: () => findAuthentication(ctx, found),
  }
}
