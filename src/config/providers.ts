import type { CredentialsConfig } from '../model/credentials.js'
import type { Provider, ProviderConfig } from '../model/provider.js'
import { resolveEmailProvider, type ResolvedEmailProvider } from './email-provider.js'
import { resolveOAuthProvider, type ResolvedOAuthProvider } from './oauth-provider.js'

/** A credentials provider as the engine sees it. */
export interface ResolvedCredentialsProvider {
  readonly type: 'credentials'
  readonly id: string
  readonly name: string
  readonly credentials: CredentialsConfig['credentials']
  readonly authorize: CredentialsConfig['authorize']
}

/** A provider as the engine sees it. */
export type ResolvedProvider =
  ResolvedCredentialsProvider | ResolvedEmailProvider | ResolvedOAuthProvider

export function isCredentials(provider: ResolvedProvider): provider is ResolvedCredentialsProvider {
  return provider.type === 'credentials'
}

export function isOAuth(provider: ResolvedProvider): provider is ResolvedOAuthProvider {
  return provider.type === 'oauth' || provider.type === 'oidc'
}

export function isEmail(provider: ResolvedProvider): provider is ResolvedEmailProvider {
  return provider.type === 'email'
}

/**
 * The provider object behind what the application listed: functions are called, and the options
 * that a factory kept aside are laid over its defaults.
 *
 * Shallow, so that an array replaces an array; only an endpoint and `client` keep what the options
 * do not name.
 */
export function materialize(given: Provider): ProviderConfig {
  const provider = typeof given === 'function' ? given({}) : given
  if (!provider?.options) return provider
  const { options, ...defaults } = provider
  const merged: Record<string | symbol, unknown> = { ...defaults }
  for (const name of Reflect.ownKeys(options)) {
    const value: unknown = Reflect.get(options, name)
    if (value !== undefined) merged[name] = layOver(name, Reflect.get(defaults, name), value)
  }
  return merged as unknown as ProviderConfig
}

const keptInPart: ReadonlySet<string | symbol> = new Set([
  'authorization',
  'token',
  'userinfo',
  'client',
])

function layOver(name: string | symbol, base: unknown, over: unknown): unknown {
  if (!keptInPart.has(name) || !isObject(over)) return over
  const known = typeof base === 'string' ? { url: base } : isObject(base) ? base : {}
  const params = { ...objectOf(known['params']), ...objectOf(over['params']) }
  return { ...known, ...over, ...(name !== 'client' && { params }) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}

/** The providers by id, in the order of the config. Expects a config without mistakes. */
export function resolveProviders(
  providers: readonly ProviderConfig[],
  redirectProxyUrl: string | undefined,
  secrets: readonly string[],
): ReadonlyMap<string, ResolvedProvider> {
  const resolved = new Map<string, ResolvedProvider>()
  for (const provider of providers) {
    if (provider.type === 'credentials') resolved.set(provider.id, resolveCredentials(provider))
    if (provider.type === 'email')
      resolved.set(provider.id, resolveEmailProvider(provider, secrets))
    if (provider.type === 'oauth' || provider.type === 'oidc') {
      resolved.set(provider.id, resolveOAuthProvider(provider, redirectProxyUrl))
    }
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
