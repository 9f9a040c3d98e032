import type { Context } from '../context/context.js'
import { requireStore } from '../context/require-store.js'
import { sha256Hex } from '../crypto/digest.js'
import { randomHex } from '../crypto/random.js'
import type { JWT } from '../model/records.js'
import { operationsOf } from '../store/operations.js'
import { idOf } from '../store/user-id.js'
import { requireCurrentPassword } from '../store/sessions.js'
import { evidenceOf, sessionEvidence } from './evictable-token.js'
import { lacksSessions, unlessMissing } from './missing-sessions.js'
import { placeOf } from './place.js'
import {
  createRow,
  deleteRow,
  extendRow,
  findLivingRow,
  findReplicatedRow,
} from './session-rows.js'
import { provenStartOf } from './session-start.js'
import { hashTokenId } from './session-token.js'
import type { RevocationScope, SignedIn } from './strategy.js'

/** The claim that names a revocable token's row. */
export const sessionId = 'session_id'

/** Set on a token that has no row because the database lacked its user. */
export const hasNoRow = 'session_without_row'

/** Returns the key of a token's row, or undefined if the token names no row. */
export async function rowKeyOf(ctx: Context, claims: JWT): Promise<string | undefined> {
  const id = claims[sessionId]
  if (!ctx.config.session.revocable || typeof id !== 'string') return undefined
  return hashTokenId(id)
}

/**
 * Whether a token needs a row, because Auth.js issued it, or the app had no adapter or no session
 * table at that time.
 */
export function needsRow(ctx: Context, claims: JWT): boolean {
  if (!ctx.config.session.revocable || claims.sub === undefined) return false
  const isDue = typeof claims[sessionId] !== 'string' && claims[hasNoRow] !== true
  return isDue && !lacksSessions(ctx)
}

/** Whether a token's session has not been revoked. */
export async function isNotRevoked(ctx: Context, claims: JWT): Promise<boolean> {
  const key = await rowKeyOf(ctx, claims)
  if (key !== undefined) return isStillAlive(ctx, key)
  const { sub } = claims
  return sub === undefined || !needsRow(ctx, claims) || !(await isRevokedFor(ctx, claims, sub))
}

/**
 * Whether all sessions of a user were revoked, unless a token without a row proves that it started
 * later. A server with Auth.js renews revoked tokens, too.
 */
export async function isRevokedFor(ctx: Context, claims: JWT, userId: string): Promise<boolean> {
  const startedAt = provenStartOf(ctx, claims) ?? 0
  const isRevoked = await unlessMissing(ctx, userId, () =>
    operationsOf(ctx).isTokenRevoked(userId, startedAt),
  )
  return isRevoked ?? false
}

/** Whether a token's row still exists. A positive result is cached for `recheckAge`. */
async function isStillAlive(ctx: Context, key: string): Promise<boolean> {
  const store = requireStore(ctx)
  const { alive } = store.memory
  const name = placeOf(ctx, store) + key
  const mayCache = store.findsSameSessions
  if (mayCache && alive.wasAlive(name, ctx.now, ctx.config.session.recheckAge)) return true
  const { generation } = alive
  const row = (await findReplicatedRow(ctx, key)) ?? (await findLivingRow(ctx, key))
  const isAlive = row !== undefined
  if (isAlive && mayCache) alive.remember(name, ctx.now, generation)
  return isAlive
}

/**
 * Creates or extends a token's row and returns the claims that name it. Returns undefined if the
 * session was revoked in the meantime.
 *
 * `signedIn` is present at a sign-in. Without it, a token that has no row yet gets one.
 */
export async function keepRow(
  ctx: Context,
  claims: JWT,
  expires: Date,
  signedIn: SignedIn | undefined,
): Promise<JWT | undefined> {
  if (!ctx.config.session.revocable) {
    if (signedIn) await requirePassword(ctx, signedIn)
    if (signedIn?.evidence) await operationsOf(ctx).confirmAccount(signedIn.evidence)
    return claims
  }
  const known = await rowKeyOf(ctx, claims)
  if (known) return (await extendRow(ctx, known, expires)) ? claims : undefined
  const userId = signedIn?.user.id ?? claims.sub
  if (userId === undefined) return claims
  // The database may not know a user who signs in with a password. It knows every other user.
  const mayBeUnknown = !signedIn || signedIn.account.type === 'credentials'
  const stored = mayBeUnknown ? await operationsOf(ctx).findStored(userId) : undefined
  if (stored === null) {
    return (await mayLackUser(ctx, claims, userId, signedIn))
      ? { ...claims, [hasNoRow]: true }
      : undefined
  }
  const id = signedIn ? newId(ctx) : await adoptedId(claims)
  const named = { ...claims, [sessionId]: id, [hasNoRow]: undefined }
  const key = await hashTokenId(id)
  const isKept = await unlessMissing(ctx, userId, async () => {
    if (!signedIn) return adopt(ctx, claims, { key, expires, userId })
    await createRow(ctx, key, expires, { ...signedIn, userId, passwordUser: stored })
    return true
  })
  if (isKept === undefined) return signInWithoutRow(ctx, claims, signedIn)
  return isKept ? named : undefined
}

/**
 * Whether a user who is not stored can have a session. A user whose password the database had, or
 * whom an earlier request found there, was deleted since. Throws if that refuses a sign-in.
 */
async function mayLackUser(
  ctx: Context,
  claims: JWT,
  userId: string,
  signedIn: SignedIn | undefined,
): Promise<boolean> {
  // Evidence is written only for a user who is stored.
  if (!signedIn) return claims[sessionEvidence] === undefined
  const { start, wasStored = false } = signedIn
  const isGone =
    wasStored || start.passwordStamp !== undefined || (await operationsOf(ctx).wasDeleted(userId))
  if (isGone) throw start.refusal(userDeleted)
  return true
}

const userDeleted = 'The user was deleted after this sign-in began.'

async function requirePassword(ctx: Context, { user, start }: SignedIn): Promise<void> {
  if (start.passwordStamp === undefined) return
  await requireCurrentPassword(operationsOf(ctx).passwords, idOf(user), start)
}

/**
 * Returns claims for a token that gets no row because there is no session table. It gets one when
 * the table answers, unless its user has signed out everywhere by then.
 */
async function signInWithoutRow(
  ctx: Context,
  claims: JWT,
  signedIn: SignedIn | undefined,
): Promise<JWT> {
  if (!signedIn) return claims
  await requirePassword(ctx, signedIn)
  if (signedIn.evidence) await operationsOf(ctx).confirmAccount(signedIn.evidence)
  return { ...claims, [sessionEvidence]: await evidenceOf(ctx, signedIn) }
}

/**
 * The id is derived from the token, so that parallel requests with the same token create one row,
 * and a later request with it finds out that the row has ended.
 */
async function adoptedId(claims: JWT): Promise<string> {
  const { jti } = claims
  return sha256Hex(`adopted ${typeof jti === 'string' ? jti : JSON.stringify(claims)}`)
}

function newId(ctx: Context): string {
  return randomHex(32, ctx.config.runtime.random)
}

/** A row that a token of Auth.js gets when it is first seen. */
interface AdoptedRow {
  readonly key: string
  readonly expires: Date
  readonly userId: string
}

/**
 * Creates the row for a token that had none. Returns false if all sessions of its user were
 * revoked, or if the token had a row before that was deleted.
 */
async function adopt(ctx: Context, claims: JWT, row: AdoptedRow): Promise<boolean> {
  if (!(await createOnce(ctx, claims, row))) return false
  // This check follows the write, because a revocation that did not see the row has already written
  // its mark.
  if (!(await isRevokedFor(ctx, claims, row.userId))) return true
  await deleteRow(ctx, row.key)
  return false
}

async function createOnce(
  ctx: Context,
  claims: JWT,
  { key, expires, userId }: AdoptedRow,
): Promise<boolean> {
  const { isAdopted, recordAdoption } = operationsOf(ctx)
  if (await isAdopted(key)) return (await findLivingRow(ctx, key)) !== undefined
  try {
    await createRow(ctx, key, expires, { userId })
  } catch (thrown) {
    if (await findLivingRow(ctx, key)) return true
    throw thrown
  }
  if (await recordAdoption({ sessionToken: key, userId, expires: endOf(ctx, claims) })) return true
  // Another request has adopted the token, and its row was deleted since.
  await deleteRow(ctx, key)
  return false
}

/** Milliseconds for which an expired token may still be accepted, because clocks differ. */
const leeway = 60_000

/** Returns until when a token can be presented. */
function endOf({ now, config }: Context, claims: JWT): Date {
  return new Date((claims.exp ?? now + config.session.absoluteMaxAge) * 1000 + leeway)
}

/**
 * Deletes the rows that a token depends on. The token itself may remain, but it is no longer valid.
 */
export async function endRows(ctx: Context, claims: JWT, scope: RevocationScope): Promise<void> {
  if (scope === 'everywhere') {
    const userId = await findUserId(ctx, claims)
    if (userId !== undefined) await operationsOf(ctx).endSessions(userId)
    return
  }
  const key = await rowKeyOf(ctx, claims)
  if (key) await deleteRow(ctx, key)
  else if (needsRow(ctx, claims)) await refuseRow(ctx, claims)
}

/**
 * Ends a token that may have no row yet, because its session ends before it was read here. It is recorded
 * as adopted, so that a copy of it gets no row. Another request may be giving it one at this moment. A user
 * who is not stored has no rows, and the token lasts until it expires.
 */
async function refuseRow(ctx: Context, claims: JWT): Promise<void> {
  const { sub: userId = '' } = claims
  const operations = operationsOf(ctx)
  if (!(await operations.findStored(userId))) return
  const sessionToken = await hashTokenId(await adoptedId(claims))
  await unlessMissing(ctx, userId, async () => {
    const expires = endOf(ctx, claims)
    await operations.recordAdoption({ sessionToken, userId, expires })
    await deleteRow(ctx, sessionToken)
  })
}

/**
 * Returns the user of a valid token. A revoked token identifies no user, whatever its subject says.
 */
async function findUserId(ctx: Context, claims: JWT): Promise<string | undefined> {
  const key = await rowKeyOf(ctx, claims)
  if (key !== undefined) return (await findLivingRow(ctx, key))?.user.id
  const { sub } = claims
  if (sub === undefined || !ctx.config.session.revocable) return sub
  return (await isRevokedFor(ctx, claims, sub)) ? undefined : sub
}
