import type { Context } from '../context/context.js'
import { requireStore } from '../context/require-store.js'
import { randomHex } from '../crypto/random.js'
import type { JWT } from '../model/records.js'
import { placeOf } from './place.js'
import { createRow, deleteRow, deleteRowsOfUser, findLivingRow } from './session-rows.js'
import { hashTokenId } from './session-token.js'
import type { RevocationScope, SignedIn } from './strategy.js'

/** Names the row that a revocable token stands for. */
export const sessionId = 'session_id'

/** The key of a token's row; undefined for a token that cannot be revoked. */
export async function rowKeyOf(ctx: Context, claims: JWT): Promise<string | undefined> {
  const id = claims[sessionId]
  if (!ctx.config.session.revocable || typeof id !== 'string') return undefined
  return hashTokenId(id)
}

/** Whether the row of a token is still there; found so, it is believed for `recheckAge`. */
export async function isStillAlive(ctx: Context, key: string): Promise<boolean> {
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
 * Makes the row of a token, or extends it, and gives the claims that name it.
 *
 * `signedIn` is there at a sign-in. Without it a token that has no row yet, from Auth.js or from a
 * time before the adapter, gets one.
 */
export async function keepRow(
  ctx: Context,
  claims: JWT,
  expires: Date,
  signedIn: SignedIn | undefined,
): Promise<JWT> {
  if (!ctx.config.session.revocable) return claims
  const known = await rowKeyOf(ctx, claims)
  if (known) {
    await requireStore(ctx).call('updateSession', { sessionToken: known, expires })
    return claims
  }
  const userId = signedIn?.user.id ?? claims.sub
  if (userId === undefined || !(await isStored(ctx, userId, signedIn))) return claims
  const named = { ...claims, [sessionId]: randomHex() }
  const key = (await rowKeyOf(ctx, named)) ?? ''
  await createRow(ctx, key, expires, { ...signedIn, userId })
  return named
}

/** Ends what a token stands for; the token itself may live on, but is worth nothing. */
export async function endRows(ctx: Context, claims: JWT, scope: RevocationScope): Promise<void> {
  const key = await rowKeyOf(ctx, claims)
  if (scope === 'everywhere') {
    const row = key === undefined ? undefined : await findLivingRow(ctx, key)
    const userId = row?.user.id ?? claims.sub
    if (userId === undefined) return
    await deleteRowsOfUser(requireStore(ctx), userId)
  } else if (key) {
    await deleteRow(ctx, key)
  }
}

/** Whoever signs in by credentials need not be in the database; everybody else is by now. */
async function isStored(
  ctx: Context,
  userId: string,
  signedIn: SignedIn | undefined,
): Promise<boolean> {
  if (signedIn && signedIn.account.type !== 'credentials') return true
  const store = requireStore(ctx)
  return store.has('getUser') && Boolean(await store.call('getUser', userId))
}
