import { weakenings } from '../config/compatibility.js'
import { inspectConfig } from '../config/inspect-config.js'
import type { Compatibility } from '../model/compatibility.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'

/** What the option `compatibility` does to a config, and what keeps you from removing it. */
export interface CompatibilityDescription {
  /** The option's value. Undefined if it is off. */
  readonly mode: Compatibility | undefined
  /** What the option weakens. Empty if it is off. */
  readonly weakens: readonly string[]
  /** Mistakes that are warnings with the option, and errors without it. */
  readonly mistakes: readonly string[]
  /**
   * Whether the config works without the option. Remove it when no server with Auth.js runs, and you
   * will not roll back.
   */
  readonly mayBeRemoved: boolean
}

/** Describes the option `compatibility` of a config. */
export function describeCompatibility<S extends DefaultSession>(
  config: AuthConfig<S>,
): CompatibilityDescription {
  const { compatibility: mode } = config
  const mistakes = inspectConfig(config).tolerated.map(({ message }) => message)
  const weakens = mode ? weakenings : []
  return { mode, weakens, mistakes, mayBeRemoved: mistakes.length === 0 }
}
