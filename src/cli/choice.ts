import type { EnvGroup } from './env-file.js'

/** A provider that `init` adds to the app. */
export interface Choice {
  readonly id: string
  /** The name under which the app imports the provider's factory. */
  readonly importName: string
  /** The provider's lines in the list of providers. */
  readonly code: readonly string[]
  /** Whether those lines read from `env`. */
  readonly readsEnv: boolean
  /** The environment variables that the provider needs. */
  readonly environment?: EnvGroup
  readonly isPasskey: boolean
  /** Whether the provider stores data and needs an adapter. */
  readonly needsAdapter: boolean
  /** The packages that the provider needs besides `latchkey`. */
  readonly packages: readonly string[]
  /** The steps that the developer has to do. */
  readonly advice?: string
}

/** The indentation of a provider's lines. */
export const indent = '      '
