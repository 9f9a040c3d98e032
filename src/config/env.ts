import { parseHttpUrl, toAddress, type Address } from '../http/parse-url.js'
import type { Compatibility } from '../model/compatibility.js'
import type { AuthConfig, EnvGetter, EnvSource } from '../model/config.js'
import type { EmailConfig } from '../model/email.js'
import type { OAuthConfig } from '../model/oauth.js'
import type { AnyProfile, Provider } from '../model/provider.js'
import type { DefaultSession } from '../model/records.js'
import { instantiateProvider, type ProviderValues } from './providers.js'
import { mailVariable } from './unset-option.js'
import { environmentName } from './variables.js'

/**
 * Fills in the options that a config does not set from environment variables. Changes `config`
 * itself, but none of its provider objects.
 *
 * - `AUTH_SECRET`, `AUTH_SECRET_1` … `_3`: `secret`. The highest number encrypts, and all of them
 *   decrypt.
 * - `AUTH_URL`: `origin`, and its path (if it has one) as `basePath`.
 * - `AUTH_TRUST_HOST`, `VERCEL`, `CF_PAGES`, and `NODE_ENV=development`: `trustHost`. With
 *   `compatibility`, every `NODE_ENV` except `production` has this effect.
 * - `AUTH_TRUST_FORWARDED_HEADERS`: `trustForwardedHeaders`.
 * - `AUTH_REDIRECT_PROXY_URL`: `redirectProxyUrl`.
 * - `AUTH_<ID>_ID`, `_SECRET`, `_ISSUER`: `clientId`, `clientSecret` and `issuer` of oauth and oidc
 *   providers, and one variable for each of their `variables`.
 * - `AUTH_<ID>_KEY`: `apiKey` of e-mail providers, and one variable for each other option that they
 *   require, such as `AUTH_NODEMAILER_SERVER`.
 *
 * `false`, `0`, `no` and `off` mean false, so `AUTH_TRUST_HOST=false` turns the option off.
 */
export function setEnvDefaults<S extends DefaultSession>(
  source: EnvSource,
  config: AuthConfig<S>,
): void {
  const env = toGetter(source)
  setGeneralDefaults(env, config)
  if (Array.isArray(config.providers)) {
    config.providers = withEnvDefaults(env, config.providers)
  }
}

/** Fills in the options of a config itself. They are all that a session read needs. */
export function setGeneralDefaults<S extends DefaultSession>(
  env: EnvGetter,
  config: Omit<AuthConfig<S>, 'providers'>,
  addressOf: (url: string) => Address | undefined = toAddress,
): void {
  const url = env.get('AUTH_URL') || undefined
  const address = url === undefined ? undefined : addressOf(url)
  config.basePath ??= address && address.pathname !== '/' ? address.pathname : '/auth'
  // An invalid URL is kept, so that validation can report it with its value.
  config.origin ??= address?.origin ?? url
  config.trustHost ??= trustHost(env, config.compatibility)
  config.trustForwardedHeaders ??= flag(env, 'AUTH_TRUST_FORWARDED_HEADERS')
  config.redirectProxyUrl ||= env.get('AUTH_REDIRECT_PROXY_URL')?.trim() || undefined
  if (!config.secret?.length) config.secret = secrets(env)
}

/** Returns the providers with the options that they do not set. */
export function withEnvDefaults(env: EnvGetter, providers: readonly Provider[]): Provider[] {
  return providers.map((provider) => withEnv(env, provider))
}

/** `get` may also be the name of an environment variable, which is then text. */
function toGetter(source: EnvSource): EnvGetter {
  return isGetter(source) ? source : { get: (key) => source[key] }
}

function isGetter(source: EnvSource): source is EnvGetter {
  return typeof source.get === 'function'
}

/** Explains why the routes are not at the path of `AUTH_URL`. Returns undefined if they are. */
export function explainBasePath(env: EnvGetter, basePath: string): string | undefined {
  const path = parseHttpUrl(env.get('AUTH_URL') ?? '')?.pathname.replace(/\/$/, '') ?? ''
  if (path === '' || path === basePath) return undefined
  return `AUTH_URL has the path "${path}", but the routes are under "${basePath}", the option \`basePath\`. Make both the same, or leave the path out of AUTH_URL.`
}

/**
 * Explains that the path of `AUTH_URL` moves the routes of a config without `basePath`. Returns
 * undefined if it does not.
 */
export function explainMove(env: EnvGetter, basePath: string): string | undefined {
  const path = parseHttpUrl(env.get('AUTH_URL') ?? '')?.pathname.replace(/\/$/, '') ?? ''
  if (path === '' || path !== basePath || path === '/auth') return undefined
  return `AUTH_URL has the path "${path}", so the routes are under "${path}" instead of "/auth". Set \`basePath: "${path}"\` if you want this, or leave the path out of AUTH_URL.`
}

const secretNames = ['AUTH_SECRET_3', 'AUTH_SECRET_2', 'AUTH_SECRET_1', 'AUTH_SECRET'] as const

function secrets(env: EnvGetter): string[] {
  const found: string[] = []
  for (const name of secretNames) {
    const secret = env.get(name)
    if (secret) found.push(secret)
  }
  return found
}

const hostVariables = ['AUTH_TRUST_HOST', 'VERCEL', 'CF_PAGES'] as const

function trustHost(env: EnvGetter, compatibility: Compatibility | undefined): boolean | undefined {
  for (const name of hostVariables) {
    const trusted = flag(env, name)
    if (trusted !== undefined) return trusted
  }
  const mode = env.get('NODE_ENV')
  const isTrusted = compatibility ? mode !== 'production' : mode === 'development'
  return isTrusted ? true : undefined
}

function flag(env: EnvGetter, name: string): boolean | undefined {
  const word = env.get(name)?.trim().toLowerCase()
  if (!word) return undefined
  return !['false', '0', 'no', 'off'].includes(word)
}

function withEnv(env: EnvGetter, given: Provider): Provider {
  const { id } = instantiateProvider(given) ?? {}
  if (typeof id !== 'string') return given
  // A line such as `AUTH_GITHUB_ID=` in .env sets nothing.
  const read = (option: string): string | undefined =>
    env.get(environmentName(id, option)) || undefined
  const provider = instantiateProvider(given, valuesFrom(read))
  switch (provider.type) {
    case 'oauth':
    case 'oidc':
      return {
        ...provider,
        ...variablesFrom(read, provider),
        // An empty option sets nothing either, so that the variable that a log line names works.
        clientId: provider.clientId || read('id'),
        clientSecret: provider.clientSecret || read('secret'),
        issuer: provider.issuer || read('issuer'),
      }
    case 'email':
      return { ...provider, ...requiredFrom(env, provider) }
    default:
      return given
  }
}

/** Every e-mail provider gets `apiKey`, because a custom one may read it without requiring it. */
function requiredFrom(env: EnvGetter, provider: EmailConfig): Record<string, unknown> {
  const names = ['apiKey', ...(provider.requires ?? [])]
  const read = (name: string): unknown =>
    Reflect.get(provider, name) || env.get(mailVariable(provider.id, name)) || undefined
  return Object.fromEntries(names.map((name) => [name, read(name)]))
}

/** Some factories put these options into their URLs, so they must have them when they are called. */
function valuesFrom(read: (option: string) => string | undefined): ProviderValues {
  const values = {
    clientId: read('id'),
    clientSecret: read('secret'),
    issuer: read('issuer'),
    apiKey: read('key'),
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

function variablesFrom(
  read: (option: string) => string | undefined,
  provider: OAuthConfig<AnyProfile>,
): Record<string, unknown> {
  const names = Object.keys(provider.variables ?? {})
  return Object.fromEntries(names.map((name) => [name, Reflect.get(provider, name) ?? read(name)]))
}
