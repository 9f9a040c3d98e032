import { toSecrets } from '../crypto/secrets.js'
import type { TypedAuthError } from '../errors/auth-error.js'
import {
  InvalidConfig,
  InvalidCookieOptions,
  InvalidOrigin,
  MissingProviders,
  MissingSecret,
  WeakSecret,
} from '../errors/config-errors.js'
import { parseUrl } from '../http/parse-url.js'
import type { AuthConfig } from '../model/config.js'
import type { ProviderConfig } from '../model/provider.js'
import type { DefaultSession } from '../model/records.js'
import { accountMistakes } from './account.js'
import { resolveCookies } from './cookies.js'
import { formatValue } from './format-value.js'
import { factorProviderMistakes, secondFactorMistakes } from './second-factor.js'
import { isGuessable, shortestSecret } from './secret-strength.js'
import { adapterMistakes } from './validate-adapter.js'
import { cookieLifetimeMistakes } from './validate-cookie-lifetimes.js'
import { limitMistakes } from './validate-limits.js'
import { basePathMistakes, pageMistakes } from './validate-pages.js'
import { providerMistakes } from './validate-providers.js'
import { proxyMistakes } from './validate-proxy.js'
import { sessionMistakes } from './validate-session.js'
import { themeMistakes } from './validate-theme.js'

type AnyConfig = AuthConfig<DefaultSession>

const howToMakeASecret =
  'Run `npx latchkey secret --write`, or make one with `openssl rand -base64 33` and set it as AUTH_SECRET or as the option `secret`.'

const howToReplaceASecret =
  'Replace it by the one that `npx latchkey secret` or `openssl rand -base64 33` prints.'

/**
 * Finds every mistake in a config, the most serious first. Messages show values, but never secrets.
 */
export function findMistakes(
  config: AnyConfig,
  providers: readonly ProviderConfig[],
): readonly TypedAuthError[] {
  return [
    ...generalMistakes(config),
    ...providerMistakes(config, providers),
    ...adapterMistakes(config, providers),
    ...factorProviderMistakes(config.secondFactor, providers),
  ]
}

/** Finds the mistakes in all options but the adapter and the providers. */
export function* generalMistakes(config: AnyConfig): Generator<TypedAuthError> {
  const { logger, jwt, session } = config
  yield* secretMistakes('secret', config.secret)
  if (jwt?.secret !== undefined) yield* secretMistakes('jwt.secret', jwt.secret)
  yield* basePathMistakes(config.basePath)
  yield* originMistakes(config.origin)
  yield* proxyMistakes(config)
  yield* sessionMistakes(config)
  yield* pageMistakes(config)
  yield* themeMistakes(config)
  yield* functionMistakes('callbacks', config.callbacks)
  yield* functionMistakes('events', config.events)
  yield* languageMistakes(config.languages)
  yield* auditMistakes(config.audit)
  yield* telemetryMistakes(config.telemetry)
  yield* functionMistakes('logger', logger, ['error', 'warn', 'debug'])
  yield* functionMistakes('jwt', jwt, ['encode', 'decode'])
  yield* functionMistakes('session', session, ['generateSessionToken'])
  yield* flagMistakes(config)
  yield* compatibilityMistakes(config.compatibility)
  yield* cookieMistakes(config)
  yield* cookieLifetimeMistakes(config)
  yield* limitMistakes(config)
  yield* secondFactorMistakes(config.secondFactor, config)
  yield* accountMistakes(config.account, config)
}

/** Checks that a config is an object with a list of providers, which all other checks rely on. */
export function findShapeMistake(config: unknown): TypedAuthError | undefined {
  if (typeof config !== 'object' || config === null) {
    return new InvalidConfig(
      `Expected the config function to return an object, got ${formatValue(config)}.`,
    )
  }
  if (!('providers' in config) || !Array.isArray(config.providers)) {
    return new MissingProviders('Expected `providers` to be an array. Add `providers: [...]`.')
  }
  return undefined
}

function* secretMistakes(name: string, given: unknown): Generator<TypedAuthError> {
  const secrets = toSecrets(given)
  if (!secrets) {
    yield new MissingSecret(`The option \`${name}\` is missing. ${howToMakeASecret}`)
    return
  }
  const [first] = secrets
  if (first.length < shortestSecret) {
    yield new WeakSecret(
      `Expected \`${name}\` to have ${shortestSecret} characters or more, got ${first.length}. ${howToReplaceASecret}`,
      { isOnlyShort: !isGuessable(first) },
    )
  } else if (isGuessable(first)) {
    yield new WeakSecret(
      `Expected \`${name}\` to be random, but it looks like a placeholder. ${howToReplaceASecret}`,
    )
  }
  if (Array.isArray(given) && given.length !== secrets.length) {
    yield new WeakSecret(`Expected every entry of \`${name}\` to be a text that is not empty.`)
  }
}

function* originMistakes(origin: unknown): Generator<TypedAuthError> {
  const origins: readonly unknown[] = Array.isArray(origin) ? origin : [origin ?? []].flat()
  for (const one of origins) {
    const url = typeof one === 'string' ? parseUrl(one) : undefined
    const isOrigin = url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
    if (!isOrigin) {
      yield new InvalidOrigin(
        `Expected \`origin\` (AUTH_URL) to be a URL without a path, such as "https://app.example", got ${formatValue(one)}.`,
      )
    }
  }
}

function* flagMistakes(config: AnyConfig): Generator<TypedAuthError> {
  const { trustHost, trustForwardedHeaders, useSecureCookies, debug, session } = config
  const { encryptTokens, keepTokens, autoRedirect } = config
  const flags = {
    trustHost,
    trustForwardedHeaders,
    useSecureCookies,
    debug,
    encryptTokens,
    keepTokens,
    autoRedirect,
    'session.revocable': session?.revocable,
  }
  for (const [name, flag] of Object.entries(flags)) {
    if (flag === undefined || typeof flag === 'boolean') continue
    yield new InvalidConfig(`Expected \`${name}\` to be true or false, got ${formatValue(flag)}.`)
  }
}

function* languageMistakes(languages: unknown): Generator<TypedAuthError> {
  if (languages === undefined || (Array.isArray(languages) && languages.every(isLanguage))) return
  yield new InvalidConfig(
    `Expected \`languages\` to be a list of languages imported from "latchkey/languages/<code>", got ${formatValue(languages)}.`,
  )
}

function isLanguage(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const loaders = ['pages', 'passwords', 'factors', 'account']
  return (
    typeof Reflect.get(value, 'code') === 'string' &&
    loaders.every((name) => typeof Reflect.get(value, name) === 'function')
  )
}

function* auditMistakes(audit: unknown): Generator<TypedAuthError> {
  if (audit === undefined || typeof audit === 'function') return
  yield new InvalidConfig(`Expected \`audit\` to be a function, got ${formatValue(audit)}.`)
}

function* telemetryMistakes(telemetry: unknown): Generator<TypedAuthError> {
  if (telemetry === undefined) return
  if (typeof telemetry !== 'object' || telemetry === null) {
    yield new InvalidConfig(
      `Expected \`telemetry\` to be an object such as \`openTelemetry(api)\`, got ${formatValue(telemetry)}.`,
    )
    return
  }
  for (const name of ['trace', 'count', 'record']) {
    const member: unknown = Reflect.get(telemetry, name)
    if (typeof member === 'function') continue
    yield new InvalidConfig(
      `Expected \`telemetry.${name}\` to be a function, got ${formatValue(member)}.`,
    )
  }
}

function* compatibilityMistakes(compatibility: unknown): Generator<TypedAuthError> {
  if (compatibility === undefined || compatibility === 'authjs') return
  yield new InvalidConfig(
    `Expected \`compatibility\` to be "authjs" or undefined, got ${formatValue(compatibility)}.`,
  )
}

/**
 * The cookies must be valid for http or for https, because the scheme of the first request is not
 * known yet.
 */
function* cookieMistakes(config: AnyConfig): Generator<TypedAuthError> {
  const { cookies, useSecureCookies, compatibility } = config
  if (cookies === undefined) return
  const modes = useSecureCookies === undefined ? [true, false] : [useSecureCookies]
  const mistakes = modes.map((secure) => {
    try {
      resolveCookies(cookies, secure, compatibility)
      return undefined
    } catch (thrown) {
      return thrown
    }
  })
  const [mistake] = mistakes
  if (mistakes.every(Boolean) && mistake instanceof InvalidCookieOptions) yield mistake
}

function* functionMistakes(
  name: string,
  members: object | undefined,
  keys: readonly string[] = Object.keys(members ?? {}),
): Generator<TypedAuthError> {
  if (!members) return
  for (const key of keys) {
    const member: unknown = Reflect.get(members, key)
    if (member === undefined || typeof member === 'function') continue
    yield new InvalidConfig(
      `Expected \`${name}.${key}\` to be a function, got ${formatValue(member)}.`,
    )
  }
}
