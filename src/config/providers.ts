import type { CredentialsConfig } from '../model/credentials.js'
import type { Provider, ProviderConfig } from '../model/provider.js'

/** A credentials provider as the engine sees it. */
export interface ResolvedCredentialsProvider {
  readonly type: 'credentials'
  readonly id: string
  readonly name: string
  readonly credentials: CredentialsConfig['credentials']
  readonly authorize: CredentialsConfig['authorize']
}

/** A provider as the engine sees it. */
export type ResolvedProvider = ResolvedCredentialsProvider

/**
 * The provider object behind what the application listed: functions are called, and the options
 * that a factory kept aside are laid over its defaults. Shallow: an array or object replaces.
 */
export function materialize(given: Provider): ProviderConfig {
  const provider = typeof given === 'function' ? given({}) : given
  if (!provider?.options) return provider
  const { options, ...defaults } = provider
  const chosen = Object.entries(options).filter(([, value]) => value !== undefined)
  return { ...defaults, ...Object.fromEntries(chosen) } as ProviderConfig
}

/** The providers by id, in the order of the config. Expects a config without mistakes. */
export function resolveProviders(
  providers: readonly ProviderConfig[],
): ReadonlyMap<string, ResolvedProvider> {
  const resolved = new Map<string, ResolvedProvider>()
  for (const provider of providers) {
    if (provider.type === 'credentials') resolved.set(provider.id, resolveCredentials(provider))
  }
  return resolved
}

function resolveCredentials(provider: CredentialsConfig): ResolvedCredentialsProvider {
  return {
    type: 'credentials',
    id: provider.id,
    name: provider.name,
    credentials: provider.credentials ?? {},
    // Called as a method: `authorize` may use `this`.
    authorize: (credentials, request) => provider.authorize(credentials, request),
  }
}
