import {
  deleteAccount as remove,
  describeAccount as describe,
  exportAccount as collect,
  revokeOtherSessions as revoke,
  type AccountData,
  type AccountDescription,
  type Connection,
  type DeleteAccountCall,
} from '../core.js'
import type { DefaultSession, Session } from '../model/records.js'
import type { SignInResult } from '../model/results.js'
import type { ActionEvent, AuthEvent } from './event.js'
import type { SessionSource } from './instances.js'
import { readForUser } from './read-for-user.js'
import { runCall } from './run-call.js'

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
