import type { Connection } from '../context/context.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession, Session } from '../model/records.js'
import { InvalidConfig } from '../errors/config-errors.js'
import { loadSecondFactorFlows } from '../flows/second-factor/load-flows.js'
import type { ListedFactors, OfferedFactor } from '../flows/second-factor/load-flows.js'
import type { ResolvedSecondFactor } from '../config/second-factor.js'
import type { SessionConfig } from '../config/resolved-config.js'
import type { CallOutcome, CallResult } from './calls.js'
import { openCall, requireConfig } from './open-call.js'
import { postForm } from './post-form.js'

export type {
  ListedFactor,
  ListedFactors,
  OfferedFactor,
} from '../flows/second-factor/load-flows.js'

/** What the calls about second factors have in common. */
export interface FactorCall extends Connection {
  /** The URL to open afterwards. */
  readonly redirectTo?: string | undefined
}

/** The options of {@link checkSecondFactor}. One of the proofs is needed, or `send`. */
export interface SecondFactorCall extends FactorCall {
  /** The code of the authenticator app. */
  readonly code?: unknown
  readonly recoveryCode?: unknown
  /** For a user who signs in with a security key that was only touched. */
  readonly password?: unknown
  /** `true` mails a code to a user who has no second factor, if the app has `emailCode()`. */
  readonly send?: boolean | undefined
  /** Whether this browser is not asked again for a while. */
  readonly rememberDevice?: boolean | undefined
}

/** The options of {@link confirmIdentity}. One of the proofs is needed, or `send`. */
export interface ConfirmCall extends FactorCall {
  /** The code of the authenticator app, or the code that was mailed. */
  readonly code?: unknown
  readonly recoveryCode?: unknown
  /** For a user who has no second factor, or whose session began with a security key that was only touched. */
  readonly password?: unknown
  /** Id of an OpenID provider where a user without a second factor signs in again. */
  readonly provider?: string | undefined
  /**
   * `true` mails a code to the proven address of a user who has no second factor, no password and no
   * OpenID provider. The target of the outcome is the page that asks for the code.
   */
  readonly send?: boolean | undefined
}

/** The options of {@link addFactor}. */
export interface AddFactorCall extends FactorCall {
  /** The code that the authenticator app shows. */
  readonly code: unknown
}

/** The options of {@link removeFactor}. */
export interface RemoveFactorCall extends FactorCall {
  /** The id of the authenticator app or of the remembered browser. */
  readonly factor: unknown
}

/**
 * Completes a sign-in that waits for a second factor. The sign-in is in a cookie of the request. Use
 * it behind your own form. Never rejects.
 */
export async function checkSecondFactor<S extends DefaultSession = Session>(
  request: Request,
  config: AuthConfig<S>,
  { code, recoveryCode, password, send, rememberDevice, ...call }: SecondFactorCall,
): Promise<CallResult<CallOutcome<S>>> {
  const fields = { code, recoveryCode, password, send, rememberDevice }
  return postForm(request, config, 'second-factor', fields, call)
}

/**
 * Confirms the identity of the signed-in user and replaces the session. Use it behind your own form.
 * Never rejects.
 */
export async function confirmIdentity<S extends DefaultSession = Session>(
  request: Request,
  config: AuthConfig<S>,
  { code, recoveryCode, password, provider, send, ...call }: ConfirmCall,
): Promise<CallResult<CallOutcome<S>>> {
  const way = provider === undefined ? undefined : 'provider'
  const fields = { code, recoveryCode, password, provider, send, with: way }
  return postForm(request, config, 'confirm', fields, call)
}

/**
 * Returns the secret of an authenticator app for the signed-in user to set up, or for a user whose
 * sign-in needs one. Your response must set the returned cookies. {@link addFactor} stores it.
 * Rejects if the user has to confirm their identity first.
 */
export async function offerFactor<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
): Promise<CallResult<OfferedFactor>> {
  const ctx = openCall(request, given)
  const { offerFactor: offer } = await loadSecondFactorFlows(requireSecondFactor(ctx.config))
  const data = await offer(ctx)
  return { data, cookies: ctx.jar.changes() }
}

/**
 * Stores the authenticator app that {@link offerFactor} offered, after the user has typed its code.
 * If it is the first one, the outcome has recovery codes, which you must show once. All other
 * sessions of the user end. Use it behind your own form. Never rejects.
 */
export async function addFactor<S extends DefaultSession = Session>(
  request: Request,
  config: AuthConfig<S>,
  { code, ...call }: AddFactorCall,
): Promise<CallResult<CallOutcome<S>>> {
  return postForm(request, config, 'add-factor', { code }, call)
}

/**
 * Removes an authenticator app of the signed-in user, or forgets a remembered browser. Use it behind
 * your own form. Never rejects.
 */
export async function removeFactor<S extends DefaultSession = Session>(
  request: Request,
  config: AuthConfig<S>,
  { factor, ...call }: RemoveFactorCall,
): Promise<CallResult<CallOutcome<S>>> {
  return postForm(request, config, 'remove-factor', { factor }, call)
}

/**
 * Makes new recovery codes for the signed-in user. The old ones no longer work. The outcome has the
 * codes, which you must show once. Use it behind your own form. Never rejects.
 */
export async function makeRecoveryCodes<S extends DefaultSession = Session>(
  request: Request,
  config: AuthConfig<S>,
  call: FactorCall = {},
): Promise<CallResult<CallOutcome<S>>> {
  return postForm(request, config, 'recovery-codes', {}, call)
}

/** Returns the second factors of the signed-in user. Rejects if the visitor is not signed in. */
export async function listFactors<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
): Promise<ListedFactors> {
  const ctx = openCall(request, given)
  const flows = await loadSecondFactorFlows(requireSecondFactor(ctx.config))
  return flows.listFactors(ctx)
}

/** The options of {@link resetFactors}. */
export interface ResetFactorsCall {
  /**
   * Any request to your site. The mail links to the site, whose address is otherwise known only from
   * `AUTH_URL` or the option `origin`.
   */
  readonly request?: Request | undefined
}

/**
 * Removes all second factors, recovery codes and remembered browsers of a user who has lost them,
 * ends all of the user's sessions, and mails the user that two-step sign-in was switched off. With
 * `passkey()`, it removes the user's passkeys too. It does not ask who the caller is, so call it only
 * after you have made sure that the user is who they say.
 */
export async function resetFactors<S extends DefaultSession>(
  given: AuthConfig<S>,
  userId: string,
  { request }: ResetFactorsCall = {},
): Promise<void> {
  const config = requireConfig(given)
  const flows = await loadSecondFactorFlows(requireSecondFactor(config))
  await flows.resetFactors(config, userId, request)
}

function requireSecondFactor({ secondFactor }: SessionConfig): ResolvedSecondFactor {
  if (secondFactor) return secondFactor
  throw new InvalidConfig(
    'The app has no second factors. Set `secondFactor: { methods: [authenticatorApp()] }` with `authenticatorApp` of `latchkey/factors`.',
  )
}
