import type { AuthConfig, EnvGetter } from '../model/config.js'
import type { Provider } from '../model/provider.js'
import type { DefaultSession } from '../model/records.js'
import { withEnvDefaults } from './env.js'
import type { Runtime } from './runtime.js'

/** Where a config comes from. */
export interface Source {
  readonly runtime: Runtime
  /** The environment with the defaults of the providers. Undefined if they have them already. */
  readonly env: EnvGetter | undefined
}

/** The property is enumerable, so that a copy of a config has the same source. */
export const sourceKey: unique symbol = Symbol.for('latchkey.source')

/** A config that may have a source. */
export interface Sourced {
  readonly [sourceKey]?: Source
}

/**
 * Returns the providers with their defaults from the environment. This takes time, and nearly every
 * request only reads the session, so nothing else fills them in.
 */
export function providersOf(config: AuthConfig<DefaultSession> & Sourced): readonly Provider[] {
  const { providers, [sourceKey]: source } = config
  return source?.env ? withEnvDefaults(source.env, providers) : providers
}
