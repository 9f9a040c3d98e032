import {
  addFactor as add,
  checkSecondFactor as check,
  confirmIdentity as confirm,
  getAuthentication as findAuthentication,
  listFactors as list,
  makeRecoveryCodes as makeCodes,
  offerFactor as offer,
  removeFactor as remove,
  type AddFactorCall,
  type ConfirmCall,
  type FactorCall,
  type ListedFactors,
  type OfferedFactor,
  type RemoveFactorCall,
  type SecondFactorCall,
  type UserAuthentication,
} from '../core.js'
import type { DefaultSession, Session } from '../model/records.js'
import type { SignInResult } from '../model/results.js'
import type { ActionEvent, AuthEvent } from './event.js'
import { setCookies } from './event-cookies.js'
import type { SessionSource } from './instances.js'
import type { PasswordInput } from './password-calls.js'
import { readForUser } from './read-for-user.js'
import { finishAction } from './run-action.js'
import { makeCall, runCall, type FormCall } from './run-call.js'

/** The input of a call about second factors. What the server knows about the request is added. */
export type FactorInput<C extends FactorCall> = PasswordInput<C>

/** The result of a call that makes recovery codes. */
export type RecoveryCodesResult = SignInResult & {
  /** Show them once. Undefined if the call made none. */
  readonly recoveryCodes?: readonly string[] | undefined
  /** The page to open after the user has kept the codes. */
  readonly nextUrl?: string | undefined
}

/**
 * Completes a sign-in that waits for a second factor, and redirects. Call it in a `routeAction$` of
 * your own page.
 */
export async function checkSecondFactor<S extends DefaultSession = Session>(
  event: ActionEvent,
  input: FactorInput<SecondFactorCall>,
  source: SessionSource<S> = {},
): Promise<SignInResult> {
  return runCall(event, source, (request, config, connection) =>
    check(request, config, { ...input, ...connection }),
  )
}

/** Confirms the identity of the signed-in user, and redirects. Call it in a `routeAction$`. */
export async function confirmIdentity<S extends DefaultSession = Session>(
  event: ActionEvent,
  input: FactorInput<ConfirmCall>,
  source: SessionSource<S> = {},
): Promise<SignInResult> {
  return runCall(event, source, (request, config, connection) =>
    confirm(request, config, { ...input, ...connection }),
  )
}

/**
 * Stores the authenticator app that {@link offerFactor} offered. With the first one, the result has
 * recovery codes, and the call does not redirect. Call it in a `routeAction$`.
 */
export async function addFactor<S extends DefaultSession = Session>(
  event: ActionEvent,
  input: FactorInput<AddFactorCall>,
  source: SessionSource<S> = {},
): Promise<RecoveryCodesResult> {
  return showCodes(event, source, (request, config, connection) =>
    add(request, config, { ...input, ...connection }),
  )
}

/** Makes new recovery codes for the signed-in user. Call it in a `routeAction$`. */
export async function makeRecoveryCodes<S extends DefaultSession = Session>(
  event: ActionEvent,
  input: FactorInput<FactorCall> = {},
  source: SessionSource<S> = {},
): Promise<RecoveryCodesResult> {
  return showCodes(event, source, (request, config, connection) =>
    makeCodes(request, config, { ...input, ...connection }),
  )
}

/**
 * Removes an authenticator app of the signed-in user or forgets a remembered browser, and redirects.
 * Call it in a `routeAction$`.
 */
export async function removeFactor<S extends DefaultSession = Session>(
  event: ActionEvent,
  input: FactorInput<RemoveFactorCall>,
  source: SessionSource<S> = {},
): Promise<SignInResult> {
  return runCall(event, source, (request, config, connection) =>
    remove(request, config, { ...input, ...connection }),
  )
}

/**
 * Returns the secret of an authenticator app for the user to set up. Call it in the `routeLoader$` of
 * your own page. Rejects if the user has to confirm their identity first, so call
 * `requireSession(event, { within: 600 })` before.
 */
export async function offerFactor<S extends DefaultSession = Session>(
  event: AuthEvent,
  source: SessionSource<S> = {},
): Promise<OfferedFactor> {
  const { data, cookies } = await readForUser(event, source, offer)
  setCookies(event, cookies)
  return data
}

/** Returns the second factors of the signed-in user. Rejects if the visitor is not signed in. */
export async function listFactors<S extends DefaultSession = Session>(
  event: AuthEvent,
  source: SessionSource<S> = {},
): Promise<ListedFactors> {
  return readForUser(event, source, list)
}

/**
 * Returns when and how the signed-in user proved their identity, or `null` if the visitor is not
 * signed in as a user of the database. It stays on the server unless you send it to the browser.
 */
export async function getAuthentication<S extends DefaultSession = Session>(
  event: AuthEvent,
  source: SessionSource<S> = {},
): Promise<UserAuthentication | null> {
  return readForUser(event, source, findAuthentication)
}

/** Returns recovery codes instead of redirecting, because they are shown only once. */
async function showCodes<S extends DefaultSession>(
  event: ActionEvent,
  source: SessionSource<S>,
  call: FormCall<S>,
): Promise<RecoveryCodesResult> {
  const { configQrl, data, ...result } = await makeCall(event, source, call)
  if (!data.ok || !data.recoveryCodes) {
    return finishAction(event, configQrl, { ...result, data }) as SignInResult
  }
  const { recoveryCodes, target } = data
  const shown = finishAction(event, configQrl, { ...result, data: { ...data, target: undefined } })
  return { ...(shown as SignInResult), recoveryCodes, nextUrl: target.path ?? target.url }
}
