import {
  deleteAccount as remove,
  describeAccount as describe,
  describePendingDeletion as describePending,
  exportAccount as collect,
  keepAccount as keep,
  removePasskey as forgetPasskey,
  revokeOtherSessions as revoke,
  unlinkAccount as unlink,
  updateProfile as update,
  type AccountData,
  type AccountDescription,
  type Connection,
  type DeleteAccountCall,
  type KeepAccountCall,
  type LinkedAccount,
  type PendingDeletionDescription,
  type RemovalCall,
  type UpdateProfileCall,
} from '../core.js'
import type { DefaultSession, Session } from '../model/records.js'
import type { SignInResult } from '../model/results.js'
import type { ActionEvent, AuthEvent } from './event.js'
import { setCookies } from './event-cookies.js'
import type { SessionSource } from './instances.js'
import { readForUser } from './read-for-user.js'
import { runCall } from './run-call.js'
import { connectionOf } from './wait-until.js'

/**
 * Returns everything that your own account page needs. Call it in a `routeLoader$`. Rejects if the
 * visitor is not signed in.
 */
export async function describeAccount<S extends DefaultSession = Session>(
  event: AuthEvent,
  source: SessionSource<S> = {},
): Promise<AccountDescription> {
  return readForUser(event, source, describe)
}

/**
 * Returns what is stored about the signed-in user, for a file that the user downloads. Call it in an
 * endpoint. Rejects if the visitor is not signed in, or has to confirm their identity first.
 */
export async function exportAccount<S extends DefaultSession = Session>(
  event: AuthEvent,
  source: SessionSource<S> = {},
): Promise<AccountData> {
  return readForUser(event, source, collect)
}

/**
 * Ends all sessions of the signed-in user except this one. Call it in a `routeAction$`. Rejects if the
 * visitor is not signed in.
 */
export async function revokeOtherSessions<S extends DefaultSession = Session>(
  event: AuthEvent,
  source: SessionSource<S> = {},
): Promise<void> {
  return readForUser(event, source, revoke)
}

/**
 * Removes one of the signed-in user's passkeys and ends the user's other sessions. Returns false if the
 * passkey does not belong to the user. Call it in a `routeAction$`. Rejects if the passkey is the last
 * way to sign in, or if the user has to confirm their identity first.
 */
export async function removePasskey<S extends DefaultSession = Session>(
  event: AuthEvent,
  id: string,
  source: SessionSource<S> = {},
): Promise<boolean> {
  return readForUser(event, source, (request, config) =>
    forgetPasskey(request, config, id, removalOf(event)),
  )
}

/**
 * Unlinks an account from the signed-in user and ends the user's other sessions. Returns false if the
 * user has no such account. Call it in a `routeAction$`. Rejects if the account is the last way to sign
 * in, or if the user has to confirm their identity first.
 */
export async function unlinkAccount<S extends DefaultSession = Session>(
  event: AuthEvent,
  account: Pick<LinkedAccount, 'provider' | 'providerAccountId'>,
  source: SessionSource<S> = {},
): Promise<boolean> {
  return readForUser(event, source, (request, config) =>
    unlink(request, config, account, removalOf(event)),
  )
}

/** A removal may replace the session. */
function removalOf(event: AuthEvent): RemovalCall {
  return { ...connectionOf(event), setCookies: (cookies) => setCookies(event, cookies) }
}

/**
 * Changes the name and the picture of the signed-in user and redirects. Call it in a `routeAction$`.
 */
export async function updateProfile<S extends DefaultSession = Session>(
  event: ActionEvent,
  input: Omit<UpdateProfileCall, keyof Connection>,
  source: SessionSource<S> = {},
): Promise<SignInResult> {
  return runCall(event, source, (request, config, connection) =>
    update(request, config, { ...input, ...connection }),
  )
}

/**
 * Deletes the account of the signed-in user, who must have confirmed their identity in the last ten
 * minutes, and redirects. Call it in a `routeAction$`.
 */
export async function deleteAccount<S extends DefaultSession = Session>(
  event: ActionEvent,
  input: Omit<DeleteAccountCall, keyof Connection>,
  source: SessionSource<S> = {},
): Promise<SignInResult> {
  return runCall(event, source, (request, config, connection) =>
    remove(request, config, { ...input, ...connection }),
  )
}

/**
 * Describes the pending deletion of the user who has just signed in, for your own page that offers to
 * keep the account. Call it in a `routeLoader$`. Returns undefined if no sign-in waits in this browser.
 */
export async function describePendingDeletion<S extends DefaultSession = Session>(
  event: AuthEvent,
  source: SessionSource<S> = {},
): Promise<PendingDeletionDescription | undefined> {
  return readForUser(event, source, describePending)
}

/**
 * Keeps an account that is to be deleted, completes the sign-in of its user and redirects. Call it in a
 * `routeAction$`.
 */
export async function keepAccount<S extends DefaultSession = Session>(
  event: ActionEvent,
  input: Omit<KeepAccountCall, keyof Connection> = {},
  source: SessionSource<S> = {},
): Promise<SignInResult> {
  return runCall(event, source, (request, config, connection) =>
    keep(request, config, { ...input, ...connection }),
  )
}
