import type { TypedAuthError } from '../errors/auth-error.js'
import type { AuthConfig } from '../model/config.js'
import type { ProviderConfig } from '../model/provider.js'
import type { DefaultSession } from '../model/records.js'
import {
  nameProvider,
  sortMistakes,
  toleratedInProviders,
  type SortedMistakes,
} from './compatibility.js'
import { instantiateProvider } from './providers.js'
import { providersOf } from './source.js'
import { findMistakes } from './validate.js'
import { findDisabledProviders } from './validate-providers.js'
import { fillVariables } from './variables.js'

/** The providers of a config as objects, and the mistakes in the config. */
export interface Inspection extends SortedMistakes {
  readonly providers: readonly ProviderConfig[]
  /** The providers that lack an option, by id, and why. The config is usable without them. */
  readonly disabled: ReadonlyMap<string, TypedAuthError>
}

/** Finds the mistakes in a whole config. The config must have a list of providers. */
export function inspectConfig(given: AuthConfig<DefaultSession>): Inspection {
  const found = providersOf(given).map((provider) => fillVariables(instantiateProvider(provider)))
  const providers = found.map((provider) => nameProvider(given, provider))
  const { fatal, tolerated } = sortMistakes(given, findMistakes(given, providers))
  return {
    providers,
    fatal,
    tolerated: [...tolerated, ...toleratedInProviders(given, found)],
    disabled: findDisabledProviders(given, providers),
  }
}
