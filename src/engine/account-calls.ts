import { openContext, type SignInContext } from '../context/context.js'
import { recordEvent } from '../context/record-event.js'
import { requireStore } from '../context/require-store.js'
import { loadAccountFlows } from '../flows/account/load-flows.js'
import { requireCurrentUser } from '../flows/user/current-user.js'
import { endOwnOtherSessions, endOwnSession, listOwnSessions } from '../flows/user/sessions.js'
import type { AccountPage } from '../model/account.js'
import type { DeviceSession } from '../model/account-description.js'
import { unlink } from '../flows/user/unlink.js'
import type { AdapterAccount } from '../model/adapter.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import { operationsOf } from '../store/operations.js'
import { requireOwnOrigin } from './guard.js'
import { runRemoval, type RemovalCall } from './run-removal.js'
import { openCall, requireConfig } from './open-call.js'

export type { DeviceSession } from '../model/account-description.js'

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
  return listOwnSessions(ctx, await requireCurrentUser(ctx))
}

/**
 * Ends one of the sessions that {@link listSessions} returned. Returns false if the session does
 * not belong to the signed-in user, or if it has ended or was replaced in the meantime.
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
  return endOwnSession(ctx, await requireCurrentUser(ctx), id)
}

/**
 * Ends all sessions of the signed-in user except this one. Rejects if the visitor is not signed in.
 *
 * Rejects unless the browser confirms, by `Sec-Fetch-Site` or `Origin`, that your site sent the request.
 */
export async function revokeOtherSessions<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
): Promise<void> {
  const ctx = openCall(request, given)
  requireOwnOrigin(ctx)
  await endOwnOtherSessions(ctx, await requireCurrentUser(ctx))
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
 *
 * The tokens of the account are revoked after the call. On a platform that ends the process after the
 * response, pass its `waitUntil`. If the account is a passkey and the last second factor, the session of
 * this browser is replaced by one with one factor, so pass `setCookies`.
 */
export async function unlinkAccount<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  account: Pick<LinkedAccount, 'provider' | 'providerAccountId'>,
  call: RemovalCall = {},
): Promise<boolean> {
  return runRemoval(request, given, call, (ctx, current) => unlink(ctx, current, account))
}

/** The options of {@link deleteExpired}. */
export interface DeleteExpiredOptions {
  /** Any request to the app. It says where the site is, if the config does not. */
  readonly request?: Request | undefined
}

/**
 * Deletes expired sessions and verification tokens, and the users whose grace period (`graceDays` of
 * the account page) is over. Sign-ins do this occasionally. If your app has few sign-ins, call it on a
 * schedule.
 */
export async function deleteExpired<S extends DefaultSession>(
  given: AuthConfig<S>,
  now: Date = new Date(),
  { request }: DeleteExpiredOptions = {},
): Promise<void> {
  const config = requireConfig(given)
  const { account, originPolicy, log } = config
  const store = requireStore({ config })
  try {
    if (account?.graceDays !== undefined) {
      const [site = request?.url] = originPolicy.origins
      if (site === undefined) log.warn('due-users-not-deleted', explainUnknownSite)
      else await deleteDueUsers(openContext(new Request(site), config), account, now)
    }
  } finally {
    await store.call('deleteExpired', now)
  }
}

const explainUnknownSite =
  'The users whose grace period is over were not deleted, because the mails to them could not say where the site is. Set AUTH_URL (or the option `origin`), or pass `{ request }` to `deleteExpired`.'

async function deleteDueUsers(ctx: SignInContext, account: AccountPage, now: Date): Promise<void> {
  const flows = await loadAccountFlows(account)
  await flows.deleteDueUsers({ ...ctx, now: Math.floor(now.getTime() / 1000) }, account)
}
