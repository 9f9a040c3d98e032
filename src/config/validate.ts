import type { TypedAuthError } from '../errors/auth-error.js'
import {
  DuplicateProvider,
  ExperimentalFeatureNotEnabled,
  InvalidBasePath,
  InvalidConfig,
  InvalidCookieOptions,
  InvalidEndpoints,
  InvalidOrigin,
  InvalidPage,
  InvalidProviderConfig,
  InvalidSessionOptions,
  MissingAuthorize,
  MissingClientId,
  MissingClientSecret,
  MissingProviders,
  MissingSecret,
  UnsupportedProvider,
  UnsupportedStrategy,
  WeakSecret,
} from '../errors/config-errors.js'
import { isLoopback } from '../http/origin.js'
import type { AuthConfig } from '../model/config.js'
import type { OAuthConfig } from '../model/oauth.js'
import type { AnyProfile, ProviderConfig } from '../model/provider.js'
import type { DefaultSession } from '../model/records.js'
import { clientAuthenticationMethods } from '../oauth/client-authentication.js'
import { resolveCookies } from './cookies.js'

type AnyConfig = AuthConfig<DefaultSession>

const shortestSecret = 32
const howToMakeASecret =
  'Make one with `openssl rand -base64 33` and set it as AUTH_SECRET or as the option `secret`.'

/** Every mistake in a config, the gravest first. Values are named, secrets never. */
export function findMistakes(
  config: AnyConfig,
  providers: readonly ProviderConfig[],
): readonly TypedAuthError[] {
  return [
    ...secretMistakes('secret', config.secret),
    ...(config.jwt?.secret === undefined ? [] : secretMistakes('jwt.secret', config.jwt.secret)),
    ...basePathMistakes(config.basePath),
    ...originMistakes(config.origin),
    ...sessionMistakes(config),
    ...pageMistakes(config),
    ...functionMistakes('callbacks', config.callbacks),
    ...functionMistakes('events', config.events),
    ...functionMistakes('logger', pick(config.logger, ['error', 'warn', 'debug'])),
    ...functionMistakes('jwt', pick(config.jwt, ['encode', 'decode'])),
    ...flagMistakes(config),
    ...cookieMistakes(config),
    ...providerMistakes(config, providers),
  ]
}

/** A config must be an object with a list of providers before anything else can be asked of it. */
export function findShapeMistake(config: unknown): TypedAuthError | undefined {
  if (typeof config !== 'object' || config === null) {
    return new InvalidConfig(
      `Expected the config function to return an object, got ${describe(config)}.`,
    )
  }
  if (!('providers' in config) || !Array.isArray(config.providers)) {
    return new MissingProviders('Expected `providers` to be an array. Add `providers: [...]`.')
  }
  return undefined
}

/** One secret or several, as a list that does not change any more; what is no text is left out. */
export function toList(secret: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(secret) ? secret : [secret]
  return Object.freeze(list.filter((one) => typeof one === 'string' && one !== '') as string[])
}

function* secretMistakes(name: string, given: unknown): Generator<TypedAuthError> {
  const [first] = toList(given)
  if (first === undefined) {
    yield new MissingSecret(`Expected \`${name}\`, but there is none. ${howToMakeASecret}`)
    return
  }
  if (first.length < shortestSecret) {
    yield new WeakSecret(
      `Expected \`${name}\` to have ${shortestSecret} characters or more, got ${first.length}. ${howToMakeASecret}`,
    )
  } else if (new Set(first).size < 8 || placeholder.test(first)) {
    yield new WeakSecret(
      `Expected \`${name}\` to be random, but it looks like a placeholder. ${howToMakeASecret}`,
    )
  }
  if (Array.isArray(given) && given.length !== toList(given).length) {
    yield new WeakSecret(`Expected every entry of \`${name}\` to be a text that is not empty.`)
  }
}

const placeholder = /change[-_ ]?(?:me|this|in)|your[-_ ]?secret|placeholder/i

/** The base path without a trailing slash; the default for what is none. */
export function toBasePath(basePath: unknown): string {
  return isBasePath(basePath) ? basePath.replace(/\/$/, '') : '/auth'
}

function isBasePath(basePath: unknown): basePath is string {
  return (
    typeof basePath === 'string' && /^(?:\/[\w~-][\w.~-]*)*\/?$/.test(basePath) && basePath !== ''
  )
}

function* basePathMistakes(basePath: unknown): Generator<TypedAuthError> {
  if (basePath === undefined || isBasePath(basePath)) return
  yield new InvalidBasePath(
    `Expected \`basePath\` to be a path such as "/auth" or "/", got ${describe(basePath)}.`,
  )
}

function* originMistakes(origin: unknown): Generator<TypedAuthError> {
  const origins: readonly unknown[] = Array.isArray(origin) ? origin : [origin ?? []].flat()
  for (const one of origins) {
    const url = typeof one === 'string' && URL.canParse(one) ? new URL(one) : undefined
    const isOrigin = url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
    if (!isOrigin) {
      yield new InvalidOrigin(
        `Expected \`origin\` to be a URL without a path, such as "https://app.example", got ${describe(one)}.`,
      )
    }
  }
}

function* sessionMistakes({ session, jwt, adapter }: AnyConfig): Generator<TypedAuthError> {
  const strategy = session?.strategy ?? (adapter ? 'database' : 'jwt')
  if (strategy !== 'jwt' && strategy !== 'database') {
    yield new InvalidSessionOptions(
      `Expected \`session.strategy\` to be "jwt" or "database", got ${describe(strategy)}.`,
    )
  }
  if (strategy === 'database') {
    yield new UnsupportedStrategy(
      'Database sessions are not available in this version. Set `session: { strategy: "jwt" }`.',
    )
  }
  const lifetimes = {
    'session.maxAge': session?.maxAge,
    'session.updateAge': session?.updateAge,
    'session.absoluteMaxAge': session?.absoluteMaxAge,
    'jwt.maxAge': jwt?.maxAge,
  }
  for (const [name, seconds] of Object.entries(lifetimes)) {
    const least = name === 'session.updateAge' ? 0 : 1
    if (seconds !== undefined && !(Number.isSafeInteger(seconds) && seconds >= least)) {
      yield new InvalidSessionOptions(
        `Expected \`${name}\` to be whole seconds, at least ${least}, got ${describe(seconds)}.`,
      )
    }
  }
}

function* pageMistakes({ pages, basePath = '/auth' }: AnyConfig): Generator<TypedAuthError> {
  for (const [name, page] of Object.entries(pages ?? {})) {
    if (page === undefined) continue
    const isPath = typeof page === 'string' && /^\/(?![/\\])[^\\\u0000-\u0020]*$/.test(page)
    const isUrl = typeof page === 'string' && /^https?:\/\//.test(page) && URL.canParse(page)
    const isOurs = isPath && leadsTo(page, builtInPath(basePath, name))
    if ((!isPath && !isUrl) || isOurs) {
      yield new InvalidPage(
        `Expected \`pages.${name}\` to be a page of your own, as a path such as "/sign-in" or an http(s) URL, got ${describe(page)}.`,
      )
    }
  }
}

/** The page that would lead to itself. */
function builtInPath(basePath: unknown, page: string): string {
  const routes: Readonly<Record<string, string>> = {
    signIn: 'signin',
    signOut: 'signout',
    error: 'error',
    verifyRequest: 'verify-request',
  }
  const base = typeof basePath === 'string' ? basePath.replace(/\/$/, '') : ''
  return `${base}/${routes[page] ?? ''}`
}

function leadsTo(page: string, path: string): boolean {
  return new URL(page, 'https://any').pathname.replace(/\/$/, '') === path
}

function* flagMistakes(config: AnyConfig): Generator<TypedAuthError> {
  const { trustHost, trustForwardedHeaders, useSecureCookies, debug } = config
  const flags = { trustHost, trustForwardedHeaders, useSecureCookies, debug }
  for (const [name, flag] of Object.entries(flags)) {
    if (flag === undefined || typeof flag === 'boolean') continue
    yield new InvalidConfig(`Expected \`${name}\` to be true or false, got ${describe(flag)}.`)
  }
}

/** A cookie must be possible under http or under https; which of them comes is not known yet. */
function* cookieMistakes({ cookies, useSecureCookies }: AnyConfig): Generator<TypedAuthError> {
  const modes = useSecureCookies === undefined ? [true, false] : [useSecureCookies]
  const mistakes = modes.map((secure) => {
    try {
      resolveCookies(cookies, secure)
      return undefined
    } catch (thrown) {
      return thrown
    }
  })
  const [mistake] = mistakes
  if (mistakes.every(Boolean) && mistake instanceof InvalidCookieOptions) yield mistake
}

function pick(from: object | undefined, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, from && Reflect.get(from, name)]))
}

function* functionMistakes(name: string, members: object | undefined): Generator<TypedAuthError> {
  for (const [key, member] of Object.entries(members ?? {})) {
    if (member === undefined || typeof member === 'function') continue
    yield new InvalidConfig(
      `Expected \`${name}.${key}\` to be a function, got ${describe(member)}.`,
    )
  }
}

function* providerMistakes(
  config: AnyConfig,
  providers: readonly ProviderConfig[],
): Generator<TypedAuthError> {
  const seen = new Set<string>()
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

function providerMistake(
  provider: ProviderConfig,
  at: number,
  config: AnyConfig,
): TypedAuthError | undefined {
  if (typeof provider !== 'object' || provider === null) {
    return new InvalidProviderConfig(
      `Expected \`providers[${at}]\` to be a provider or a function that returns one, got ${describe(provider)}.`,
    )
  }
  if (typeof provider.id !== 'string' || !/^[A-Za-z0-9][\w.~-]{0,63}$/.test(provider.id)) {
    return new InvalidProviderConfig(
      `Expected \`providers[${at}].id\` to be up to 64 letters, digits, "-", "_", "." or "~", got ${describe(provider.id)}.`,
    )
  }
  if (typeof provider.name !== 'string' || provider.name === '') {
    return new InvalidProviderConfig(`Expected the provider "${provider.id}" to have a \`name\`.`)
  }
  switch (provider.type) {
    case 'credentials':
      return typeof provider.authorize === 'function'
        ? undefined
        : new MissingAuthorize(
            `Expected the provider "${provider.id}" to have a function \`authorize\`.`,
          )
    case 'webauthn':
      if (!config.experimental?.enableWebAuthn) {
        return new ExperimentalFeatureNotEnabled(
          `The provider "${provider.id}" needs \`experimental: { enableWebAuthn: true }\`.`,
        )
      }
      return unsupported(provider)
    case 'oauth':
    case 'oidc':
      return oauthMistake(provider)
    case 'email':
      return unsupported(provider)
    default:
      return new InvalidProviderConfig(
        `Expected the provider "${(provider as ProviderConfig).id}" to have the type "oauth", "oidc", "email", "credentials" or "webauthn", got ${describe((provider as ProviderConfig).type)}.`,
      )
  }
}

function oauthMistake(provider: OAuthConfig<AnyProfile>): TypedAuthError | undefined {
  const { id, type } = provider
  const variable = `AUTH_${id.toUpperCase().replaceAll('-', '_')}`
  if (typeof provider.clientId !== 'string' || provider.clientId === '') {
    return new MissingClientId(
      `Expected the provider "${id}" to have a \`clientId\`. Set it, or ${variable}_ID.`,
    )
  }
  const missing = missingCredential(provider)
  if (missing !== undefined) {
    return new MissingClientSecret(
      `Expected the provider "${id}" to have ${missing}. Set it, or ${variable}_SECRET.`,
    )
  }
  if (provider.issuer === undefined && provider.wellKnown === undefined) {
    const lacking = missingEndpoint(provider)
    if (lacking !== undefined) {
      return new InvalidEndpoints(
        `Expected the provider "${id}" (${type}) to have an \`issuer\`, or \`${lacking}\` as well. Set it, or ${variable}_ISSUER.`,
      )
    }
  }
  return urlMistake(provider)
}

function missingCredential({
  client,
  clientSecret,
  token,
}: OAuthConfig<AnyProfile>): string | undefined {
  const method = client?.token_endpoint_auth_method
  if (method === 'none') return undefined
  const hasKey = typeof token === 'object' && token.clientPrivateKey !== undefined
  if (method === 'private_key_jwt') return hasKey ? undefined : 'a `token.clientPrivateKey`'
  if (method !== undefined && !clientAuthenticationMethods.includes(method)) {
    return `one of ${clientAuthenticationMethods.join(', ')} as its \`token_endpoint_auth_method\``
  }
  return hasKey || clientSecret ? undefined : 'a `clientSecret`'
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
  const endpoints = [provider.authorization, provider.token, provider.userinfo].map((endpoint) =>
    typeof endpoint === 'object' ? endpoint.url : endpoint,
  )
  const urls = [issuer, wellKnown, jwks_endpoint, redirectProxyUrl, ...endpoints]
  const wrong = urls.find((url) => url !== undefined && !isServiceUrl(url))
  if (wrong === undefined) return undefined
  return new InvalidEndpoints(
    `Expected the addresses of the provider "${provider.id}" to be https, or http on this machine, got ${describe(wrong)}.`,
  )
}

function isServiceUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

function unsupported(provider: ProviderConfig): TypedAuthError {
  return new UnsupportedProvider(
    `Providers of the type "${provider.type}" are not available in this version. Remove "${provider.id}".`,
  )
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80))
  return typeof value === 'number' ? String(value) : typeof value
}
