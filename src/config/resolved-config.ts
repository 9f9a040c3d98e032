import type { OriginPolicy } from '../http/origin.js'
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
import type { ResolvedLimits } from './limits.js'
import type { Log } from './logger.js'
import type { ResolvedProvider } from './providers.js'
import type { Runtime } from './runtime.js'
import type { Store } from './store.js'

/** How sessions are kept, and how long, in seconds. */
export interface ResolvedSession {
  readonly strategy: SessionStrategy
  readonly maxAge: number
  /** At most a quarter of the idle time, so that visits always keep a session. */
  readonly updateAge: number
  readonly absoluteMaxAge: number
  /** Whether a token of the `jwt` strategy stands for a row, and is worth nothing without it. */
  readonly revocable: boolean
  /** Whether the application insists on it, so that a sign-in without a row is refused. */
  readonly isRevocationRequired: boolean
  readonly recheckAge: number
  readonly generateSessionToken: (() => string) | undefined
}

/** How session tokens are made and read. */
export interface ResolvedJwt {
  readonly secrets: readonly string[]
  readonly maxAge: number
  readonly encode: JWTOptions['encode'] | undefined
  readonly decode: JWTOptions['decode'] | undefined
}

/** A config without its providers, for which sessions do not ask: checked, every default filled in. */
export interface SessionConfig {
  /** What outlives the request: the clock, caches, counts. */
  readonly runtime: Runtime
  /** Without a trailing slash; empty for the root. */
  readonly basePath: string
  /** The first seals, all open. */
  readonly secrets: readonly string[]
  readonly originPolicy: OriginPolicy
  readonly csrf: 'checked' | 'skipped'
  readonly session: ResolvedSession
  readonly jwt: ResolvedJwt
  /** Where users, accounts and sessions are kept; undefined when nothing is. */
  readonly store: Store | undefined
  readonly callbacks: ResolvedCallbacks
  readonly events: EventCallbacks
  readonly log: Log
  readonly limits: ResolvedLimits
  /** How many entries of `X-Forwarded-For` are believed. */
  readonly trustedProxies: number
  readonly pages: Overrides<PagesOptions>
  readonly theme: Theme
  /** The language of the pages and mails; undefined follows the visitor. */
  readonly language: string | undefined
  readonly texts: AuthConfig['texts']
  readonly redirectProxyOrigins: readonly string[]
  /** A text that every session cookie name contains: without it there is nothing to read. */
  readonly sessionCookieHint: string
  /** Whether cookies are for https alone; undefined follows the origin. */
  readonly useSecureCookies: boolean | undefined
  cookies(secure: boolean): ResolvedCookies
}

/** What the application wrote, checked and with every default filled in. */
export interface ResolvedConfig extends SessionConfig {
  readonly providers: ReadonlyMap<string, ResolvedProvider>
}
