import type { AuthConfig, CallOutcome, CallResult, Connection } from '../core.js'
import type { DefaultSession } from '../model/records.js'
import type { SignInResult } from '../model/results.js'
import type { ActionEvent, ConfigQrl } from './event.js'
import { requestAfter } from './event-cookies.js'
import { expectSeparateSessions, loadConfig } from './event-state.js'
import { findInstance, type SessionSource } from './instances.js'
import { keepVisibleFields } from './keep-visible-fields.js'
import { finishAction } from './run-action.js'
import { connectionOf } from './wait-until.js'

/** A call of the core that a form of the app makes. */
export type FormCall<S extends DefaultSession> = (
  request: Request,
  config: AuthConfig<S>,
  connection: Connection,
) => Promise<CallResult<CallOutcome<S>>>

/** Runs a call for a `routeAction$`. */
export async function runCall<S extends DefaultSession>(
  event: ActionEvent,
  source: SessionSource<S>,
  call: FormCall<S>,
): Promise<SignInResult> {
  const { configQrl, ...result } = await makeCall(event, source, call)
  return finishAction(event, configQrl, result) as SignInResult
}

/** Makes the call. The caller must finish the action. */
export async function makeCall<S extends DefaultSession>(
  event: ActionEvent,
  source: SessionSource<S>,
  call: FormCall<S>,
): Promise<
  CallResult<CallOutcome<S>> & {
    readonly config: AuthConfig<S>
    readonly configQrl: ConfigQrl<S>
  }
> {
  const configQrl: ConfigQrl<S> = findInstance(event, source)
  await expectSeparateSessions(event, configQrl)
  const config = await loadConfig(event, configQrl)
  const result = await call(requestAfter(event), config, connectionOf(event))
  // A form that Qwik shows again must not contain the passwords and codes that were typed.
  keepVisibleFields(event, ['email', 'username'])
  return { ...result, config, configQrl }
}
