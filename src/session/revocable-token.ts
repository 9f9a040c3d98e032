import type { Context } from '../context/context.js'
import { requireStore } from '../context/require-store.js'
import { sha256Hex } from '../crypto/digest.js'
import { randomHex } from '../crypto/random.js'
import type { JWT } from '../model/records.js'
import { operationsOf } from '../store/operations.js'
import { evidenceOf, sessionEvidence } from './evictable-token.js'
import { lacksSessions, unlessMissing } from './missing-sessions.js'
import { placeOf } from './place.js'
import { createRow, deleteRow, extendRow, findLivingRow } from './session-rows.js'
import { startOf } from './session-start.js'
import { hashTokenId } from './session-token.js'
import type { RevocationScope, SignedIn } from './strategy.js'

/** Names the row that a revocable token stands for. */
export const sessionId = 'session_id'

/** Set on a token that has no row because its user, or the table of sessions, was not in the database. */
export const hasNoRow = 'session_without_row'

/** The key of a token's row; undefined for a token that names none. */
export async function rowKeyOf(ctx: Context, claims: JWT): Promise<string | undefined> {
  const id = claims[sessionId]
  if (!ctx.config.session.revocable || typeof id !== 'string') return undefined
  return hashTokenId(id)
}

/** Whether a token is from Auth.js, or from a time before the adapter: it is due for a row. */
export function needsRow(ctx: Context, claims: JWT): boolean {
  if (!ctx.config.session.revocable || claims.sub === undefined) return false
  const isDue = typeof claims[sessionId] !== 'string' && claims[hasNoRow] !== true
  return isDue && !lacksSessions(ctx)
}

/** Whether nothing has ended the session of a token. */
export async function isNotRevoked(ctx: Context, claims: JWT): Promise<boolean> {
  const key = await rowKeyOf(ctx, claims)
  if (key !== undefined) return isStillAlive(ctx, key)
  const { sub } = claims
  return sub === undefined || !needsRow(ctx, claims) || !(await isRevokedFor(ctx, claims, sub))
}

/** Whether all sessions of a user were ended after a token that names no row started. */
export async function isRevokedFor(ctx: Context, claims: JWT, userId: string): Promise<boolean> {
  const startedAt = startOf(claims) ?? 0
  const isRevoked = await unlessMissing(ctx, userId, () =>
    operationsOf(ctx).isTokenRevoked(userId, startedAt),
  )
  return isRevoked ?? false
}

/** Whether the row of a token is still there; found so, it is believed for `recheckAge`. */
async function isStillAlive(ctx: Context, key: string): Promise<boolean> {
  const store = requireStore(ctx)
  const { alive } = store.memory
  const name = placeOf(ctx, store) + key
  if (alive.wasAlive(name, ctx.now, ctx.config.session.recheckAge)) return true
  const { generation } = alive
  const isAlive = (await findLivingRow(ctx, key)) !== undefined
  if (isAlive) alive.remember(name, ctx.now, generation)
  return isAlive
}

/**
 * Makes the row of a token, or extends it, and gives the claims that name it; undefined when the
 * session was revoked in the meantime.
 *
 * `signedIn` is there at a sign-in. Without it a token that has no row yet gets one.
 */
export async function keepRow(
  ctx: Context,
  claims: JWT,
  expires: Date,
  signedIn: SignedIn | undefined,
): Promise<JWT | undefined> {
  if (!ctx.config.session.revocable) {
    if (signedIn?.evidence) await operationsOf(ctx).confirmAccount(signedIn.evidence)
    return claims
  }
  const known = await rowKeyOf(ctx, claims)
  if (known) return (await extendRow(ctx, known, expires)) ? claims : undefined
  const userId = signedIn?.user.id ?? claims.sub
  if (userId === undefined) return claims
  // A user who signs in by password may be unknown to the database; every other user is in it.
  const mayBeUnknown = !signedIn || signedIn.account.type === 'credentials'
  const stored = mayBeUnknown ? await operationsOf(ctx).findStored(userId) : undefined
  if (stored === null) return { ...claims, [hasNoRow]: true }
  const id = signedIn ? newId(ctx) : await adoptedId(ctx, claims)
  const named = { ...claims, [sessionId]: id, [hasNoRow]: undefined }
  const key = await hashTokenId(id)
  const isKept = await unlessMissing(ctx, userId, async () => {
    if (!signedIn) return adopt(ctx, claims, { key, expires, userId })
    await createRow(ctx, key, expires, { ...signedIn, userId, passwordUser: stored })
    return true
  })
  if (isKept === undefined) return goWithoutRow(ctx, claims, signedIn)
  return isKept ? named : undefined
}

/** What a token is given in place of a row where there is no table for one. */
async function goWithoutRow(
  ctx: Context,
  claims: JWT,
  signedIn: SignedIn | undefined,
): Promise<JWT> {
  const without = { ...claims, [hasNoRow]: true }
  if (!signedIn) return without
  if (signedIn.evidence) await operationsOf(ctx).confirmAccount(signedIn.evidence)
  return { ...without, [sessionEvidence]: await evidenceOf(ctx, signedIn) }
}

/** Requests that arrive together with one token without a row get one row. */
async function adoptedId(ctx: Context, { jti }: JWT): Promise<string> {
  return typeof jti === 'string' ? sha256Hex(`adopted ${jti}`) : newId(ctx)
}

function newId(ctx: Context): string {
  return randomHex(32, ctx.config.runtime.random)
}

/** Makes the row of a token that had none; false when all sessions of its user were revoked. */
async function adopt(
  ctx: Context,
  claims: JWT,
  {
    key,
    expires,
    userId,
  }: { readonly key: string; readonly expires: Date; readonly userId: string },
): Promise<boolean> {
  try {
    await createRow(ctx, key, expires, { userId })
  } catch (thrown) {
    if (!(await findLivingRow(ctx, key))) throw thrown
  }
  // Afterwards: a revocation that saw no row has left its mark before.
  if (!(await isRevokedFor(ctx, claims, userId))) return true
  await deleteRow(ctx, key)
  return false
}

/** Ends what a token stands for; the token itself may live on, but is worth nothing. */
export async function endRows(ctx: Context, claims: JWT, scope: RevocationScope): Promise<void> {
  if (scope === 'everywhere') {
    const userId = await findUserId(ctx, claims)
    if (userId !== undefined) await operationsOf(ctx).endSessions(userId)
    return
  }
  const key = await rowKeyOf(ctx, claims)
  if (key) await deleteRow(ctx, key)
}

/** The user of a token that is alive. A dead one speaks for no user, whatever its subject says. */
async function findUserId(ctx: Context, claims: JWT): Promise<string | undefined> {
  const key = await rowKeyOf(ctx, claims)
  if (key !== undefined) return (await findLivingRow(ctx, key))?.user.id
  const { sub } = claims
  if (sub === undefined || !ctx.config.session.revocable) return sub
  return (await isRevokedFor(ctx, claims, sub)) ? undefined : sub
}
