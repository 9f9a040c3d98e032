import type { Adapter } from '../model/adapter.js'
import type { AuthConfig } from '../model/config.js'
import { skipCSRFCheck } from '../model/markers.js'
import type { ProviderConfig } from '../model/provider.js'
import type { DefaultSession } from '../model/records.js'
import { resolveCallbacks } from './callbacks.js'
import { resolveCookies, type ResolvedCookies } from './cookies.js'
import { resolveLimits } from './limits.js'
import type { Log } from './logger.js'
import { resolveProviders } from './providers.js'
import type { ResolvedConfig, SessionConfig } from './resolved-config.js'
import type { Runtime } from './runtime.js'
import { openStore } from './store.js'
import type { StoreMemory } from './store-memory.js'
import { toBasePath, toList } from './validate.js'
import { chooseStrategy, sessionMethods } from './validate-adapter.js'

type AnyConfig = AuthConfig<DefaultSession>

/** What a config is built from. Expects no mistakes in it. */
export interface Material {
  readonly given: AnyConfig
  readonly secrets: readonly string[]
  readonly log: Log
  readonly runtime: Runtime
  /** What is remembered of the store behind the adapter. */
  readonly memoryOf: (adapter: Adapter) => StoreMemory
}

/** The config with every default filled in. */
export function buildConfig(
  material: Material,
  providers: readonly ProviderConfig[],
): ResolvedConfig {
  const { given, secrets, runtime } = material
  return Object.freeze({
    ...buildSessionConfig(material),
    providers: resolveProviders(
      providers,
      given.redirectProxyUrl,
      secrets,
      given.adapter,
      runtime.oauth,
    ),
  })
}

/** The same without the providers. */
export function buildSessionConfig(material: Material): SessionConfig {
  const { given, secrets, log, runtime } = material
  const maxAge = given.session?.maxAge ?? 30 * day
  const strategy = chooseStrategy(given)
  const jwtMaxAge = given.jwt?.maxAge ?? maxAge
  const idleAge = strategy === 'jwt' ? Math.min(jwtMaxAge, maxAge) : maxAge
  const jwtSecrets = toList(given.jwt?.secret)
  const store = given.adapter && openStore(given.adapter, log, material.memoryOf(given.adapter))
  return {
    runtime,
    basePath: toBasePath(given.basePath),
    secrets,
    originPolicy: {
      origins: resolveOrigins(given.origin),
      trustHost: given.trustHost,
      trustForwardedHeaders: given.trustForwardedHeaders ?? false,
    },
    csrf: given.skipCSRFCheck === skipCSRFCheck ? 'skipped' : 'checked',
    session: {
      strategy,
      maxAge,
      updateAge: renewalAge(given.session?.updateAge ?? day, idleAge),
      absoluteMaxAge: given.session?.absoluteMaxAge ?? 365 * day,
      revocable: (store?.has(...sessionMethods) ?? false) && (given.session?.revocable ?? true),
      isRevocationRequired: given.session?.revocable === true,
      recheckAge: given.session?.recheckAge ?? 60,
      // Called as a method: it may use `this`.
      generateSessionToken:
        given.session?.generateSessionToken &&
        (() => given.session?.generateSessionToken?.() ?? ''),
    },
    jwt: {
      secrets: jwtSecrets.length > 0 ? runtime.secretsOf(jwtSecrets) : secrets,
      maxAge: jwtMaxAge,
      encode: given.jwt?.encode,
      decode: given.jwt?.decode,
    },
    store,
    callbacks: resolveCallbacks(given.callbacks),
    events: given.events ?? {},
    log,
    limits: resolveLimits(given.limits, given.adapter, runtime.limits),
    trustedProxies: given.trustedProxies ?? 0,
    pages: given.pages ?? {},
    theme: given.theme ?? {},
    language: given.language,
    texts: given.texts,
    redirectProxyOrigins: given.redirectProxyOrigins ?? [],
    sessionCookieHint: sessionCookieHint(given),
    useSecureCookies: given.useSecureCookies,
    cookies: given.cookies ? rememberCookies(given.cookies) : defaultCookies,
  }
}

/** What is in the name of every session cookie, whatever comes before and after it. */
export function sessionCookieHint<S extends DefaultSession>(given: AuthConfig<S>): string {
  return given.cookies?.sessionToken?.name ?? 'authjs.session-token'
}

const day = 24 * 60 * 60

/** A visit that does not renew the session must leave it most of its idle time. */
function renewalAge(updateAge: number, idleAge: number): number {
  return Math.min(updateAge, Math.floor(idleAge / 4))
}

function resolveOrigins(origin: AnyConfig['origin']): readonly string[] {
  const origins = typeof origin === 'string' ? [origin] : (origin ?? [])
  return origins.map((one) => new URL(one).origin)
}

function rememberCookies(overrides: AnyConfig['cookies']): (secure: boolean) => ResolvedCookies {
  const known = new Map<boolean, ResolvedCookies>()
  return (secure) => {
    const cookies = known.get(secure) ?? resolveCookies(overrides, secure)
    known.set(secure, cookies)
    return cookies
  }
}

/** Those of most applications, however often their config is made. */
const plainCookies = resolveCookies(undefined, false)
const secureCookies = resolveCookies(undefined, true)

function defaultCookies(secure: boolean): ResolvedCookies {
  return secure ? secureCookies : plainCookies
}
