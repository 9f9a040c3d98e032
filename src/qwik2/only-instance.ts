import type { ConfigQrl } from '../binding/event.js'
import { InvalidConfig } from '../core.js'
import type { DefaultSession } from '../model/records.js'

let onlyInstance: string | undefined

/**
 * Refuses a second instance, because it would get the first instance's session. Qwik 2 identifies a
 * loader by its place in the source, and all instances share that place.
 */
export function expectOnlyInstance<S extends DefaultSession>(configQrl: ConfigQrl<S>): void {
  onlyInstance ??= configQrl.getHash()
  if (onlyInstance === configQrl.getHash()) return
  throw new InvalidConfig(
    'Expected one call of `FrameworkAuth$` or `routeAuth$`, but there are two: Qwik 2 cannot tell their sessions apart.',
  )
}
