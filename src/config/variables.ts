import type { OAuthConfig } from '../model/oauth.js'
import type { AnyProfile, ProviderConfig } from '../model/provider.js'

const addresses = ['issuer', 'wellKnown', 'jwks_endpoint'] as const
const endpoints = ['authorization', 'token', 'userinfo'] as const

/** Returns the provider with the values of its `variables` inserted into its URLs. */
export function fillVariables(provider: ProviderConfig): ProviderConfig {
  if (!hasVariables(provider)) return provider
  const filled = { ...provider }
  for (const [name, value] of Object.entries(provider.variables ?? {})) {
    Reflect.set(filled, name, readOption(provider, name) ?? value)
  }
  const fill = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = name in (provider.variables ?? {}) ? readOption(filled, name) : undefined
      return value === undefined ? whole : fill(value).replace(/\/+$/, '')
    })
  for (const name of addresses) {
    const address = filled[name]
    if (address !== undefined) filled[name] = fill(address)
  }
  for (const name of endpoints) {
    const endpoint: string | { url?: string | undefined } | undefined = filled[name]
    if (typeof endpoint === 'string') filled[name] = fill(endpoint)
    else if (endpoint?.url !== undefined) {
      Object.assign(filled, { [name]: { ...endpoint, url: fill(endpoint.url) } })
    }
  }
  return filled
}

/** Returns the first variable that a URL contains and that has no value. */
export function missingVariable(provider: OAuthConfig<AnyProfile>): string | undefined {
  const texts = [...addresses, ...endpoints].map((name) => {
    const address: string | { url?: string | undefined } | undefined = provider[name]
    return typeof address === 'object' ? address.url : address
  })
  return Object.keys(provider.variables ?? {}).find(
    (name) =>
      readOption(provider, name) === undefined && texts.some((text) => text?.includes(`{${name}}`)),
  )
}

/** Returns the name of the environment variable for a provider option. */
export function environmentName(id: string, option: string): string {
  const words = `${id}_${option.replace(/[A-Z]/g, (letter) => `_${letter}`)}`
  return `AUTH_${words.toUpperCase().replaceAll('-', '_')}`
}

function hasVariables(provider: ProviderConfig): provider is OAuthConfig<AnyProfile> {
  const isOAuth = provider?.type === 'oauth' || provider?.type === 'oidc'
  return isOAuth && typeof provider.variables === 'object'
}

function readOption(provider: object, name: string): string | undefined {
  const value: unknown = Reflect.get(provider, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}
