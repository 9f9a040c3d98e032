import {
  mayCarrySession,
  prepareConfig,
  readSession,
  updateSession,
  type AuthConfig,
  type CallResult,
} from '../core.js'
import { findClash } from '../config/find-clash.js'
import { refuseConfig } from '../config/resolve.js'
import type { InvalidConfig } from '../errors/config-errors.js'
import type { FrameworkAuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import type { AuthEvent, ConfigQrl } from './event.js'
import { requestAfter, setCookies } from './event-cookies.js'
import { otherInstances, requireOwner } from './instance-owner.js'
import { keepPrivate } from './keep-private.js'
import { withdrawServerFunction } from './server-functions.js'

type AnyConfigQrl = ConfigQrl<DefaultSession>

/** The key under which code written for other libraries looks for the session. */
const sessionKey = 'session'
const ranKey = '@latchkey instances'
const statesKey = '@latchkey states'

/** Notes that an instance runs for this request. */
export function registerInstance<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): void {
  const instances = instancesOf(event)
  if (instances.includes(configQrl)) return
  event.sharedMap.set(ranKey, [...instances, configQrl])
}

/** The instances that run for this request, in their order; none before an `onRequest` has run. */
export function instancesOf(event: AuthEvent): readonly AnyConfigQrl[] {
  return (event.sharedMap.get(ranKey) as readonly AnyConfigQrl[] | undefined) ?? []
}

/** The config of this request; the application's function is called once a request. */
export function loadConfig<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): Promise<AuthConfig<S>> {
  const state = stateOf(event, configQrl)
  state.config ??= separateConfig(event, configQrl)
  return state.config
}

/** Rejects if the instance's sessions cannot be told from those of another instance. */
export async function expectSeparateSessions<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): Promise<void> {
  if (isStatic(event)) return
  await loadConfig(event, configQrl)
  const { clash } = stateOf(event, configQrl)
  if (clash) throw clash
}

/**
 * Refuses a config whose sessions are those of another instance, too.
 *
 * Compares with all instances of the app at every request, because the order in which they run
 * differs from one process to the next, and a config function may choose its cookies by request.
 */
async function separateConfig<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): Promise<AuthConfig<S>> {
  const config = await loadOwnConfig(event, configQrl)
  for (const other of otherInstances(configQrl)) {
    const clash = findClash(config, await loadOwnConfig(event, other))
    if (!clash) continue
    stateOf(event, configQrl).clash = clash
    return refuseConfig(config, clash)
  }
  return config
}

function loadOwnConfig<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): Promise<AuthConfig<S>> {
  const state = stateOf(event, configQrl)
  state.ownConfig ??= prepareConfig(() => callConfig(event, configQrl), event.env, configQrl)
  return state.ownConfig
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

/** Whether it is the first to run: with several in one app, `sharedMap` has the session of that one. */
function isPrimary<S extends DefaultSession>(event: AuthEvent, configQrl: ConfigQrl<S>): boolean {
  const [first]: readonly object[] = instancesOf(event)
  return first === configQrl
}

/** What one instance knows of one request. */
interface InstanceState<S extends DefaultSession> {
  /** What the config function returned. */
  ownConfig?: Promise<AuthConfig<S>>
  /** The same, or a refused copy when there is a {@link InstanceState.clash}. */
  config?: Promise<AuthConfig<S>>
  clash?: InvalidConfig
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
