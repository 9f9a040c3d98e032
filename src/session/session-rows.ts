import type { Context } from '../context/context.js'
import type { SessionAndUser, Store } from '../config/store.js'
import { requireStore } from '../context/require-store.js'
import { andThen } from '../crypto/and-then.js'
import type { AdapterSession, AdapterSessionDetails, AdapterUser } from '../model/adapter.js'
import { deleteSession } from '../store/delete-session.js'
import { hasRecentSessions, matchKey } from '../store/find-session.js'
import type { RowDetails } from '../store/session-details.js'
import type { SessionGrounds } from '../store/sessions.js'
import { operationsOf } from '../store/operations.js'
import { writeMethods } from './authentication.js'
import { recordReplacement } from './replaced-sessions.js'
import type { SignedIn } from './strategy.js'

/** A session in the database that has not expired. */
export interface LivingRow {
  readonly session: AdapterSessionDetails
  readonly user: AdapterUser
}

const longestUserAgent = 256

export async function createRow(
  ctx: Context,
  sessionToken: string,
  expires: Date,
  signedIn: Partial<SignedIn> & Pick<SessionGrounds, 'passwordUser'> & { readonly userId: string },
): Promise<void> {
  const row = { sessionToken, userId: signedIn.userId, expires, ...detailsOf(ctx, signedIn) }
  await operationsOf(ctx).createSession(row, signedIn)
}

/**
 * Returns the row with a key and its user. An expired row is deleted. Synchronous if the adapter is and
 * no row has expired.
 */
export function findLivingRow(
  ctx: Context,
  key: string,
): LivingRow | undefined | Promise<LivingRow | undefined> {
  const store = requireStore(ctx)
  const keepLiving = (
    read: SessionAndUser | null,
  ): LivingRow | undefined | Promise<LivingRow | undefined> => {
    // A cached row may differ from the one that was just read.
    store.memory.sessions.drop(key)
    const found = matchKey(read, key)
    if (!found) return undefined
    const living = withDate(found)
    if (living.session.expires.getTime() > ctx.now * 1000) return living
    return deleteRow(ctx, key).then(() => undefined)
  }
  return andThen(store.getSessionAndUser(key), keepLiving)
}

/** Some adapters return the date as text. */
function withDate(found: SessionAndUser): LivingRow {
  const { session, user } = found
  const given: unknown = session.expires
  if (given instanceof Date) return found
  return { session: { ...session, expires: new Date(session.expires) }, user }
}

/** Whether reads may use {@link findRecentRow}. */
export function mayReadRecent(ctx: Context): boolean {
  return cachesRows(ctx) || hasRecentSessions(requireStore(ctx))
}

function cachesRows(ctx: Context): boolean {
  return ctx.config.session.cacheAge > 0 && requireStore(ctx).mayCacheRows
}

/**
 * Like {@link findLivingRow}, but the row may be `session.cacheAge` seconds old, or as old as rows of the
 * adapter's replica. For reads only.
 */
export async function findRecentRow(ctx: Context, key: string): Promise<LivingRow | undefined> {
  if (!cachesRows(ctx)) return (await findReplicatedRow(ctx, key)) ?? findLivingRow(ctx, key)
  const { cacheAge: age } = ctx.config.session
  const { memory } = requireStore(ctx)
  const { now } = ctx
  const known = memory.sessions.find(key, now, age)
  if (known && known.session.expires.getTime() > now * 1000) return known
  const { generation } = memory.sessions
  // Not from a replica, because both delays would add up.
  const found = await findLivingRow(ctx, key)
  if (found) memory.sessions.remember(key, found, { now, age, generation })
  return found
}

/** A row that seems to have expired may have been extended since, so only the primary can say that. */
export async function findReplicatedRow(ctx: Context, key: string): Promise<LivingRow | undefined> {
  const found = await operationsOf(ctx).findRecentSession?.(key)
  if (!found) return undefined
  const expires = new Date(found.session.expires)
  // Not the opposite comparison, which an invalid date would pass.
  if (!(expires.getTime() > ctx.now * 1000)) return undefined
  return { ...found, session: { ...found.session, expires } }
}

/** Extends a row. Returns false if the row was deleted in the meantime. */
export async function extendRow(ctx: Context, key: string, expires: Date): Promise<boolean> {
  const store = requireStore(ctx)
  const extended = await store.call('updateSession', { sessionToken: key, expires })
  // Not every adapter returns the row, so `null` alone does not prove that it is missing.
  if (extended !== null || (await findLivingRow(ctx, key))) return true
  forget(store, key)
  return false
}

/** Deletes a row and returns the adapter's result, see {@link deleteSession}. */
export async function deleteRow(
  ctx: Context,
  key: string,
): Promise<AdapterSession | null | undefined> {
  const store = requireStore(ctx)
  try {
    return await deleteSession(store, key)
  } finally {
    forget(store, key)
  }
}

/**
 * Deletes a row that another one replaces. Returns false if the session was ended in the meantime, so
 * that the new row must not outlive it.
 *
 * If the adapter does not say what it deletes, only the read tells, which a revocation can still follow.
 */
export async function deleteReplacedRow(ctx: Context, key: string): Promise<boolean> {
  const living = await findLivingRow(ctx, key)
  if (living) await recordReplacement(ctx, key, living.user.id)
  return (await deleteRow(ctx, key)) !== null && living !== undefined
}

/** Why a sign-in is refused that continues a session which has ended. */
export const sessionEnded = 'The session that the sign-in continues has ended in the meantime.'

/** If several stores share one memory, its entries also contain a place, which is unknown here. */
function forget({ memory }: Store, key: string): void {
  if (memory.isShared) memory.alive.forgetAll()
  else memory.alive.forget(key)
}

/** Returns the details that help users recognize a session in a list. */
function detailsOf(
  ctx: Context,
  { account, providerSessionId, authentication }: Partial<SignedIn>,
): RowDetails {
  const at = authentication?.at
  return {
    createdAt: new Date(ctx.now * 1000),
    userAgent: ctx.request.headers.get('user-agent')?.slice(0, longestUserAgent) ?? null,
    provider: account?.provider ?? null,
    providerSessionId: providerSessionId ?? null,
    authenticatedAt: at === undefined ? null : new Date(at * 1000),
    amr: writeMethods(authentication?.amr ?? []),
  }
}
