import { InvalidConfig } from '../errors/config-errors.js'
import type { DefaultSession, Session } from '../model/records.js'
import type { AuthEvent, ConfigQrl } from './event.js'
import { primaryInstanceOf } from './event-state.js'

/** The member `useSession` of an instance, as far as it tells the type of a session. */
export type SessionLoader<S extends DefaultSession = Session> = () => { readonly value: S | null }

/** Whose session is meant. */
export interface SessionSource<S extends DefaultSession = Session> {
  /**
   * `useSession` of the instance: gives the session its type. Needed with several instances in one
   * app, and in a plugin that runs before `onRequest`. Default: the first instance.
   */
  readonly useSession?: SessionLoader<S> | undefined
}

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
  const found = useSession ? instances.get(useSession) : primaryInstanceOf(event)
  // What the loader gives is what the config's `session` callback returned.
  if (found) return found as unknown as ConfigQrl<S>
  throw new InvalidConfig(
    useSession
      ? 'Expected `useSession` to be the one that `routeAuth$` gave.'
      : 'Nobody knows whose session is meant: `onRequest` of `routeAuth$` has not run. Export it from a file such as src/routes/plugin@auth.ts, or pass `useSession`.',
  )
}
