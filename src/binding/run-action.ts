import {
  describeFailure,
  signIn,
  signOut,
  visibleFields,
  type AuthConfig,
  type CallOutcome,
  type CallResult,
  type Target,
} from '../core.js'
import type { DefaultSession } from '../model/records.js'
import type {
  ActionSuccess,
  SignInInput,
  SignInResult,
  SignOutInput,
  SignOutResult,
} from '../model/results.js'
import type { ActionEvent, AuthEvent, ConfigQrl } from './event.js'
import { setCookies } from './event-cookies.js'
import { loadConfig, shareSession } from './event-state.js'
import { keepPrivate } from './keep-private.js'
import { keepVisibleFields } from './keep-visible-fields.js'
import { logMissingPlugin } from './missing-plugin.js'
import { isSamePage, redirectAfterAction } from './redirect-after-action.js'
import { connectionOf } from './wait-until.js'
import { pageOf, toSignInCall, toSignOutCall, type InputErrors } from './sign-in-input.js'

const success: ActionSuccess = { failed: undefined, fieldErrors: undefined, formErrors: undefined }

/** Signs in from an app's form and redirects to the requested page. */
export async function runSignIn<S extends DefaultSession>(
  event: ActionEvent,
  configQrl: ConfigQrl<S>,
  input: SignInInput,
): Promise<SignInResult> {
  const config = await loadConfig(event, configQrl)
  await logMissingPlugin(event, configQrl)
  const call = { ...toSignInCall(input, pageOf(event.url)), ...connectionOf(event) }
  const result = await signIn(event.request, config, call)
  keepVisibleFields(event, visibleFields(config))
  return finishAction(event, configQrl, { ...result, config }) as SignInResult
}

/** Signs out from an app's form and redirects to the requested page. */
export async function runSignOut<S extends DefaultSession>(
  event: ActionEvent,
  configQrl: ConfigQrl<S>,
  input: SignOutInput,
): Promise<SignOutResult> {
  const config = await loadConfig(event, configQrl)
  const call = toSignOutCall(input, pageOf(event.url))
  const result = await signOut(event.request, config, call)
  keepVisibleFields(event, [])
  return finishAction(event, configQrl, { ...result, config }) as SignOutResult
}

/** Removes possible secrets from a form that Qwik shows again because its input was invalid. */
export async function forgetSecrets<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): Promise<void> {
  keepVisibleFields(event, visibleFields(await loadConfig(event, configQrl)))
}

/** The outcome of a call. Without a target, the action stays on its page. */
type Ended<S extends DefaultSession> =
  | Extract<CallOutcome<S>, { readonly ok: false }>
  | (Pick<Extract<CallOutcome<S>, { readonly ok: true }>, 'ok' | 'session' | 'needs'> & {
      readonly target: Target | undefined
    })

/** Sets the cookies of a call, shares its session, redirects, or fails the action. */
export function finishAction<S extends DefaultSession>(
  event: ActionEvent,
  configQrl: ConfigQrl<S>,
  { data, cookies, config }: CallResult<Ended<S>> & { readonly config: AuthConfig<S> },
): ActionSuccess | (InputErrors & { readonly failed: true }) {
  keepPrivate(event)
  setCookies(event, cookies)
  if (data.ok) shareSession(event, configQrl, data.session)
  if (data.ok && data.needs && data.target && isSamePage(event, data.target)) {
    return { ...success, needs: data.needs }
  }
  if (data.target) redirectAfterAction(event, config, data.target)
  if (data.ok) return success
  const { status, headers, ...errors } = describeFailure(data.error, data.report)
  for (const [name, value] of Object.entries(headers)) event.headers.set(name, value)
  return event.fail(status, errors)
}
