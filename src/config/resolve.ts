import type { TypedAuthError } from '../errors/auth-error.js'
import { InvalidConfig } from '../errors/config-errors.js'
import type { Awaitable } from '../model/awaitable.js'
import type { AuthConfig, EnvGetter } from '../model/config.js'
import { skipCSRFCheck } from '../model/markers.js'
import type { ProviderConfig } from '../model/provider.js'
import type { DefaultSession } from '../model/records.js'
import { resolveCallbacks } from './callbacks.js'
import { cookiesWithoutEffect, resolveCookies, type ResolvedCookies } from './cookies.js'
import { explainBasePath, setEnvDefaults } from './env.js'
import { resolveLimits } from './limits.js'
import { createLog, type Log } from './logger.js'
import { materialize, resolveProviders } from './providers.js'
import type { ResolvedConfig } from './resolved-config.js'
import { openStore } from './store.js'
import { fillVariables } from './variables.js'
import { chooseStrategy, sessionMethods } from './validate-adapter.js'
import { findMistakes, findShapeMistake, toBasePath, toList } from './validate.js'

/** A config that can be used, or everything that is wrong with it. */
export type Resolution =
  | { readonly config: ResolvedConfig; readonly mistake: undefined }
  | { readonly config: undefined; readonly mistake: TypedAuthError }

type AnyConfig = AuthConfig<DefaultSession>

const seeCause = 'Nobody can sign in until it returns a config; the cause says where it broke.'

const resolutions = new WeakMap<object, Resolution>()

/** For whom a config was made, so that what is said once is not said again at every request. */
const owners = new WeakMap<object, object>()
const alreadySaid = new WeakMap<object, Set<string>>()
const lookedAt = new WeakSet()

/** Checks a config and fills in its defaults, once an object. */
export function resolveConfig(given: AnyConfig): Resolution {
  const known = resolutions.get(given)
  if (known) return known
  const resolution = resolve(given)
  // What is not an object cannot be a key, and is a mistake anyway.
  if (typeof given === 'object' && given !== null) resolutions.set(given, resolution)
  return resolution
}

/**
 * Loads a config and gives a copy of it with the defaults of the environment. Never rejects: a
 * loader that throws gives a config that is refused everywhere, with the cause in the log.
 *
 * `owner` stands for all the configs that one call site makes, a new one at every request:
 * warnings come once an owner.
 */
export async function prepareConfig<S extends DefaultSession>(
  load: () => Awaitable<AuthConfig<S>>,
  env: EnvGetter,
  owner: object,
): Promise<AuthConfig<S>> {
  const config = {} as AuthConfig<S>
  owners.set(config, owner)
  try {
    const given = await load()
    const mistake = findShapeMistake(given)
    if (mistake) resolutions.set(config, refuse(config, [mistake]))
    else setEnvDefaults(env, Object.assign(config, given))
  } catch (cause) {
    const mistake = new InvalidConfig(`The config function threw. ${seeCause}`, { cause })
    resolutions.set(config, refuse(config, [mistake]))
  }
  if (!lookedAt.has(owner)) {
    lookedAt.add(owner)
    lookAt(config, env)
  }
  return config
}

/** Tells what is wrong at the first request, also where nothing needs the config. */
function lookAt(config: AnyConfig, env: EnvGetter): void {
  const { config: usable } = resolveConfig(config)
  const mismatch = usable && explainBasePath(env, usable.basePath)
  if (mismatch === undefined) return
  const { logger = {}, secret } = config
  const log = createLog({ debug: false, logger, secrets: toList(secret) })
  log.warn('env-url-basepath-mismatch', mismatch)
}

function resolve(given: AnyConfig): Resolution {
  const shapeMistake = findShapeMistake(given)
  if (shapeMistake) return refuse(given, [shapeMistake])
  let log: Log | undefined
  try {
    const secrets = toList(given.secret)
    log = createLog({ debug: given.debug ?? false, logger: given.logger ?? {}, secrets })
    const providers = given.providers.map((one) => fillVariables(materialize(one)))
    const mistakes = findMistakes(given, providers)
    if (mistakes.length > 0) return refuse(given, mistakes, log)
    sayOnce(given, log)
    return { config: build(given, providers, secrets, log), mistake: undefined }
  } catch (cause) {
    const mistake = new InvalidConfig(`Something in the config threw. ${seeCause}`, { cause })
    return refuse(given, [mistake], log)
  }
}

function refuse(
  given: AnyConfig,
  mistakes: readonly TypedAuthError[],
  log: Log = createLog({ debug: false, logger: {}, secrets: [] }),
): Resolution {
  const [mistake] = mistakes
  if (!mistake) throw new TypeError('A refusal needs a reason.')
  for (const one of mistakes) if (isNews(given, describe(one))) log.error(one)
  return { config: undefined, mistake }
}

function build(
  given: AnyConfig,
  providers: readonly ProviderConfig[],
  secrets: readonly string[],
  log: Log,
): ResolvedConfig {
  const maxAge = given.session?.maxAge ?? 30 * day
  const jwtSecrets = toList(given.jwt?.secret)
  const store = given.adapter && openStore(given.adapter, log)
  return Object.freeze<ResolvedConfig>({
    basePath: toBasePath(given.basePath),
    secrets,
    originPolicy: {
      origins: resolveOrigins(given.origin),
      trustHost: given.trustHost,
      trustForwardedHeaders: given.trustForwardedHeaders ?? false,
    },
    csrf: given.skipCSRFCheck === skipCSRFCheck ? 'skipped' : 'checked',
    session: {
      strategy: chooseStrategy(given),
      maxAge,
      updateAge: given.session?.updateAge ?? day,
      absoluteMaxAge: given.session?.absoluteMaxAge ?? 365 * day,
      revocable: (store?.has(...sessionMethods) ?? false) && (given.session?.revocable ?? true),
      recheckAge: given.session?.recheckAge ?? 60,
      // Called as a method: it may use `this`.
      generateSessionToken:
        given.session?.generateSessionToken &&
        (() => given.session?.generateSessionToken?.() ?? ''),
    },
    jwt: {
      secrets: jwtSecrets.length > 0 ? jwtSecrets : secrets,
      maxAge: given.jwt?.maxAge ?? maxAge,
      encode: given.jwt?.encode,
      decode: given.jwt?.decode,
    },
    store,
    callbacks: resolveCallbacks(given.callbacks),
    events: given.events ?? {},
    log,
    limits: resolveLimits(given.limits, given.adapter),
    trustedProxies: given.trustedProxies ?? 0,
    pages: given.pages ?? {},
    theme: given.theme ?? {},
    language: given.language,
    texts: given.texts,
    redirectProxyOrigins: given.redirectProxyOrigins ?? [],
    providers: resolveProviders(providers, given.redirectProxyUrl, secrets, given.adapter),
    sessionCookieHint: sessionCookieHint(given),
    useSecureCookies: given.useSecureCookies,
    cookies: memoizeCookies(given),
  })
}

/** What is in the name of every session cookie, whatever comes before and after it. */
export function sessionCookieHint<S extends DefaultSession>(given: AuthConfig<S>): string {
  return given.cookies?.sessionToken?.name ?? 'authjs.session-token'
}

const day = 24 * 60 * 60

function resolveOrigins(origin: AnyConfig['origin']): readonly string[] {
  const origins = typeof origin === 'string' ? [origin] : (origin ?? [])
  return origins.map((one) => new URL(one).origin)
}

function memoizeCookies(given: AnyConfig): (secure: boolean) => ResolvedCookies {
  const known = new Map<boolean, ResolvedCookies>()
  return (secure) => {
    const cookies = known.get(secure) ?? resolveCookies(given.cookies, secure)
    known.set(secure, cookies)
    return cookies
  }
}

/** Warnings that belong to the config, not to a request. */
function sayOnce(given: AnyConfig, log: Log): void {
  const warn = (code: string, message: string): void => {
    if (isNews(given, code)) log.warn(code, message)
  }
  if (given.debug) warn('debug-enabled', 'Debug messages are on. Do not use this in production.')
  if (given.experimental?.enableWebAuthn) {
    warn('experimental-webauthn', 'WebAuthn is experimental and may change without notice.')
  }
  if (given.skipCSRFCheck === skipCSRFCheck) {
    warn('csrf-disabled', 'Forms of other sites can sign people in and out.')
  }
  for (const key of cookiesWithoutEffect) {
    if (given.cookies?.[key]) warn(`cookie-without-effect:${key}`, `No cookie "${key}" is set.`)
  }
}

function isNews(given: AnyConfig, what: string): boolean {
  if (typeof given !== 'object' || given === null) return true
  const owner = owners.get(given) ?? given
  const said = alreadySaid.get(owner) ?? new Set()
  alreadySaid.set(owner, said)
  if (said.has(what)) return false
  said.add(what)
  return true
}

/** The same mistake for another reason is news. */
function describe({ message, cause }: Error): string {
  return cause instanceof Error ? `${message} ${cause.message}` : message
}
