import type { TypedAuthError } from '../errors/auth-error.js'
import {
  DuplicateConditionalUI,
  DuplicateProvider,
  ExperimentalFeatureNotEnabled,
  InvalidEndpoints,
  InvalidProviderConfig,
  MissingAuthorize,
  MissingClientId,
  MissingClientSecret,
  MissingWebAuthnAutocomplete,
} from '../errors/config-errors.js'
import { parseUrl } from '../http/parse-url.js'
import type { AuthConfig } from '../model/config.js'
import type { CredentialsConfig } from '../model/credentials.js'
import type { EmailConfig } from '../model/email.js'
import type { OAuthConfig } from '../model/oauth.js'
import type { AnyProfile, ProviderConfig } from '../model/provider.js'
import type { WebAuthnConfig } from '../model/webauthn.js'
import { clientAuthenticationMethods } from '../oauth/relying-party.js'
import { formatValue } from './format-value.js'
import { isServiceUrl } from './is-service-url.js'
import { clientMistake } from './validate-client.js'
import { environmentName, missingVariable } from './variables.js'

/** Reports every mistake in the providers. */
export function* providerMistakes(
  experimental: AuthConfig['experimental'],
  providers: readonly ProviderConfig[],
): Generator<TypedAuthError> {
  const seen = new Set<string>()
  const offered = providers.filter((one) => one?.type === 'webauthn' && one.enableConditionalUI)
  if (offered.length > 1) {
    yield new DuplicateConditionalUI(
      `Expected one provider at most to offer passkeys by autofill, got ${offered.map(({ id }) => `"${id}"`).join(', ')}. Set \`enableConditionalUI: false\` for the others.`,
    )
  }
  for (const [at, provider] of providers.entries()) {
    const mistake = providerMistake(provider, at, experimental)
    if (mistake) {
      yield mistake
      continue
    }
    // Case is ignored so that no two ids share an environment variable or look alike in a URL.
    const id = provider.id.toLowerCase()
    if (seen.has(id)) {
      yield new DuplicateProvider(
        `Two providers have the id "${provider.id}". Give one of them another \`id\`.`,
      )
    }
    seen.add(id)
  }
}

function providerMistake(
  provider: ProviderConfig,
  at: number,
  experimental: AuthConfig['experimental'],
): TypedAuthError | undefined {
  if (typeof provider !== 'object' || provider === null) {
    return new InvalidProviderConfig(
      `Expected \`providers[${at}]\` to be a provider or a function that returns one, got ${formatValue(provider)}.`,
    )
  }
  if (typeof provider.id !== 'string' || !/^[A-Za-z0-9][\w.~-]{0,63}$/.test(provider.id)) {
    return new InvalidProviderConfig(
      `Expected \`providers[${at}].id\` to be up to 64 letters, digits, "-", "_", "." or "~", got ${formatValue(provider.id)}.`,
    )
  }
  if (typeof provider.name !== 'string' || provider.name === '') {
    return new InvalidProviderConfig(`Expected the provider "${provider.id}" to have a \`name\`.`)
  }
  switch (provider.type) {
    case 'credentials':
      return credentialsMistake(provider)
    case 'webauthn':
      return webauthnMistake(provider, experimental)
    case 'oauth':
    case 'oidc':
      return oauthMistake(provider)
    case 'email':
      return emailMistake(provider)
    default:
      return new InvalidProviderConfig(
        `Expected the provider "${(provider as ProviderConfig).id}" to have the type "oauth", "oidc", "email", "credentials" or "webauthn", got ${formatValue((provider as ProviderConfig).type)}.`,
      )
  }
}

function credentialsMistake(provider: CredentialsConfig): TypedAuthError | undefined {
  const { id, passwords } = provider
  if (typeof provider.authorize !== 'function') {
    return new MissingAuthorize(`Expected the provider "${id}" to have a function \`authorize\`.`)
  }
  if (passwords?.mistake === undefined) return undefined
  return new InvalidProviderConfig(`The provider "${id}" has a wrong option. ${passwords.mistake}`)
}

function webauthnMistake(
  provider: WebAuthnConfig,
  experimental: AuthConfig['experimental'],
): TypedAuthError | undefined {
  const { id, simpleWebAuthnBrowserVersion: version } = provider
  if (!experimental?.enableWebAuthn) {
    return new ExperimentalFeatureNotEnabled(
      `The provider "${id}" needs \`experimental: { enableWebAuthn: true }\`.`,
    )
  }
  if (version !== false && !/^v\d+(?:\.\d+){0,2}$/.test(version)) {
    return new InvalidProviderConfig(
      `Expected \`simpleWebAuthnBrowserVersion\` of the provider "${id}" to be false or a version such as "v14", got ${formatValue(version)}.`,
    )
  }
  const missing = webauthnFunctions.find((name) => typeof provider[name] !== 'function')
  if (missing !== undefined) {
    return new InvalidProviderConfig(
      `Expected the provider "${id}" to have a function \`${missing}\`.`,
    )
  }
  const origins = [...(provider.relatedOrigins ?? []), ...(provider.topOrigins ?? [])]
  const wrong = origins.find((origin) => parseUrl(origin)?.origin !== origin)
  if (wrong !== undefined) {
    return new InvalidProviderConfig(
      `Expected the origins of the provider "${id}" to be such as "https://app.example", got ${formatValue(wrong)}.`,
    )
  }
  return isFilledIn(provider) || !provider.enableConditionalUI
    ? undefined
    : new MissingWebAuthnAutocomplete(
        `Expected a field of the provider "${id}" to have \`autocomplete: "username webauthn"\`. Add it, or set \`enableConditionalUI: false\`.`,
      )
}

const webauthnFunctions = ['getRelayingParty', 'getUserInfo'] as const

/** Whether a form field lets the browser offer passkeys in its autofill. */
function isFilledIn({ formFields }: WebAuthnConfig): boolean {
  return Object.values(formFields ?? {}).some(({ autocomplete }) =>
    autocomplete?.split(' ').includes('webauthn'),
  )
}

function emailMistake(provider: EmailConfig): TypedAuthError | undefined {
  const { id, maxAge, codeLength, requires = [] } = provider
  if (typeof provider.sendVerificationRequest !== 'function') {
    return new InvalidProviderConfig(
      `Expected the provider "${id}" to have a function \`sendVerificationRequest\`.`,
    )
  }
  if (maxAge !== undefined && !(Number.isSafeInteger(maxAge) && maxAge > 0)) {
    return new InvalidProviderConfig(
      `Expected \`maxAge\` of the provider "${id}" to be whole seconds, at least 1, got ${formatValue(maxAge)}.`,
    )
  }
  if (codeLength !== undefined && ![6, 7, 8].includes(codeLength)) {
    return new InvalidProviderConfig(
      `Expected \`codeLength\` of the provider "${id}" to be 6, 7 or 8, got ${formatValue(codeLength)}.`,
    )
  }
  const missing = requires.find((name) => !Reflect.get(provider, name))
  if (missing === undefined) return undefined
  const variable = missing === 'apiKey' ? `, or ${environmentName(id, 'key')}` : ''
  return new InvalidProviderConfig(
    `Expected the provider "${id}" to have \`${missing}\`. Set it${variable}.`,
  )
}

function oauthMistake(provider: OAuthConfig<AnyProfile>): TypedAuthError | undefined {
  const { id, type, client } = provider
  const clientId: unknown = provider.clientId ?? client?.client_id
  if (client?.client_id !== undefined && client.client_id !== clientId) {
    return new InvalidProviderConfig(
      `Expected \`client.client_id\` of the provider "${id}" to be the same as its \`clientId\`. Remove it from \`client\`.`,
    )
  }
  if (typeof clientId !== 'string' || clientId === '') {
    return new MissingClientId(
      `Expected the provider "${id}" to have a \`clientId\`. Set it, or ${environmentName(id, 'id')}.`,
    )
  }
  const missing = missingCredential(provider)
  if (missing !== undefined) {
    return new MissingClientSecret(
      `Expected the provider "${id}" to have ${missing}. Set it, or ${environmentName(id, 'secret')}.`,
    )
  }
  const unset = missingVariable(provider)
  if (unset !== undefined) {
    return new InvalidProviderConfig(
      `Expected the provider "${id}" to have the option \`${unset}\`. Set it, or ${environmentName(id, unset)}.`,
    )
  }
  if (provider.issuer === undefined && provider.wellKnown === undefined) {
    const lacking = missingEndpoint(provider)
    if (lacking !== undefined) {
      return new InvalidEndpoints(
        `Expected the provider "${id}" (${type}) to have an \`issuer\`${lacking === 'issuer' ? '' : `, or \`${lacking}\` as well`}. Set it, or ${environmentName(id, 'issuer')}.`,
      )
    }
  }
  return urlMistake(provider) ?? clientMistake(provider)
}

function missingCredential({
  client,
  clientSecret,
  token,
}: OAuthConfig<AnyProfile>): string | undefined {
  const method = client?.token_endpoint_auth_method
  if (method === 'none') return undefined
  const handler = typeof token === 'object' ? token : {}
  const hasKey = handler.clientPrivateKey !== undefined
  if (method === 'private_key_jwt') return hasKey ? undefined : 'a `token.clientPrivateKey`'
  if (method !== undefined && !clientAuthenticationMethods.includes(method)) {
    return `one of ${clientAuthenticationMethods.join(', ')} as its \`token_endpoint_auth_method\``
  }
  // A custom request function authenticates the client in its own way.
  const isOptional = hasKey || (method === undefined && 'request' in handler)
  return isOptional || clientSecret ? undefined : 'a `clientSecret`'
}

function missingEndpoint(provider: OAuthConfig<AnyProfile>): string | undefined {
  if (provider.type === 'oidc') return 'issuer'
  const endpoints = ['authorization', 'token', 'userinfo'] as const
  return endpoints.find((name) => {
    const endpoint = provider[name]
    return typeof endpoint === 'object' ? !endpoint.url && !endpoint.request : !endpoint
  })
}

function urlMistake(provider: OAuthConfig<AnyProfile>): TypedAuthError | undefined {
  const { issuer, wellKnown, jwks_endpoint, redirectProxyUrl } = provider
  const urls = {
    issuer,
    wellKnown,
    jwks_endpoint,
    redirectProxyUrl,
    authorization: addressOf(provider.authorization),
    token: addressOf(provider.token),
    userinfo: addressOf(provider.userinfo),
  }
  const wrong = Object.entries(urls).find(([, url]) => url !== undefined && !isServiceUrl(url))
  if (wrong === undefined) return undefined
  const [option, url] = wrong
  return new InvalidEndpoints(
    `Expected \`${option}\` of the provider "${provider.id}" to be an https URL, or http on this machine, got ${formatValue(url)}.`,
  )
}

function addressOf(
  endpoint: string | { readonly url?: string | undefined } | undefined,
): string | undefined {
  return typeof endpoint === 'object' ? endpoint.url : endpoint
}
