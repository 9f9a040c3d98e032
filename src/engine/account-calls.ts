import { requireStore } from '../context/require-store.js'
import type { AdapterAccount } from '../model/adapter.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import { deleteRow } from '../session/session-rows.js'
import { publicKeyOf } from '../session/session-token.js'
import { operationsOf } from '../store/operations.js'
import { isMark } from '../store/revocation.js'
import { requireOwnOrigin } from './guard.js'
import { openCall, requireConfig, requireCurrentUser } from './open-call.js'
import { unlink } from './unlink.js'

/** A session in the list of one's devices. */
export interface DeviceSession {
  /** Names the session; not its token, and nothing that signs anybody in. */
  readonly id: string
  /** Whether it is the one that asks. */
  readonly isCurrent: boolean
  readonly expires: Date
  readonly createdAt: Date | undefined
  /** What the browser called itself. */
  readonly userAgent: string | undefined
  /** Id of the provider that the person signed in with. */
  readonly provider: string | undefined
}

/** A way to sign in that is linked to a user. */
export type LinkedAccount = Pick<AdapterAccount, 'provider' | 'providerAccountId' | 'type'>

/**
 * The living sessions of whoever is signed in, the newest first. Needs an adapter with
 * `listSessionsByUserId`.
 */
export async function listSessions<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
): Promise<readonly DeviceSession[]> {
  const ctx = openCall(request, given)
  const { user, sessionKey } = await requireCurrentUser(ctx)
  const rows = await requireStore(ctx).call('listSessionsByUserId', user.id)
  const living = rows.filter(
    (row) => !isMark(row) && new Date(row.expires).getTime() > ctx.now * 1000,
  )
  const devices = await Promise.all(
    living.map(async ({ sessionToken, expires, createdAt, userAgent, provider }) => ({
      id: await publicKeyOf(sessionToken),
      isCurrent: sessionToken === sessionKey,
      expires: new Date(expires),
      createdAt: createdAt ? new Date(createdAt) : undefined,
      userAgent: userAgent ?? undefined,
      provider: provider ?? undefined,
    })),
  )
  return devices.sort((a, b) => (b.createdAt?.getTime() ?? 0) - (a.createdAt?.getTime() ?? 0))
}

/**
 * Ends one of the sessions that {@link listSessions} gave; false when it is none of this user's.
 *
 * The request must be one that the browser says this site has sent.
 */
export async function revokeSession<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  id: string,
): Promise<boolean> {
  const ctx = openCall(request, given)
  requireOwnOrigin(ctx)
  const { user } = await requireCurrentUser(ctx)
  const store = requireStore(ctx)
  const rows = await store.call('listSessionsByUserId', user.id)
  for (const row of rows) {
    const { sessionToken } = row
    if (isMark(row) || (await publicKeyOf(sessionToken)) !== id) continue
    await deleteRow(ctx, sessionToken)
    return true
  }
  return false
}

/** Ends all sessions of a user: a password was changed, an account was closed. */
export async function revokeSessionsOfUser<S extends DefaultSession>(
  given: AuthConfig<S>,
  userId: string,
): Promise<void> {
  const config = requireConfig(given)
  await operationsOf({ config }).endSessions(userId)
}

/** Ends the sessions that began with one session at a provider: someone signed out over there. */
export async function revokeProviderSession<S extends DefaultSession>(
  given: AuthConfig<S>,
  session: { readonly provider: string; readonly providerSessionId: string },
): Promise<void> {
  const config = requireConfig(given)
  await operationsOf({ config }).endProviderSession(session)
}

/**
 * The accounts of whoever is signed in, without their tokens. Needs an adapter with
 * `listAccountsByUserId`.
 */
export async function listAccounts<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
): Promise<readonly LinkedAccount[]> {
  const ctx = openCall(request, given)
  const { user } = await requireCurrentUser(ctx)
  const accounts = await requireStore(ctx).call('listAccountsByUserId', user.id)
  return accounts.map(({ provider, providerAccountId, type }) => ({
    provider,
    providerAccountId,
    type,
  }))
}

/**
 * Removes an account of whoever is signed in, and ends the user's other sessions; false when the
 * user has no such account. The last way to sign in is not removed.
 *
 * The request must be one that the browser says this site has sent.
 */
export async function unlinkAccount<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  account: Pick<LinkedAccount, 'provider' | 'providerAccountId'>,
): Promise<boolean> {
  const ctx = openCall(request, given)
  requireOwnOrigin(ctx)
  return unlink(ctx, await requireCurrentUser(ctx), account)
}

/**
 * Deletes sessions and verification tokens that have expired. Sign-ins do it now and then; a
 * schedule of your own keeps tables small that see few of them.
 */
export async function deleteExpired<S extends DefaultSession>(
  given: AuthConfig<S>,
  now: Date = new Date(),
): Promise<void> {
  const config = requireConfig(given)
  await requireStore({ config }).call('deleteExpired', now)
}
