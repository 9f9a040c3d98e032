import {
  findInstanceClash,
  mayCarrySession,
  prepareConfig,
  readSession,
  updateSession,
  type AuthConfig,
  type CallResult,
  type InvalidConfig,
} from '../core.js'
import type { FrameworkAuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import { devServerOf } from './dev-server.js'
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

/** Records that an instance runs for this request. */
export function registerInstance<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): void {
  const instances = instancesOf(event)
  if (instances.includes(configQrl)) return
  event.sharedMap.set(ranKey, [...instances, configQrl])
}

/**
 * Returns the instances that run for this request, in order. The list is empty until an `onRequest`
 * has run.
 */
export function instancesOf(event: AuthEvent): readonly AnyConfigQrl[] {
  return (event.sharedMap.get(ranKey) as readonly AnyConfigQrl[] | undefined) ?? []
}

/** Returns the config for this request. The app's config function is called once per request. */
export function loadConfig<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): Promise<AuthConfig<S>> {
  const state = stateOf(event, configQrl)
  state.config ??= separateConfig(event, configQrl)
  return state.config
}

/** Rejects if the instance's sessions would be mixed up with those of another instance. */
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
 * Refuses a config that shares its sessions with another instance.
 *
 * Each request compares all instances of the app, because their order differs between processes,
 * and because a config function may choose its cookies by request.
 */
async function separateConfig<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): Promise<AuthConfig<S>> {
  const config = await loadOwnConfig(event, configQrl)
  for (const other of otherInstances(configQrl)) {
    const clash = findInstanceClash(config, await loadOwnConfig(event, other))
    if (!clash) continue
    stateOf(event, configQrl).clash = clash.error
    return clash.refused
  }
  return config
}

function loadOwnConfig<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): Promise<AuthConfig<S>> {
  const state = stateOf(event, configQrl)
  state.ownConfig ??= prepareConfig(
    () => callConfig(event, configQrl),
    event.env,
    configQrl,
    devServerOf(configQrl),
  )
  return state.ownConfig
}

/** Qwik may have registered a lazily loaded function only now, so it is withdrawn here. */
async function callConfig<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): Promise<FrameworkAuthConfig<S>> {
  const config = await configQrl(event)
  withdrawServerFunction(configQrl)
  return config
}

/** Returns the session of this request. It is read once, and only if there is a session cookie. */
export function loadSession<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): Promise<S | null> {
  const state = stateOf(event, configQrl)
  state.session ??= runSessionCall(event, configQrl, (config) => readSession(event.request, config))
  return state.session
}

/** Passes `data` to the callbacks. Later reads in this request return the changed session. */
export function changeSession<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
  data: unknown,
): Promise<S | null> {
  const state = stateOf(event, configQrl)
  const before = state.session
  const change = async (): Promise<S | null> => {
    // Changes run one after the other, because each one builds on the cookies of the previous one.
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

/**
 * Stores the session where loaders and the app find it. After an action that is the new session.
 */
export function shareSession<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
  session: S | null,
): void {
  registerInstance(event, configQrl)
  stateOf(event, configQrl).session = Promise.resolve(session)
  if (isPrimary(event, configQrl)) event.sharedMap.set(sessionKey, session)
}

/** Whether the page is static. It is built once for all visitors, so no visitor is signed in. */
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

/**
 * Whether this instance runs first. If an app has several, `sharedMap` holds the first one's
 * session.
 */
function isPrimary<S extends DefaultSession>(event: AuthEvent, configQrl: ConfigQrl<S>): boolean {
  const [first]: readonly object[] = instancesOf(event)
  return first === configQrl
}

/** What one instance knows about one request. */
interface InstanceState<S extends DefaultSession> {
  /** What the config function returned. */
  ownConfig?: Promise<AuthConfig<S>>
  /** The same config, or a refused copy if there is a {@link InstanceState.clash}. */
  config?: Promise<AuthConfig<S>>
  clash?: InvalidConfig
  session?: Promise<S | null>
}

/**
 * The key is the config function itself, because two instances may have the same hash but must not
 * share state.
 */
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
  // Every state was created with the session type of the config function that it is stored under.
  return state as unknown as InstanceState<S>
}
