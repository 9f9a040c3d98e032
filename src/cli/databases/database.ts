import type { EnvGroup } from '../env-file.js'

/** A database that `init` sets up. */
export interface Database {
  readonly id: string
  /** The name of the variable with the database's address. */
  readonly variable: string
  /** Matches the addresses that the adapter can open. */
  readonly address: RegExp
  /** The packages that the app needs. */
  readonly packages: readonly string[]
  /** The packages that only the type checker needs. */
  readonly devPackages: readonly string[]
  readonly environment: EnvGroup
  /** Files of the database that git must not commit. */
  readonly files: readonly string[]
  /** The content of `src/auth-adapter.ts`. */
  readonly adapter: string
  readonly advice: string
}
