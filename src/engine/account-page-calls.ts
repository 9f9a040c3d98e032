import type { Connection } from '../context/context.js'
import type { SessionConfig } from '../config/resolved-config.js'
import { InvalidConfig } from '../errors/config-errors.js'
import { loadAccountFlows } from '../flows/account/load-flows.js'
import type { AccountPage } from '../model/account.js'
import type {
  AccountData,
  AccountDescription,
  PendingDeletionDescription,
} from '../model/account-description.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession, Session } from '../model/records.js'
import type { CallOutcome, CallResult } from './calls.js'
import { openCall } from './open-call.js'
import { postForm } from './post-form.js'

/**
 * Returns everything that your own account page needs. The result is plain data without secrets.
 * Rejects if the visitor is not signed in. The config must have `account`.
 */
export async function describeAccount<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
): Promise<AccountDescription> {
  const ctx = openCall(request, given)
  const page = requirePage(ctx.config)
  return (await loadAccountFlows(page)).describeAccount(ctx, page)
}

/**
 * Returns what is stored about the signed-in user, without hashes, keys, tokens and codes, for a file
 * that the user downloads. Rejects if the visitor is not signed in, or has to confirm their identity
 * first. The config must have `account`.
 */
export async function exportAccount<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
): Promise<AccountData> {
  const ctx = openCall(request, given)
  const page = requirePage(ctx.config)
  return (await loadAccountFlows(page)).collectData(ctx, page)
}

/** The options of {@link updateProfile}. What is undefined stays as it is. */
export interface UpdateProfileCall extends Connection {
  /** The new name. An empty one removes the name. */
  readonly name?: unknown
  /** The `id` of one of the pictures that `describeAccount` lists, or `none`. */
  readonly picture?: unknown
  /** The URL to open afterwards. */
  readonly redirectTo?: string | undefined
}

/**
 * Changes the name and the picture of the signed-in user. Use it behind your own form. Never rejects.
 * The config must have `account`.
 */
export async function updateProfile<S extends DefaultSession = Session>(
  request: Request,
  config: AuthConfig<S>,
  { name, picture, ...call }: UpdateProfileCall,
): Promise<CallResult<CallOutcome<S>>> {
  return postForm(request, config, 'update-profile', { name, picture }, call)
}

/** The options of {@link deleteAccount}. */
export interface DeleteAccountCall extends Connection {
  /** The address that the user typed to confirm. Not needed for a user without an address. */
  readonly email?: unknown
  /** The URL to open afterwards. */
  readonly redirectTo?: string | undefined
}

/**
 * Deletes the account of the signed-in user, who must have confirmed their identity in the last ten
 * minutes. With `graceDays`, the account is deleted later, and the user is signed out now. Use it behind your own form. Never rejects. The config must have `account`.
 */
export async function deleteAccount<S extends DefaultSession = Session>(
  request: Request,
  config: AuthConfig<S>,
  { email, ...call }: DeleteAccountCall,
): Promise<CallResult<CallOutcome<S>>> {
  return postForm(request, config, 'delete-account', { email }, call)
}

/**
 * Describes the pending deletion of the user who has just signed in, for a page that offers to keep the
 * account. Returns undefined if no sign-in waits in this browser. The config must have `account`.
 */
export async function describePendingDeletion<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
): Promise<PendingDeletionDescription | undefined> {
  const ctx = openCall(request, given)
  return (await loadAccountFlows(requirePage(ctx.config))).describePendingDeletion(ctx)
}

/** The options of {@link keepAccount}. */
export interface KeepAccountCall extends Connection {
  /** The URL to open afterwards. Default: the one of the sign-in. */
  readonly redirectTo?: string | undefined
}

/**
 * Keeps an account that is to be deleted, and completes the sign-in of its user, which waits in this
 * browser. Use it behind your own form. Never rejects. The config must have `account`.
 */
export async function keepAccount<S extends DefaultSession = Session>(
  request: Request,
  config: AuthConfig<S>,
  call: KeepAccountCall = {},
): Promise<CallResult<CallOutcome<S>>> {
  return postForm(request, config, 'keep-account', {}, call)
}

function requirePage({ account }: SessionConfig): AccountPage {
  if (account) return account
  throw new InvalidConfig(
    'The app has no account page. Set `account: accountPage()` with `accountPage` of `latchkey/account`.',
  )
}
