import type { Secrets } from '../crypto/secrets.js'
import type { Adapter } from '../model/adapter.js'
import type { Compatibility } from '../model/compatibility.js'
import type { CredentialsConfig } from '../model/credentials.js'
import type { PasswordMethod } from '../model/password.js'
import type { Provider, ProviderConfig } from '../model/provider.js'
import { resolveEmailProvider, type ResolvedEmailProvider } from './email-provider.js'
import { namedByFactory, namesServer } from './issuer-choice.js'
import type { OAuthMemory } from '../oauth/oauth-memory.js'
import type { Log } from './logger.js'
import { resolveOAuthProvider, type ResolvedOAuthProvider } from './oauth-provider.js'
import { resolveWebAuthnProvider, type ResolvedWebAuthnProvider } from './webauthn-provider.js'
import type { ResolvedTelemetry } from './telemetry.js'

/** A credentials provider with every default filled in. */
export interface ResolvedCredentialsProvider {
  readonly type: 'credentials'
  readonly id: string
  readonly name: string
  readonly credentials: CredentialsConfig['credentials']
  readonly authorize: CredentialsConfig['authorize']
  /** Checks passwords that the store has. It replaces `authorize`. */
  readonly passwords: PasswordMethod | undefined
}

/** A provider with every default filled in. */
export type ResolvedProvider =
  | ResolvedCredentialsProvider
  | ResolvedEmailProvider
  | ResolvedOAuthProvider
  | ResolvedWebAuthnProvider

export function isCredentials(provider: ResolvedProvider): provider is ResolvedCredentialsProvider {
  return provider.type === 'credentials'
}

export function isOAuth(provider: ResolvedProvider): provider is ResolvedOAuthProvider {
  return provider.type === 'oauth' || provider.type === 'oidc'
}

export function isEmail(provider: ResolvedProvider): provider is ResolvedEmailProvider {
  return provider.type === 'email'
}

export function isWebAuthn(provider: ResolvedProvider): provider is ResolvedWebAuthnProvider {
  return provider.type === 'webauthn'
}

/** Options of a provider that come from the environment. */
export type ProviderValues = Readonly<
  Partial<Record<'clientId' | 'clientSecret' | 'issuer' | 'apiKey', string>>
>

/**
 * Returns the provider object for an entry of `providers`. Calls the entry if it is a function, and
 * merges the user's `options` over the defaults of the factory.
 *
 * The merge is shallow, so an array replaces an array. Only the endpoints and `client` keep members
 * that the options do not set.
 */
export function instantiateProvider(given: Provider, values: ProviderValues = {}): ProviderConfig {
  // Attributes of a field that are not text are left out when the form is rendered.
  const provider = (typeof given === 'function' ? given(values) : given) as ProviderConfig
  if (!provider?.options) return provider
  const { options, ...defaults } = provider
  const merged: Record<string | symbol, unknown> = { ...defaults }
  for (const name of Reflect.ownKeys(options)) {
    const value: unknown = Reflect.get(options, name)
    if (value !== undefined) merged[name] = mergeOption(name, Reflect.get(defaults, name), value)
  }
  if (namesServer(defaults) && !namesServer(options)) merged[namedByFactory] = true
  return merged as unknown as ProviderConfig
}

const keptInPart: ReadonlySet<string | symbol> = new Set([
  'authorization',
  'token',
  'userinfo',
  'client',
])

function mergeOption(name: string | symbol, base: unknown, over: unknown): unknown {
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

/** Maps ids to providers, in the order of the config. The config must already be validated. */
export function resolveProviders(
  providers: readonly ProviderConfig[],
  redirectProxyUrl: string | undefined,
  secrets: Secrets,
  adapter: Adapter | undefined,
  oauthMemory: OAuthMemory,
  log: Pick<Log, 'warn'>,
  compatibility?: Compatibility,
  telemetry?: ResolvedTelemetry,
): ReadonlyMap<string, ResolvedProvider> {
  const resolve = (provider: ProviderConfig): ResolvedProvider => {
    switch (provider.type) {
      case 'credentials':
        return resolveCredentials(provider)
      case 'email':
        return resolveEmailProvider(provider, secrets, telemetry)
      case 'webauthn':
        return resolveWebAuthnProvider(provider, adapter)
      case 'oauth':
      case 'oidc':
        return resolveOAuthProvider(
          provider,
          redirectProxyUrl,
          oauthMemory,
          (code, message) => log.warn(code, message),
          compatibility,
          telemetry,
        )
    }
  }
  return new Map(providers.map((provider) => [provider.id, resolve(provider)]))
}

function resolveCredentials(provider: CredentialsConfig): ResolvedCredentialsProvider {
  return {
    type: 'credentials',
    id: provider.id,
    name: provider.name,
    credentials: provider.credentials ?? {},
    // Called as a method, because `authorize` may use `this`.
    authorize: (credentials, request) => provider.authorize(credentials, request),
    passwords: provider.passwords,
  }
}
