import { InvalidConfig } from '../errors/config-errors.js'
import type { DefaultSession, Session } from '../model/records.js'
import type { AuthEvent, ConfigQrl } from './event.js'
import { instancesOf } from './event-state.js'

/** The member `useSession` of an instance, as far as it tells the type of a session. */
export type SessionLoader<S extends DefaultSession = Session> = () => { readonly value: S | null }

/** Whose session is meant. */
export interface SessionSource<S extends DefaultSession = Session> {
  /**
   * `useSession` of the instance: gives the session its type. Required if several instances run for
   * the request, and in a plugin that runs before `onRequest`. Default: the only instance.
   */
  readonly useSession?: SessionLoader<S> | undefined
}

const foreignLoader = 'Expected `useSession` to be the one that `routeAuth$` gave.'
const noInstance =
  'Nobody knows whose session is meant: `onRequest` of `routeAuth$` has not run. Export it from a file such as src/routes/plugin@auth.ts, or pass `useSession`.'
const severalInstances =
  'Several instances of `routeAuth$` run for this request, so it is not clear whose session is meant. Pass `useSession` of one of them, such as `requireSession(event, { useSession })`.'

const instances = new WeakMap<object, ConfigQrl<DefaultSession>>()

/** Keeps in mind which instance a loader belongs to. */
export function rememberInstance<S extends DefaultSession>(
  useSession: object,
  configQrl: ConfigQrl<S>,
): void {
  instances.set(useSession, configQrl)
}

/** The config function of the instance that is meant. */
export function findInstance<S extends DefaultSession>(
  event: AuthEvent,
  { useSession }: SessionSource<S>,
): ConfigQrl<S> {
  const found = useSession ? instances.get(useSession) : onlyInstanceOf(event)
  // What the loader gives is what the config's `session` callback returned.
  if (found) return found as unknown as ConfigQrl<S>
  throw new InvalidConfig(useSession ? foreignLoader : noInstance)
}

/** A guard must not choose: the session of one instance says nothing about the other. */
function onlyInstanceOf(event: AuthEvent): ConfigQrl<DefaultSession> | undefined {
  const [only, second] = instancesOf(event)
  if (second) throw new InvalidConfig(severalInstances)
  return only
}
