import { InvalidConfig } from '../core.js'
import type { DefaultSession, Session } from '../model/records.js'
import type { AuthEvent, ConfigQrl } from './event.js'
import { devServerOf } from './dev-server.js'
import { instancesOf } from './event-state.js'
import { allInstances } from './instance-owner.js'
import { explainMissingPlugin } from './missing-plugin.js'

/** The `useSession` member of an instance, which carries the session's type. */
export type SessionLoader<S extends DefaultSession = Session> = () => { readonly value: S | null }

/** Selects the instance whose session is read. */
export interface SessionSource<S extends DefaultSession = Session> {
  /**
   * The instance's `useSession`, which also sets the session's type. Required if several instances
   * run for the request, and in a plugin that runs before `onRequest`. Default: the only instance.
   */
  readonly useSession?: SessionLoader<S> | undefined
}

const foreignLoader = 'Expected `useSession` to be the one that `routeAuth$` gave.'
const severalInstances =
  'Several instances of `routeAuth$` run for this request, so it is not clear whose session is meant. Pass `useSession` of one of them, such as `requireSession(event, { useSession })`.'

const instances = new WeakMap<object, ConfigQrl<DefaultSession>>()

/** Remembers which instance a loader belongs to. */
export function rememberInstance<S extends DefaultSession>(
  useSession: object,
  configQrl: ConfigQrl<S>,
): void {
  instances.set(useSession, configQrl)
}

/** Returns the config function of the selected instance. */
export function findInstance<S extends DefaultSession>(
  event: AuthEvent,
  { useSession }: SessionSource<S>,
): ConfigQrl<S> {
  const found = useSession ? instances.get(useSession) : onlyInstanceOf(event)
  // The loader returns what the config's `session` callback returned, so the types match.
  if (found) return found as unknown as ConfigQrl<S>
  throw new InvalidConfig(useSession ? foreignLoader : explainNoInstance())
}

/** If a page has loaded the file of an instance, the dev server knows its name. */
function explainNoInstance(): string {
  const [file] = allInstances().flatMap((known) => devServerOf(known)?.configFile ?? [])
  return `${explainMissingPlugin(file)} In a plugin that runs earlier, pass \`useSession\`.`
}

/**
 * A guard must not guess an instance, because the session of one instance proves nothing about the
 * other.
 */
function onlyInstanceOf(event: AuthEvent): ConfigQrl<DefaultSession> | undefined {
  const [only, second] = instancesOf(event)
  if (second) throw new InvalidConfig(severalInstances)
  return only
}
