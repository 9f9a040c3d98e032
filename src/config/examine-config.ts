import type { TypedAuthError } from '../errors/auth-error.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import { buildConfig, buildSessionConfig, type Material } from './build.js'
import { sortMistakes } from './compatibility.js'
import { inspectConfig } from './inspect-config.js'
import { explainUnknownIssuers } from './issuer-choice.js'
import type { ResolvedConfig, SessionConfig } from './resolved-config.js'
import type { Runtime } from './runtime.js'
import { adapterMistakes } from './validate-adapter.js'
import { generalMistakes } from './validate.js'

type AnyConfig = AuthConfig<DefaultSession>

/** The mistakes in a config, and the function that builds it if it has no mistake. */
export interface Findings<C> {
  /** Whether a config with the same options was examined before, so that nothing is left to log. */
  readonly isKnown: boolean
  /** Mistakes that make the config unusable. */
  readonly fatal: readonly TypedAuthError[]
  /** Why providers are disabled. The config is usable without them. */
  readonly disabled: readonly TypedAuthError[]
  /** Mistakes that are warnings, because the servers run beside Auth.js. */
  readonly tolerated: readonly TypedAuthError[]
  /** Why accounts cannot show their issuer. Undefined if they can. */
  readonly unknownIssuers: string | undefined
  readonly build: (material: Material) => C
}

/** Finds the mistakes in the whole config. */
export function examineWhole(given: AnyConfig): Findings<ResolvedConfig> {
  const { providers, fatal, tolerated, disabled } = inspectConfig(given)
  return {
    isKnown: false,
    fatal,
    disabled: [...disabled.values()],
    tolerated,
    unknownIssuers: explainUnknownIssuers(given.adapter, providers),
    build: (material) => buildConfig(material, providers, disabled),
  }
}

/** Finds the mistakes in what sessions need, which is everything but the providers. */
export function examineForSession(
  given: AnyConfig,
  { validated }: Runtime,
): Findings<SessionConfig> {
  if (validated.matches(given)) return knownFindings
  const found = [...generalMistakes(given), ...adapterMistakes(given, [])]
  if (found.length === 0) validated.remember(given)
  return { ...knownFindings, isKnown: false, ...sortMistakes(given, found) }
}

/** Shared by all configs whose options are the same as those of a valid one. */
const knownFindings: Findings<SessionConfig> = {
  isKnown: true,
  fatal: [],
  disabled: [],
  tolerated: [],
  unknownIssuers: undefined,
  build: buildSessionConfig,
}
