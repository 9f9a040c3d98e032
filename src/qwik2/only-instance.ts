import type { ConfigQrl } from '../binding/event.js'
import { InvalidConfig } from '../errors/config-errors.js'
import type { DefaultSession } from '../model/records.js'

let onlyInstance: string | undefined

/**
 * Refuses a second instance, where it would get the session of the first: the second version of Qwik
 * tells loaders apart by where they are written, and that is one place for all instances.
 */
export function expectOnlyInstance<S extends DefaultSession>(configQrl: ConfigQrl<S>): void {
  onlyInstance ??= configQrl.getHash()
  if (onlyInstance === configQrl.getHash()) return
  throw new InvalidConfig(
    'Expected one call of `FrameworkAuth$` or `routeAuth$`, but there are two: Qwik 2 cannot tell their sessions apart.',
  )
}
