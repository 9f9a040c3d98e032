import type { EnvGroup } from './env-file.js'

/** A provider that the app is to have. */
export interface Choice {
  readonly id: string
  /** What its factory is called in the app. */
  readonly importName: string
  /** Its lines in the list of providers. */
  readonly code: readonly string[]
  /** Whether they read from `env`. */
  readonly readsEnv: boolean
  /** The variables that it needs. */
  readonly environment?: EnvGroup
  readonly isPasskey: boolean
  /** Whether it keeps something in a store. */
  readonly needsAdapter: boolean
  /** The packages that it needs besides ours. */
  readonly packages: readonly string[]
  /** What is left for a person to do. */
  readonly advice?: string
}

/** How far the lines of a provider are indented. */
export const indent = '      '
