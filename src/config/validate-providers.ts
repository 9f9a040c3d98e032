import type { TypedAuthError } from '../errors/auth-error.js'
import {
  DuplicateConditionalUI,
  DuplicateProvider,
  ExperimentalFeatureNotEnabled,
  InvalidEndpoints,
  InvalidProviderConfig,
  MissingAuthorize,
  MissingWebAuthnAutocomplete,
} from '../errors/config-errors.js'
import { parseUrl } from '../http/parse-url.js'
import type { Compatibility } from '../model/compatibility.js'
import type { AuthConfig } from '../model/config.js'
import type { CredentialsConfig } from '../model/credentials.js'
import type { EmailConfig } from '../model/email.js'
import type { OAuthConfig } from '../model/oauth.js'
import type { AnyProfile, ProviderConfig } from '../model/provider.js'
import type { WebAuthnConfig } from '../model/webauthn.js'
import { clientAuthenticationMethods } from '../oauth/relying-party.js'
import { formatValue } from './format-value.js'
import { isServiceUrl } from './is-service-url.js'
import { httpUrlsOf, urlsOf } from './provider-urls.js'
import { findUnsetOption } from './unset-option.js'
import { clientMistake } from './validate-client.js'

/** Reports every mistake in the providers. */
export function* providerMistakes(
  config: Pick<AuthConfig, 'experimental' | 'compatibility'>,
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
    const mistake = providerMistake(provider, at, config)
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

/**
 * Finds the providers that are disabled, by id, and why. A provider with a mistake is not disabled,
 * because the mistake must be fixed in the code.
 */
export function findDisabledProviders(
  config: Pick<AuthConfig, 'experimental' | 'compatibility'>,
  providers: readonly ProviderConfig[],
): ReadonlyMap<string, TypedAuthError> {
  const disabled = new Map<string, TypedAuthError>()
  for (const [at, provider] of providers.entries()) {
    if (providerMistake(provider, at, config)) continue
    const reason = findUnsetOption(provider)
    if (reason) disabled.set(provider.id, reason)
  }
  return disabled
}

function providerMistake(
  provider: ProviderConfig,
  at: number,
  { experimental, compatibility }: Pick<AuthConfig, 'experimental' | 'compatibility'>,
): TypedAuthError | undefined {
  if (typeof provider !== 'object' || provider === null || isModule(provider)) {
    return new InvalidProviderConfig(
      `Expected \`providers[${at}]\` to be a provider or a function that returns one, got ${isModule(provider) ? 'a module' : formatValue(provider)}. Import the default export of its module, as in \`import GitHub from "latchkey/providers/github"\`.`,
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
      return oauthMistake(provider, compatibility)
    case 'email':
      return emailMistake(provider)
    default:
      return new InvalidProviderConfig(
        `Expected the provider "${(provider as ProviderConfig).id}" to have the type "oauth", "oidc", "email", "credentials" or "webauthn", got ${formatValue((provider as ProviderConfig).type)}.`,
      )
  }
}

/** Whether the app passed the result of `import * as` or `await import()`. */
function isModule(provider: unknown): boolean {
  if (typeof provider !== 'object' || provider === null) return false
  return 'default' in provider && !('id' in provider)
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
  const { id, maxAge, codeLength } = provider
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
  return undefined
}

function oauthMistake(
  provider: OAuthConfig<AnyProfile>,
  compatibility: Compatibility | undefined,
): TypedAuthError | undefined {
  const { id, clientId, client } = provider
  if (client?.client_id !== undefined && client.client_id !== (clientId ?? client.client_id)) {
    return new InvalidProviderConfig(
      `Expected \`client.client_id\` of the provider "${id}" to be the same as its \`clientId\`. Remove it from \`client\`.`,
    )
  }
  const method = client?.token_endpoint_auth_method
  if (method !== undefined && !clientAuthenticationMethods.includes(method)) {
    return new InvalidProviderConfig(
      `Expected \`client.token_endpoint_auth_method\` of the provider "${id}" to be one of ${clientAuthenticationMethods.join(', ')}, got ${formatValue(method)}.`,
    )
  }
  return urlMistake(provider, compatibility) ?? clientMistake(provider)
}

/** A URL that is empty, or contains a variable of the provider that has no value. */
const partialUrl = /^$|\{\w+\}/

function urlMistake(
  provider: OAuthConfig<AnyProfile>,
  compatibility: Compatibility | undefined,
): TypedAuthError | undefined {
  const tolerated = compatibility ? httpUrlsOf(provider).map(([, url]) => url) : []
  // A provider that lacks an option is disabled, and may also lack URLs or parts of them.
  const urls = findUnsetOption(provider)
    ? urlsOf(provider).filter(([, url]) => !partialUrl.test(url))
    : urlsOf(provider)
  const wrong = urls.find(([, url]) => !isServiceUrl(url) && !tolerated.includes(url))
  if (wrong === undefined) return undefined
  const [option, url] = wrong
  return new InvalidEndpoints(
    `Expected \`${option}\` of the provider "${provider.id}" to be an https URL, or http on this machine, got ${formatValue(url)}.`,
  )
}
