import { InvalidConfig } from '../core.js'
import type { DefaultSession } from '../model/records.js'
import type { ConfigQrl } from './event.js'

const sharedCallSite =
  'Two instances come from one call of an initializer such as `routeAuth$`, such as a call inside a function that runs twice. Qwik gives both the same action ids, so a form of one could sign in at the other. Write one call for each instance, at the top level of a module.'

/** The config function that owns each hash and the ids made from it. */
const owners = new Map<string, ConfigQrl<DefaultSession>>()

/**
 * Makes a config function the owner of its hash. The ids of its actions are made from the hash.
 *
 * In production a second owner is refused. The dev server runs a changed module again, so there the
 * newer function becomes the owner and {@link requireOwner} refuses the older one.
 */
export function claimHash<S extends DefaultSession>(
  configQrl: ConfigQrl<S>,
  { isDev }: { readonly isDev: boolean },
): void {
  const hash = configQrl.getHash()
  const owner: object | undefined = owners.get(hash)
  if (owner && owner !== configQrl && !isDev) throw new InvalidConfig(sharedCallSite)
  owners.set(hash, configQrl)
}

/** Returns the app's other instances, including those that do not run for this request. */
export function otherInstances<S extends DefaultSession>(
  configQrl: ConfigQrl<S>,
): readonly ConfigQrl<DefaultSession>[] {
  const hash = configQrl.getHash()
  return [...owners].filter(([key]) => key !== hash).map(([, owner]) => owner)
}

/** Returns the instances of all modules that were loaded. */
export function allInstances(): readonly ConfigQrl<DefaultSession>[] {
  return [...owners.values()]
}

/** Refuses an instance if another instance has claimed its hash since. */
export function requireOwner<S extends DefaultSession>(configQrl: ConfigQrl<S>): void {
  const owner: object | undefined = owners.get(configQrl.getHash())
  if (owner && owner !== configQrl) throw new InvalidConfig(sharedCallSite)
}
