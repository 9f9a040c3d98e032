import type { Secrets } from '../crypto/secrets.js'
import type { Adapter } from '../model/adapter.js'
import type { AuthConfig } from '../model/config.js'
import { skipsCsrfCheck } from '../model/markers.js'
import type { Overrides, PagesOptions } from '../model/options.js'
import type { ProviderConfig } from '../model/provider.js'
import type { DefaultSession } from '../model/records.js'
import type { OAuthMemory } from '../oauth/oauth-memory.js'
import { resolveCallbacks } from './callbacks.js'
import { resolveCookies, type ResolvedCookies } from './cookies.js'
import { resolveEmailProvider } from './email-provider.js'
import { resolveLimits } from './limits.js'
import type { Log } from './logger.js'
import { resolveProviders } from './providers.js'
import type { ResolvedConfig, SessionConfig } from './resolved-config.js'
import type { Runtime } from './runtime.js'
import { resolveSecondFactor } from './second-factor.js'
import { sealTokens } from './seal-tokens.js'
import { openStore } from './store.js'
import type { StoreMemory } from './store-memory.js'
import { resolveTelemetry } from './telemetry.js'
import { isUsablePage, toBasePath } from './validate-pages.js'
import { chooseStrategy, sessionMethods } from './validate-adapter.js'

type AnyConfig = AuthConfig<DefaultSession>

/** The input from which `buildConfig` builds a config. It must already be validated. */
export interface Material {
  readonly given: AnyConfig
  readonly secrets: Secrets
  readonly log: Log
  readonly runtime: Runtime
  /** What this process has cached about authorization servers. */
  readonly oauth: OAuthMemory
  /** Returns what this process has cached about the adapter's store. */
  readonly memoryOf: (adapter: Adapter) => StoreMemory
}

/** Builds the config with every default filled in. */
export function buildConfig(
  material: Material,
  providers: readonly ProviderConfig[],
  disabledProviders: ResolvedConfig['disabledProviders'],
): ResolvedConfig {
  const { given, secrets, log } = material
  const usable = providers.filter(({ id }) => !disabledProviders.has(id))
  const mailers = usable.filter((provider) => provider.type === 'email')
  const mailer = mailers.find(({ signIn }) => signIn === false) ?? mailers[0]
  const session = buildSessionConfig(material)
  const { telemetry } = session
  return Object.freeze({
    ...session,
    disabledProviders,
    mailer: mailer && resolveEmailProvider(mailer, secrets, telemetry),
    disabledMailer: mailer ? undefined : findDisabledMailer(providers, disabledProviders),
    providers: resolveProviders(
      usable.filter((provider) => provider.type !== 'email' || provider.signIn !== false),
      given.redirectProxyUrl,
      secrets,
      given.adapter,
      material.oauth,
      log,
      given.compatibility,
      telemetry,
    ),
  })
}

function findDisabledMailer(
  providers: readonly ProviderConfig[],
  disabled: ResolvedConfig['disabledProviders'],
): ResolvedConfig['disabledMailer'] {
  const mailer = providers.find(({ id, type }) => type === 'email' && disabled.has(id))
  return mailer && disabled.get(mailer.id)
}

/** Seconds for a read of the adapter. Far longer than a healthy database takes, even under load. */
const usualTimeout = 30

/** Builds the part of the config that sessions need, without the providers. */
export function buildSessionConfig(material: Material): SessionConfig {
  const { given, secrets, log, runtime } = material
  const maxAge = sessionMaxAge(given)
  const strategy = chooseStrategy(given)
  const jwtMaxAge = given.jwt?.maxAge ?? maxAge
  const idleAge = strategy === 'jwt' ? Math.min(jwtMaxAge, maxAge) : maxAge
  const telemetry = resolveTelemetry(given.telemetry, log)
  const { adapter, encryptTokens, adapterTimeout: timeout = usualTimeout } = given
  const store =
    adapter &&
    openStore(adapter, log, material.memoryOf(adapter), {
      timeout,
      // Looked up at each call, because a test may replace it.
      pauses: {
        sleep: (ms) => runtime.sleep(ms),
        random: (bytes) => runtime.random(bytes),
        clock: () => runtime.clock(),
      },
      telemetry,
      // Another process may have encrypted the tokens, so each one can decrypt them.
      sealing: sealTokens(secrets, log, { isWritten: encryptTokens === true }),
    })
  return {
    runtime,
    basePath: toBasePath(given.basePath),
    secrets,
    originPolicy: {
      origins: resolveOrigins(given.origin, runtime),
      trustHost: given.trustHost,
      trustForwardedHeaders: given.trustForwardedHeaders ?? false,
    },
    compatibility: given.compatibility,
    csrf: skipsCsrfCheck(given.skipCSRFCheck) ? 'skipped' : 'checked',
    session: {
      strategy,
      maxAge,
      updateAge: renewalAge(given.session?.updateAge ?? day, idleAge),
      absoluteMaxAge: given.session?.absoluteMaxAge ?? 365 * day,
      revocable: (store?.has(...sessionMethods) ?? false) && (given.session?.revocable ?? true),
      isRevocationRequired: given.session?.revocable === true,
      recheckAge: given.session?.recheckAge ?? 60,
      cacheAge: given.session?.cacheAge ?? 0,
      // Called as a method, because the app's function may use `this`.
      generateSessionToken:
        given.session?.generateSessionToken &&
        (() => given.session?.generateSessionToken?.() ?? ''),
    },
    jwt: {
      secrets: (given.jwt?.secret && runtime.secretsOf(given.jwt.secret)) || secrets,
      maxAge: jwtMaxAge,
      encode: given.jwt?.encode,
      decode: given.jwt?.decode,
    },
    store,
    callbacks: resolveCallbacks(given.callbacks),
    events: given.events ?? {},
    audit: given.audit,
    telemetry,
    log,
    limits: resolveLimits(given.limits, given.adapter, runtime.limits, timeout),
    keepsTokens: given.keepTokens === true && !store,
    secondFactor: resolveSecondFactor(given.secondFactor),
    account: given.account,
    trustedProxies: given.trustedProxies ?? 0,
    pages: resolvePages(given),
    theme: given.theme ?? {},
    autoRedirect: given.autoRedirect ?? false,
    language: given.language,
    languages: given.languages,
    texts: given.texts,
    redirectProxyOrigins: given.redirectProxyOrigins ?? [],
    sessionCookieHint: sessionCookieHint(given),
    useSecureCookies: given.useSecureCookies,
    cookies: given.cookies || given.compatibility ? rememberCookies(given) : defaultCookies,
  }
}

/** A substring of every session cookie name, whatever its prefix or chunk number. */
export function sessionCookieHint<S extends DefaultSession>(given: AuthConfig<S>): string {
  return given.cookies?.sessionToken?.name ?? 'authjs.session-token'
}

const day = 24 * 60 * 60

/**
 * A browser forgets the session when its cookie expires, so the session must be renewed before that.
 */
function sessionMaxAge({ session, cookies }: AnyConfig): number {
  const cookieMaxAge = cookies?.sessionToken?.options?.maxAge ?? Infinity
  return Math.min(session?.maxAge ?? 30 * day, cookieMaxAge)
}

/**
 * A visit that does not renew the session must leave most of its idle time, so that it does not
 * expire between two visits.
 */
function renewalAge(updateAge: number, idleAge: number): number {
  return Math.min(updateAge, Math.floor(idleAge / 4))
}

/** An unusable page is a mistake, except beside Auth.js, where the built-in page replaces it. */
function resolvePages({ pages = {}, basePath, compatibility }: AnyConfig): Overrides<PagesOptions> {
  if (!compatibility) return pages
  return Object.fromEntries(
    Object.entries(pages).filter(([name, page]) => isUsablePage(name, page, basePath)),
  )
}

/** Validation made sure that they are URLs. */
function resolveOrigins(origin: AnyConfig['origin'], runtime: Runtime): readonly string[] {
  const origins = typeof origin === 'string' ? [origin] : (origin ?? [])
  return origins.map((url) => runtime.addressOf(url)?.origin ?? url)
}

function rememberCookies({
  cookies: overrides,
  compatibility,
}: AnyConfig): (secure: boolean) => ResolvedCookies {
  const known = new Map<boolean, ResolvedCookies>()
  return (secure) => {
    const cookies = known.get(secure) ?? resolveCookies(overrides, secure, compatibility)
    known.set(secure, cookies)
    return cookies
  }
}

/**
 * Shared by all configs without cookie options, so that a config made for each request costs
 * nothing here.
 */
const plainCookies = resolveCookies(undefined, false)
const secureCookies = resolveCookies(undefined, true)

function defaultCookies(secure: boolean): ResolvedCookies {
  return secure ? secureCookies : plainCookies
}
