import type { AccountPage } from './account.js'
import type { Adapter } from './adapter.js'
import type { AuditSink } from './audit.js'
import type { LanguagePack } from './language-pack.js'
import type { LimitsOptions } from './limits.js'
import type { TextOverrides } from './text-overrides.js'
import type { Compatibility } from './compatibility.js'
import type { CallbacksOptions } from './callbacks.js'
import type {
  CookiesOptions,
  JWTOptions,
  LoggerInstance,
  Overrides,
  PagesOptions,
  SessionOptions,
  Theme,
} from './options.js'
import type { DefaultSession, Session } from './records.js'
import type { EventCallbacks } from './events.js'
import type { Provider } from './provider.js'
import type { PublishedAdapter } from './published-adapter.js'
import type { SecondFactorOptions } from './second-factor.js'
import type { Telemetry } from './telemetry.js'

/** The configuration of the engine. `S` is the type of the session that the client receives. */
export interface AuthConfig<S extends DefaultSession = Session> {
  /** The ways to sign in, in any order. */
  providers: Provider[]
  /**
   * Encrypts session tokens and cookies, and is part of the hashes in the database. At least 32
   * characters.
   * If it is a list, the first secret is used for new values, and the others can still read old
   * values.
   * Default: the environment variable `AUTH_SECRET`.
   */
  secret?: string | string[] | undefined
  /** Path of the auth routes. Default: `/auth`. */
  basePath?: string | undefined
  /**
   * Public origin of the app, such as `https://app.example`. If it is set, the Host header is
   * ignored.
   * If it is a list, the app answers only for these origins. Default: the origin of `AUTH_URL`, or
   * that of the request, see `trustHost`.
   */
  origin?: string | readonly string[] | undefined
  /**
   * Whether the engine trusts the Host header. Needed unless `origin` is set. Turn it on only if
   * your platform sets or checks the header. Default: `true` on platforms that are known to do so.
   */
  trustHost?: boolean | undefined
  /**
   * Reads `X-Forwarded-Host` and `X-Forwarded-Proto`. Turn it on only behind a proxy that
   * overwrites them. Default: `false`.
   */
  trustForwardedHeaders?: boolean | undefined
  /** The database. Default: none, so that each session is stored in its cookie. */
  adapter?: Adapter | PublishedAdapter | undefined
  /**
   * Seconds that a read of the adapter may take. After that, it fails: the request has no session and
   * keeps its cookie, and a sign-in is answered with 503 and `Retry-After`. Writes have no limit, because the database may
   * still do what it was asked. `0` waits without a limit. At most 600. Default: 30.
   */
  adapterTimeout?: number | undefined
  /** How sessions are stored, and for how long. */
  session?: SessionOptions | undefined
  /** How session tokens are encoded and decoded. Default: encrypted (JWE). */
  jwt?: Overrides<JWTOptions> | undefined
  /** Functions that decide what the engine does. Default: none. */
  callbacks?: CallbacksOptions<S> | undefined
  /** Functions that the engine calls after something happened. Default: none. */
  events?: EventCallbacks | undefined
  /**
   * Receives a record of each security event, such as a sign-in or a refused password. The sinks of
   * `latchkey/audit` write it to a log or to a table. Default: none.
   */
  audit?: AuditSink | undefined
  /**
   * Receives spans, counts and durations. `latchkey/otel` sends them to OpenTelemetry. Default: none.
   */
  telemetry?: Telemetry | undefined
  /** URLs of your own pages. Default: the built-in pages. */
  pages?: Overrides<PagesOptions> | undefined
  /** Style of the built-in pages. Default: none. */
  theme?: Theme | undefined
  /**
   * Whether the built-in sign-in page redirects to the provider at once, if the only provider is an
   * OAuth one. It shows its button after an error or a sign-out, and to visitors from other sites.
   * Default: `false`.
   */
  autoRedirect?: boolean | undefined
  /** Logs what the engine and the database do. Secrets are redacted. Default: `false`. */
  debug?: boolean | undefined
  /** Replaces methods of the logger. Default: the console. */
  logger?: Overrides<LoggerInstance> | undefined
  /**
   * Names and attributes of cookies. Fields that you leave out keep their defaults.
   * The attributes of a cookie that you change no longer depend on whether the app uses http or
   * https. Default: the built-in names and attributes.
   */
  cookies?: Overrides<CookiesOptions> | undefined
  /** Sends cookies over https only. Default: `true` if the app is served over https. */
  useSecureCookies?: boolean | undefined
  /**
   * The engine derives the `redirect_uri` of OAuth sign-ins from this URL, which includes the base
   * path. Use it for providers that allow only one redirect URI, and for preview deployments with
   * changing hosts. It turns the `state` check on. Default: the environment variable
   * `AUTH_REDIRECT_PROXY_URL`.
   */
  redirectProxyUrl?: string | undefined
  /**
   * Origins to which the redirect proxy forwards responses, such as `https://*.preview.example`. A
   * star matches the first label or a part of it. The rest of the host must be written in full.
   * Also set it on the deployments behind the proxy, unless `origin` names them. Default: none.
   */
  redirectProxyOrigins?: readonly string[] | undefined
  /**
   * Limits for sign-in attempts and mails. `false` turns them off, except the limit for codes from
   * mails. Default: on.
   */
  limits?: LimitsOptions | false | undefined
  /**
   * Number of your proxies that append to `X-Forwarded-For`. The engine trusts that many entries,
   * counted from the end. Default: 0, which ignores the header and uses the address of the
   * connection.
   */
  trustedProxies?: number | undefined
  /**
   * Asks users for a second factor, such as a code of an authenticator app. Needs an adapter.
   * Default: none.
   */
  secondFactor?: SecondFactorOptions | undefined
  /**
   * Adds the account page, `accountPage()` of `latchkey/account`. Needs an adapter. Default: none.
   */
  account?: AccountPage | undefined
  /**
   * Whether the tokens of providers are encrypted in the database, with a key made from `secret`.
   * Tokens that are stored in clear text stay readable. Without it, new tokens are stored as the
   * provider sent them, and encrypted ones stay readable. Default: `false`.
   */
  encryptTokens?: boolean | undefined
  /**
   * Whether an app without an adapter keeps the tokens of OAuth providers, encrypted in a cookie for
   * each provider, so that `getAccessToken` can refresh them. Default: `false`.
   */
  keepTokens?: boolean | undefined
  /**
   * Language of the built-in pages and mails, such as `de`. Default: the language that the
   * visitor's browser prefers.
   */
  language?: string | undefined
  /**
   * Languages of the built-in pages and mails besides English, from `latchkey/languages/<code>`.
   * Default: all of them, but none in bundles for Cloudflare Workers, to keep these small.
   */
  languages?: readonly LanguagePack[] | undefined
  /** Texts of the pages and mails, in any language. Default: the built-in texts. */
  texts?: TextOverrides | undefined
  /**
   * `authjs` lets servers with Auth.js and with Latchkey run side by side during a move. Both read
   * each other's cookies, sessions, pending sign-ins and mails. It weakens several checks, so turn
   * it off after the move. Default: none.
   */
  compatibility?: Compatibility | undefined
  /**
   * Turns the CSRF check off if it is the exported symbol `skipCSRFCheck`, or the one of
   * `@auth/core`. The engine then logs a warning. Any other symbol has no effect. Default: none.
   */
  skipCSRFCheck?: symbol | undefined
  /**
   * Features that may change or disappear without notice. The engine logs a warning for each one
   * that is on.
   */
  experimental?:
    | {
        /** Default: `false`. */
        enableWebAuthn?: boolean | undefined
      }
    | undefined
}

/** The configuration of the framework binding. It is the same as the engine's. */
export interface FrameworkAuthConfig<S extends DefaultSession = Session> extends AuthConfig<S> {}

/** The same as {@link FrameworkAuthConfig}, under the name that `@auth/qwik` uses. */
export interface QwikAuthConfig<S extends DefaultSession = Session> extends AuthConfig<S> {}

/** Reads environment variables. */
export interface EnvGetter {
  /** Returns the value of a variable. */
  get(key: string): string | undefined
}

/** Environment variables, as a getter or as a plain object such as `process.env`. */
export type EnvSource = EnvGetter | Readonly<Record<string, string | undefined>>
