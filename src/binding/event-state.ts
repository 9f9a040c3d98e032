import {
  mayCarrySession,
  prepareConfig,
  readSession,
  updateSession,
  type AuthConfig,
  type CallResult,
} from '../core.js'
import { InvalidConfig } from '../errors/config-errors.js'
import type { FrameworkAuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import type { AuthEvent, ConfigQrl } from './event.js'
import { requestAfter, setCookies } from './event-cookies.js'
import { requireOwner } from './instance-owner.js'
import { keepPrivate } from './keep-private.js'
import { withdrawServerFunction } from './server-functions.js'

/** The key under which code written for other libraries looks for the session. */
const sessionKey = 'session'
const primaryKey = '@latchkey speaker'
const statesKey = '@latchkey states'

/** Lets an instance speak for the application: with several in one app, the first one does. */
export function registerInstance<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): void {
  if (!event.sharedMap.has(primaryKey)) event.sharedMap.set(primaryKey, configQrl)
}

/** The instance that speaks for the application; undefined before `onRequest` has run. */
export function primaryInstanceOf<S extends DefaultSession>(
  event: AuthEvent,
): ConfigQrl<S> | undefined {
  return event.sharedMap.get(primaryKey) as ConfigQrl<S> | undefined
}

/** The config of this request; the application's function is called once a request. */
export function loadConfig<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): Promise<AuthConfig<S>> {
  const state = stateOf(event, configQrl)
  state.config ??= prepareConfig(() => callConfig(event, configQrl), event.env, configQrl)
  return state.config
}

/** A function that is loaded late may have been registered only now. */
async function callConfig<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): Promise<FrameworkAuthConfig<S>> {
  const config = await configQrl(event)
  withdrawServerFunction(configQrl)
  return config
}

/** The config of the instance that speaks for the application; the answer is kept private. */
export async function findConfig<S extends DefaultSession>(
  event: AuthEvent,
): Promise<AuthConfig<S>> {
  const primary = primaryInstanceOf<S>(event)
  if (!primary || isStatic(event)) {
    throw new InvalidConfig(
      'This request has no config: the page is static, or `onRequest` of `routeAuth$` has not run. Export it from a file such as src/routes/plugin@auth.ts.',
    )
  }
  keepPrivate(event)
  return loadConfig(event, primary)
}

/** The session of this request, read once, and not at all without a session cookie. */
export function loadSession<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): Promise<S | null> {
  const state = stateOf(event, configQrl)
  state.session ??= runSessionCall(event, configQrl, (config) => readSession(event.request, config))
  return state.session
}

/** Puts `data` to the callbacks; whoever asks for the session from now on gets the changed one. */
export function changeSession<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
  data: unknown,
): Promise<S | null> {
  const state = stateOf(event, configQrl)
  const before = state.session
  const change = async (): Promise<S | null> => {
    // One after the other: a change builds upon the cookies of the one before.
    await before
    const session = await runSessionCall(event, configQrl, (config) =>
      updateSession(requestAfter(event), config, data),
    )
    if (isPrimary(event, configQrl)) event.sharedMap.set(sessionKey, session)
    return session
  }
  state.session = change()
  return state.session
}

/** Puts the session where loaders and the application find it; after an action, the new one. */
export function shareSession<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
  session: S | null,
): void {
  registerInstance(event, configQrl)
  stateOf(event, configQrl).session = Promise.resolve(session)
  if (isPrimary(event, configQrl)) event.sharedMap.set(sessionKey, session)
}

/** Static pages are made at build time, for everyone: nobody is signed in there. */
export function isStatic({ platform }: AuthEvent): boolean {
  return typeof platform === 'object' && platform !== null && 'static' in platform
}

async function runSessionCall<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
  ask: (config: AuthConfig<S>) => Promise<CallResult<S | null>>,
): Promise<S | null> {
  const config = await loadConfig(event, configQrl)
  if (!mayCarrySession(requestAfter(event), config)) return null
  keepPrivate(event)
  const { data, cookies } = await ask(config)
  setCookies(event, cookies)
  return data
}

function isPrimary<S extends DefaultSession>(event: AuthEvent, configQrl: ConfigQrl<S>): boolean {
  return primaryInstanceOf(event) === configQrl
}

/** What one instance knows of one request. */
interface InstanceState<S extends DefaultSession> {
  config?: Promise<AuthConfig<S>>
  session?: Promise<S | null>
}

/** By the config function itself: two instances may share a hash, and must share nothing else. */
type InstanceStates = Map<object, InstanceState<DefaultSession>>

function stateOf<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): InstanceState<S> {
  requireOwner(configQrl)
  const known = event.sharedMap.get(statesKey) as InstanceStates | undefined
  const states: InstanceStates = known ?? new Map()
  if (!known) event.sharedMap.set(statesKey, states)
  const state = states.get(configQrl) ?? {}
  states.set(configQrl, state)
  // Whatever is kept under a config function was made with that function's type of session.
  return state as unknown as InstanceState<S>
}
