import {
  changeEmail as changeAddress,
  changePassword as change,
  describeMailedLink as describeLink,
  removePassword as remove,
  requestPasswordReset as requestReset,
  resetPassword as reset,
  signUp as askForSignUp,
  verifyEmail as confirmEmail,
  type AddressCall,
  type ChangeEmailCall,
  type ChangePasswordCall,
  type Connection,
  type MailedLinkDescription,
  type MailedLinkPage,
  type RemovePasswordCall,
  type ResetPasswordCall,
  type SignUpCall,
  type VerifyEmailCall,
} from '../core.js'
import type { DefaultSession, Session } from '../model/records.js'
import type { SignInResult } from '../model/results.js'
import type { ActionEvent, AuthEvent } from './event.js'
import type { SessionSource } from './instances.js'
import { readForUser } from './read-for-user.js'
import { runCall as run } from './run-call.js'

/** The input of a call about passwords. What the server knows about the request is added. */
export type PasswordInput<C extends Connection> = Omit<C, keyof Connection>

/**
 * Sends a mail to a visitor who signs up, and redirects to the page that says so. Call it in a
 * `routeAction$`. The result is the same for every valid address.
 */
export async function signUp<S extends DefaultSession = Session>(
  event: ActionEvent,
  input: PasswordInput<SignUpCall>,
  source: SessionSource<S> = {},
): Promise<SignInResult> {
  return run(event, source, (request, config, connection) =>
    askForSignUp(request, config, { ...input, ...connection }),
  )
}

/**
 * Sends a mail to a user who forgot the password, and redirects to the page that says so. Call it in
 * a `routeAction$`. The result is the same for every valid address.
 */
export async function requestPasswordReset<S extends DefaultSession = Session>(
  event: ActionEvent,
  input: PasswordInput<AddressCall>,
  source: SessionSource<S> = {},
): Promise<SignInResult> {
  return run(event, source, (request, config, connection) =>
    requestReset(request, config, { ...input, ...connection }),
  )
}

/**
 * Sets the password of a visitor who has opened the link in a mail, signs them in and redirects.
 * Call it in a `routeAction$`.
 */
export async function resetPassword<S extends DefaultSession = Session>(
  event: ActionEvent,
  input: PasswordInput<ResetPasswordCall>,
  source: SessionSource<S> = {},
): Promise<SignInResult> {
  return run(event, source, (request, config, connection) =>
    reset(request, config, { ...input, ...connection }),
  )
}

/**
 * Changes the password of the signed-in user and redirects. All other sessions of the user end. Call
 * it in a `routeAction$`.
 */
export async function changePassword<S extends DefaultSession = Session>(
  event: ActionEvent,
  input: PasswordInput<ChangePasswordCall>,
  source: SessionSource<S> = {},
): Promise<SignInResult> {
  return run(event, source, (request, config, connection) =>
    change(request, config, { ...input, ...connection }),
  )
}

/**
 * Sends a mail to the new address of the signed-in user, and redirects to the page that says so.
 * Call it in a `routeAction$`.
 */
export async function changeEmail<S extends DefaultSession = Session>(
  event: ActionEvent,
  input: PasswordInput<ChangeEmailCall>,
  source: SessionSource<S> = {},
): Promise<SignInResult> {
  return run(event, source, (request, config, connection) =>
    changeAddress(request, config, { ...input, ...connection }),
  )
}

/**
 * Confirms the address of the mailed link that this browser has opened, and redirects. Call it in a
 * `routeAction$`.
 */
export async function verifyEmail<S extends DefaultSession = Session>(
  event: ActionEvent,
  input: PasswordInput<VerifyEmailCall>,
  source: SessionSource<S> = {},
): Promise<SignInResult> {
  return run(event, source, (request, config, connection) =>
    confirmEmail(request, config, { ...input, ...connection }),
  )
}

/**
 * Removes the password of the signed-in user and redirects. All other sessions of the user end. Call
 * it in a `routeAction$`.
 */
export async function removePassword<S extends DefaultSession = Session>(
  event: ActionEvent,
  input: PasswordInput<RemovePasswordCall>,
  source: SessionSource<S> = {},
): Promise<SignInResult> {
  return run(event, source, (request, config, connection) =>
    remove(request, config, { ...input, ...connection }),
  )
}

/**
 * Describes the mailed link that this browser has opened, or returns `null`. Call it in the
 * `routeLoader$` of your own page for `pages.resetPassword` or `pages.verifyEmail`.
 */
export async function describeMailedLink<S extends DefaultSession = Session>(
  event: AuthEvent,
  page: MailedLinkPage = 'resetPassword',
  source: SessionSource<S> = {},
): Promise<MailedLinkDescription | null> {
  return readForUser(event, source, (request, config) => describeLink(request, config, page))
}
