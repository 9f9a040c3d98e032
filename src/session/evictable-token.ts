import type { Context } from '../context/context.js'
import { requireStore } from '../context/require-store.js'
import type { AdapterUser } from '../model/adapter.js'
import type { JWT } from '../model/records.js'
import { placeOf } from './place.js'
import { startOf } from './session-start.js'
import type { SignedIn } from './strategy.js'
import { operationsOf } from '../store/operations.js'
import { hasProvenAddress, provenAt } from '../store/proven-address.js'
import { idOf } from '../store/user-id.js'

/**
 * The claim that a session without a row depends on, if the user's address was not proven at
 * sign-in. The owner of the address can evict such a session, and there is no row to delete. The
 * claim is `null` if the session cannot be evicted.
 */
export const sessionEvidence = 'session_evidence'

/** The user, and the account that the user signed in with. A credentials sign-in has no account. */
type Evidence = readonly [userId: string, provider?: string, providerAccountId?: string]

/** Returns the evidence for a sign-in without a row, or undefined if the user is not stored. */
export async function evidenceOf(
  ctx: Context,
  { user, account: { type, provider, providerAccountId } }: SignedIn,
): Promise<Evidence | null | undefined> {
  if (!ctx.config.store) return undefined
  const id = idOf(user)
  const isStored = type !== 'credentials'
  const known = isStored ? user : await operationsOf(ctx).findStored(id)
  if (!known) return undefined
  if (!known.email || hasProvenAddress(known as AdapterUser)) return null
  return isStored ? [id, provider, providerAccountId] : [id]
}

/** Whether a proof of the address may have ended this session. */
export function isEvictable(claims: JWT): boolean {
  return Array.isArray(claims[sessionEvidence])
}

/**
 * Whether the evidence for a session is still valid. A positive result is cached for `recheckAge`.
 */
export async function isNotEvicted(ctx: Context, claims: JWT): Promise<boolean> {
  const { store } = ctx.config
  if (!isEvictable(claims) || !store) return true
  const { alive } = store.memory
  const name = `${placeOf(ctx, store)} ${JSON.stringify(claims[sessionEvidence])}`
  if (alive.wasAlive(name, ctx.now, ctx.config.session.recheckAge)) return true
  const { generation } = alive
  const stands = (await findByEvidence(ctx, claims)) !== undefined
  if (stands) alive.remember(name, ctx.now, generation)
  return stands
}

/**
 * Returns the user of a token without a row, for changes to the user's accounts. It never uses the
 * cache.
 */
export async function findUserWithoutRow(
  ctx: Context,
  claims: JWT,
): Promise<AdapterUser | undefined> {
  if (isEvictable(claims)) return findByEvidence(ctx, claims)
  if (claims.sub === undefined) return undefined
  const user = await requireStore(ctx).call('getUser', claims.sub)
  if (!user || claims[sessionEvidence] === null) return user ?? undefined
  // This token does not say how its session began. If the address was proven later, the session may
  // have been evicted.
  const provenSince = (provenAt(user)?.getTime() ?? 0) / 1000
  return provenSince > (startOf(claims) ?? 0) ? undefined : user
}

async function findByEvidence(ctx: Context, claims: JWT): Promise<AdapterUser | undefined> {
  const [userId, provider, providerAccountId] = claims[sessionEvidence] as Evidence
  const store = requireStore(ctx)
  if (provider === undefined || providerAccountId === undefined) {
    const user = await store.call('getUser', userId)
    return user && !hasProvenAddress(user) ? user : undefined
  }
  const owner = await operationsOf(ctx).findUserByAccount({ provider, providerAccountId })
  return owner && idOf(owner) === userId ? owner : undefined
}
