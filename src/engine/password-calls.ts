import type { ResolvedConfig } from '../config/resolved-config.js'
import type { Connection } from '../context/context.js'
import { recordEvent } from '../context/record-event.js'
import { InvalidProviderConfig } from '../errors/config-errors.js'
import { passwordHost } from '../flows/credentials/password-host.js'
import {
  findPasswordProvider,
  loadPasswordFlows,
  type PasswordProvider,
} from '../flows/password/password-provider.js'
import type { AuthConfig } from '../model/config.js'
import type {
  MailedLinkDescription,
  MailedLinkPage,
  SetPasswordOptions,
  SetPasswordResult,
  SetUserNameResult,
} from '../model/password.js'
import type { DefaultSession, Session } from '../model/records.js'
import { operationsOf } from '../store/operations.js'
import type { CallOutcome, CallResult } from './calls.js'
import { openCall, requireConfig } from './open-call.js'
import { postForm } from './post-form.js'

/** What the calls about passwords have in common. */
export interface PasswordCall extends Connection {
  /** The URL to open afterwards. */
  readonly redirectTo?: string | undefined
}

/** The options of {@link requestPasswordReset}. */
export interface AddressCall extends PasswordCall {
  /** The address that the visitor typed. */
  readonly email: unknown
}

/** The options of {@link signUp}. */
export interface SignUpCall extends AddressCall {
  /** The password, if `requireVerifiedEmail` is `false`. */
  readonly password?: unknown
}

/** The options of {@link verifyEmail}. */
export interface VerifyEmailCall extends PasswordCall {
  /**
   * The `link` of {@link describeMailedLink}, from a hidden field of the form. Another site may have
   * opened a link of its own since your page was shown.
   */
  readonly link: unknown
}

/** The options of {@link resetPassword}. */
export interface ResetPasswordCall extends VerifyEmailCall {
  /** The new password. */
  readonly password: unknown
  /** The new user name, if users sign in with one and this user has none. */
  readonly username?: unknown
}

/** The options of {@link changePassword}. */
export interface ChangePasswordCall extends PasswordCall {
  readonly currentPassword: unknown
  /** The new password. */
  readonly password: unknown
}

/** The options of {@link removePassword}. */
export interface RemovePasswordCall extends PasswordCall {
  readonly currentPassword: unknown
}

/** The options of {@link changeEmail}. */
export interface ChangeEmailCall extends AddressCall {
  /** Needed if the user has a password. */
  readonly currentPassword?: unknown
}

/**
 * Sends a mail to a visitor who signs up with a password. They choose the password after they have
 * opened the link in it, or at once if `requireVerifiedEmail` is `false`. Use it behind your own form. Never rejects.
 *
 * The result is the same for every valid address, also if it has an account.
 */
export async function signUp<S extends DefaultSession = Session>(
  request: Request,
  config: AuthConfig<S>,
  { email, password, ...call }: SignUpCall,
): Promise<CallResult<CallOutcome<S>>> {
  return postForm(request, config, 'signup', { email, password }, call)
}

/**
 * Sends a mail to a user who forgot the password. Use it behind your own form. Never rejects.
 *
 * The result is the same for every valid address, also if it has no account.
 */
export async function requestPasswordReset<S extends DefaultSession = Session>(
  request: Request,
  config: AuthConfig<S>,
  { email, ...call }: AddressCall,
): Promise<CallResult<CallOutcome<S>>> {
  return postForm(request, config, 'forgot-password', { email }, call)
}

/**
 * Sets the password of a visitor who has opened the link in a mail, and signs them in. All other
 * sessions of the user end. Use it behind your own form. Never rejects.
 *
 * The token is in a cookie of the request. The error `InvalidPassword` has the `problem`.
 */
export async function resetPassword<S extends DefaultSession = Session>(
  request: Request,
  config: AuthConfig<S>,
  { password, username, link, ...call }: ResetPasswordCall,
): Promise<CallResult<CallOutcome<S>>> {
  return postForm(request, config, 'reset-password', { password, username, link }, call)
}

/**
 * Changes the password of the signed-in user. All other sessions of the user end. Use it behind your
 * own form. Never rejects.
 *
 * A user without a password gets a mail to choose one.
 */
export async function changePassword<S extends DefaultSession = Session>(
  request: Request,
  config: AuthConfig<S>,
  { currentPassword, password, ...call }: ChangePasswordCall,
): Promise<CallResult<CallOutcome<S>>> {
  return postForm(request, config, 'change-password', { currentPassword, password }, call)
}

/**
 * Sends a mail to the new address of the signed-in user, which changes when the link in it is
 * confirmed. A user who has a password must enter it. Use it behind your own form. Never rejects.
 *
 * The former address gets a mail with a link that undoes the change.
 */
export async function changeEmail<S extends DefaultSession = Session>(
  request: Request,
  config: AuthConfig<S>,
  { email, currentPassword, ...call }: ChangeEmailCall,
): Promise<CallResult<CallOutcome<S>>> {
  return postForm(request, config, 'change-email', { email, currentPassword }, call)
}

/**
 * Confirms the address of the mailed link that this browser has opened. Use it behind your own form.
 * Never rejects.
 *
 * The token is in a cookie of the request.
 */
export async function verifyEmail<S extends DefaultSession = Session>(
  request: Request,
  config: AuthConfig<S>,
  { link, ...call }: VerifyEmailCall,
): Promise<CallResult<CallOutcome<S>>> {
  return postForm(request, config, 'verify-email', { link }, call)
}

/**
 * Describes the mailed link that this browser has opened, for your own page in place of
 * `pages.resetPassword` or `pages.verifyEmail`. The page should show whose password or address it is
 * about, and its form must pass `link` back.
 *
 * The result is plain data without secrets. It is `null` if the browser has not opened a link. Rejects
 * if the config is invalid, or if the database fails.
 */
export async function describeMailedLink<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  page: MailedLinkPage = 'resetPassword',
): Promise<MailedLinkDescription | null> {
  const ctx = openCall(request, given)
  const provider = requirePasswordProvider(ctx.config)
  return (await loadPasswordFlows(provider)).describeLink(ctx, provider, page)
}

/**
 * Removes the password of the signed-in user and ends the user's other sessions. Use it behind your
 * own form. Never rejects.
 *
 * Fails with `LastSignInMethod` if the user has no account of a provider to sign in with.
 */
export async function removePassword<S extends DefaultSession = Session>(
  request: Request,
  config: AuthConfig<S>,
  { currentPassword, ...call }: RemovePasswordCall,
): Promise<CallResult<CallOutcome<S>>> {
  return postForm(request, config, 'remove-password', { currentPassword }, call)
}

/**
 * Sets a user's password on the server, for example in a script or for an administrator. It
 * does not ask who the caller is, so do not pass it values that a visitor chose.
 *
 * The rules for new passwords apply. If the user had a password before, all of their sessions end.
 * With `mustChange`, the user has to choose another one at the next sign-in.
 * Rejects with `ServerBusy` if too many passwords are being hashed.
 */
export async function setPassword<S extends DefaultSession>(
  given: AuthConfig<S>,
  userId: string,
  password: string,
  options: SetPasswordOptions = {},
): Promise<SetPasswordResult> {
  const config = requireConfig(given)
  const provider = requirePasswordProvider(config)
  const host = passwordHost({ config }, provider)
  const result = await provider.passwords.set(host, userId, password, options)
  if (result.ok) await recordEvent({ config }, { event: 'password-changed', userId })
  return result
}

/**
 * Gives a user a name to sign in with on the server, in place of the name that the user has. It does
 * not ask who the caller is. Needs the option `identifier` of `Password`.
 */
export async function setUserName<S extends DefaultSession>(
  given: AuthConfig<S>,
  userId: string,
  userName: string,
): Promise<SetUserNameResult> {
  const config = requireConfig(given)
  const { id, passwords } = requirePasswordProvider(config)
  const name = passwords.parseUserName(userName)
  if (name === undefined) return { ok: false, problem: 'not-allowed' }
  const operations = operationsOf({ config })
  if (!(await operations.findStored(userId))) return { ok: false, problem: 'unknown-user' }
  const isOwn = await operations.userNames.claim(id, userId, name)
  return isOwn ? { ok: true } : { ok: false, problem: 'taken' }
}

function requirePasswordProvider(config: ResolvedConfig): PasswordProvider {
  const provider = findPasswordProvider(config)
  if (provider) return provider
  throw new InvalidProviderConfig(
    'No provider stores passwords. Add `Password()` of `latchkey/providers/password` to `providers`.',
  )
}
