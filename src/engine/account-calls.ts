import { recordEvent } from '../context/record-event.js'
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

/** One of the user's sessions, for a list of devices. */
export interface DeviceSession {
  /** The session's id for {@link revokeSession}. It is not the token and cannot be used to sign in. */
  readonly id: string
  /** Whether this is the session of the current request. */
  readonly isCurrent: boolean
  readonly expires: Date
  readonly createdAt: Date | undefined
  /** The `User-Agent` header of the browser that signed in. */
  readonly userAgent: string | undefined
  /** Id of the provider that the user signed in with. */
  readonly provider: string | undefined
}

/** An account at a provider that is linked to a user. */
export type LinkedAccount = Pick<AdapterAccount, 'provider' | 'providerAccountId' | 'type'>

/**
 * Returns the signed-in user's active sessions, newest first. Rejects if the visitor is not signed
 * in.
 *
 * The adapter must have `listSessionsByUserId`.
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
 * Ends one of the sessions that {@link listSessions} returned. Returns false if the session does
 * not belong to the signed-in user.
 *
 * Rejects unless the browser confirms, by `Sec-Fetch-Site` or `Origin`, that your site sent the request.
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
  let isFound = false
  // A session that has just been moved to another key has two rows for a moment.
  for (const row of rows) {
    const { sessionToken } = row
    if (isMark(row) || (await publicKeyOf(sessionToken)) !== id) continue
    await deleteRow(ctx, sessionToken)
    isFound = true
  }
  const { id: userId } = user
  if (isFound) await recordEvent(ctx, { event: 'session-revoked', userId, sessionId: id })
  return isFound
}

/** Ends all sessions of a user. Call it after a password change, or when you close an account. */
export async function revokeSessionsOfUser<S extends DefaultSession>(
  given: AuthConfig<S>,
  userId: string,
): Promise<void> {
  const config = requireConfig(given)
  await operationsOf({ config }).endSessions(userId)
  await recordEvent({ config }, { event: 'session-revoked', userId })
}

/**
 * Ends the sessions that started with one session at a provider. Call it when the provider reports
 * that the user signed out there.
 */
export async function revokeProviderSession<S extends DefaultSession>(
  given: AuthConfig<S>,
  session: { readonly provider: string; readonly providerSessionId: string },
): Promise<void> {
  const config = requireConfig(given)
  await operationsOf({ config }).endProviderSession(session)
  await recordEvent({ config }, { event: 'session-revoked', provider: session.provider })
}

/**
 * Returns the signed-in user's linked accounts, without their tokens. Rejects if the visitor is not
 * signed in.
 *
 * The adapter must have `listAccountsByUserId`.
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
 * Unlinks an account from the signed-in user and ends the user's other sessions. Returns false if
 * the user has no such account. Rejects if the account is the user's last way to sign in.
 *
 * Rejects unless the browser confirms, by `Sec-Fetch-Site` or `Origin`, that your site sent the request.
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
 * Deletes expired sessions and verification tokens. Sign-ins do this occasionally. If your app has
 * few sign-ins, call it on a schedule to keep the tables small.
 */
export async function deleteExpired<S extends DefaultSession>(
  given: AuthConfig<S>,
  now: Date = new Date(),
): Promise<void> {
  const config = requireConfig(given)
  await requireStore({ config }).call('deleteExpired', now)
}
