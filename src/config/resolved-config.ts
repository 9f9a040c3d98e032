import type { Secrets } from '../crypto/secrets.js'
import type { TypedAuthError } from '../errors/auth-error.js'
import type { OriginPolicy } from '../http/origin.js'
import type { Compatibility } from '../model/compatibility.js'
import type { AccountPage } from '../model/account.js'
import type { AuditSink } from '../model/audit.js'
import type { AuthConfig } from '../model/config.js'
import type { EventCallbacks } from '../model/events.js'
import type {
  JWTOptions,
  Overrides,
  PagesOptions,
  SessionStrategy,
  Theme,
} from '../model/options.js'
import type { ResolvedCallbacks } from './callbacks.js'
import type { ResolvedCookies } from './cookies.js'
import type { ResolvedEmailProvider } from './email-provider.js'
import type { ResolvedLimits } from './limits.js'
import type { Log } from './logger.js'
import type { ResolvedProvider } from './providers.js'
import type { Runtime } from './runtime.js'
import type { ResolvedSecondFactor } from './second-factor.js'
import type { Store } from './store.js'
import type { ResolvedTelemetry } from './telemetry.js'

/** The session strategy and lifetimes, in seconds. */
export interface ResolvedSession {
  readonly strategy: SessionStrategy
  readonly maxAge: number
  /** At most a quarter of the idle time, so that regular visits always renew the session. */
  readonly updateAge: number
  readonly absoluteMaxAge: number
  /**
   * Whether a session of the `jwt` strategy has a row. Without that row its token is not accepted.
   */
  readonly revocable: boolean
  /** Whether the app set `revocable: true`. Then a sign-in fails if the row cannot be created. */
  readonly isRevocationRequired: boolean
  readonly recheckAge: number
  readonly cacheAge: number
  readonly generateSessionToken: (() => string) | undefined
}

/** How session tokens are encoded and decoded. */
export interface ResolvedJwt {
  readonly secrets: Secrets
  readonly maxAge: number
  readonly encode: JWTOptions['encode'] | undefined
  readonly decode: JWTOptions['decode'] | undefined
}

/**
 * A validated config with every default filled in, but without providers, because sessions do not
 * need them.
 */
export interface SessionConfig {
  /** The clock, caches and counters that outlive a request. */
  readonly runtime: Runtime
  /** Has no trailing slash. Empty for the root. */
  readonly basePath: string
  /** The first encrypts, and all of them decrypt. */
  readonly secrets: Secrets
  readonly originPolicy: OriginPolicy
  readonly csrf: 'checked' | 'skipped'
  /** The library whose servers run beside this one. */
  readonly compatibility: Compatibility | undefined
  readonly session: ResolvedSession
  readonly jwt: ResolvedJwt
  /** Stores users, accounts and sessions. Undefined if the app has no adapter. */
  readonly store: Store | undefined
  readonly callbacks: ResolvedCallbacks
  readonly events: EventCallbacks
  /** Receives records of security events. Undefined if the app keeps no audit trail. */
  readonly audit: AuditSink | undefined
  /** Undefined if the app measures nothing. */
  readonly telemetry: ResolvedTelemetry | undefined
  readonly log: Log
  readonly limits: ResolvedLimits
  /** Whether the tokens of providers are kept in cookies. Never with a database. */
  readonly keepsTokens: boolean
  /** Undefined if the app has no second factors. */
  readonly secondFactor: ResolvedSecondFactor | undefined
  /** Undefined if the app has no built-in account page. */
  readonly account: AccountPage | undefined
  /** How many entries of `X-Forwarded-For` come from trusted proxies. */
  readonly trustedProxies: number
  readonly pages: Overrides<PagesOptions>
  readonly theme: Theme
  /** Whether the sign-in page redirects to the only provider. */
  readonly autoRedirect: boolean
  /** The language of pages and mails. If undefined, it follows the visitor's browser. */
  readonly language: string | undefined
  /** The languages besides English. If undefined, all that this bundle contains. */
  readonly languages: AuthConfig['languages']
  readonly texts: AuthConfig['texts']
  readonly redirectProxyOrigins: readonly string[]
  /**
   * A substring of every session cookie name. A request whose cookies do not contain it has no
   * session.
   */
  readonly sessionCookieHint: string
  /** Whether cookies are sent over https only. If undefined, this depends on the origin. */
  readonly useSecureCookies: boolean | undefined
  cookies(secure: boolean): ResolvedCookies
}

/** The app's config, validated and with every default filled in. */
export interface ResolvedConfig extends SessionConfig {
  readonly providers: ReadonlyMap<string, ResolvedProvider>
  /** Sends the mails about passwords. It is in `providers` unless it has `signIn: false`. */
  readonly mailer: ResolvedEmailProvider | undefined
  /** Why the app sends no mails although it has an e-mail provider. */
  readonly disabledMailer: TypedAuthError | undefined
  /** The providers that lack an option and why, by id. They are not in `providers`. */
  readonly disabledProviders: ReadonlyMap<string, TypedAuthError>
}
