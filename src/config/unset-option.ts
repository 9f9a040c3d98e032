import type { TypedAuthError } from '../errors/auth-error.js'
import {
  InvalidEndpoints,
  InvalidProviderConfig,
  MissingClientId,
  MissingClientSecret,
} from '../errors/config-errors.js'
import type { EmailConfig } from '../model/email.js'
import type { OAuthConfig } from '../model/oauth.js'
import type { AnyProfile, ProviderConfig } from '../model/provider.js'
import { environmentName, missingVariable } from './variables.js'

/**
 * Returns why a provider cannot work: an option that each deployment sets for itself has no value.
 * Such a provider is disabled, so that the app works with the other providers.
 */
export function findUnsetOption(provider: ProviderConfig): TypedAuthError | undefined {
  switch (provider.type) {
    case 'oauth':
    case 'oidc':
      return unsetOAuthOption(provider)
    case 'email':
      return unsetMailOption(provider)
    default:
      return undefined
  }
}

function unsetOAuthOption(provider: OAuthConfig<AnyProfile>): TypedAuthError | undefined {
  const { id } = provider
  const clientId: unknown = provider.clientId ?? provider.client?.client_id
  if (typeof clientId !== 'string' || clientId === '') {
    return new MissingClientId(explain(id, '`clientId`', environmentName(id, 'id')))
  }
  if (lacksPrivateKey(provider)) {
    return new MissingClientSecret(explain(id, '`token.clientPrivateKey`'))
  }
  if (lacksSecret(provider)) {
    return new MissingClientSecret(explain(id, '`clientSecret`', environmentName(id, 'secret')))
  }
  const unset = missingVariable(provider)
  if (unset !== undefined) {
    return new InvalidProviderConfig(explain(id, `\`${unset}\``, environmentName(id, unset)))
  }
  const lacking = missingEndpoint(provider)
  if (lacking === undefined) return undefined
  const options = lacking === 'issuer' ? '`issuer`' : `\`${lacking}\` or \`issuer\``
  return new InvalidEndpoints(explain(id, options, environmentName(id, 'issuer')))
}

function unsetMailOption(provider: EmailConfig): TypedAuthError | undefined {
  const { id, requires = [] } = provider
  const missing = requires.find((name) => !Reflect.get(provider, name))
  if (missing !== undefined) {
    return new InvalidProviderConfig(explain(id, `\`${missing}\``, mailVariable(id, missing)))
  }
  const mistake = provider.findMistake?.(provider)
  if (mistake === undefined) return undefined
  return new InvalidProviderConfig(`The provider "${id}" is disabled, because ${mistake}`)
}

/** Returns the name of the environment variable for a required option of an e-mail provider. */
export function mailVariable(id: string, option: string): string {
  return environmentName(id, option === 'apiKey' ? 'key' : option)
}

function explain(id: string, option: string, variable?: string): string {
  const cure = variable === undefined ? '' : `${variable} or `
  return `The provider "${id}" is disabled, because it has no ${option}. Set ${cure}the option ${option}.`
}

function lacksPrivateKey({ client, token }: OAuthConfig<AnyProfile>): boolean {
  return client?.token_endpoint_auth_method === 'private_key_jwt' && !hasPrivateKey(token)
}

function lacksSecret({ client, clientSecret, token }: OAuthConfig<AnyProfile>): boolean {
  const method = client?.token_endpoint_auth_method
  if (method === 'none' || clientSecret || hasPrivateKey(token)) return false
  // A custom request function authenticates the client in its own way.
  return method !== undefined || typeof token !== 'object' || !('request' in token)
}

function hasPrivateKey(token: OAuthConfig<AnyProfile>['token']): boolean {
  return typeof token === 'object' && token.clientPrivateKey !== undefined
}

function missingEndpoint(provider: OAuthConfig<AnyProfile>): string | undefined {
  if (provider.issuer || provider.wellKnown) return undefined
  if (provider.type === 'oidc') return 'issuer'
  const endpoints = ['authorization', 'token', 'userinfo'] as const
  return endpoints.find((name) => {
    const endpoint = provider[name]
    return typeof endpoint === 'object' ? !endpoint.url && !endpoint.request : !endpoint
  })
}
