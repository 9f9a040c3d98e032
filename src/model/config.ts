import type { Adapter } from './adapter.js'
import type { LimitsOptions } from './limits.js'
import type { TextOverrides } from './page-texts.js'
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
import type { skipCSRFCheck } from './markers.js'

/** The configuration of the engine. `S` is the session that the client sees. */
export interface AuthConfig<S extends DefaultSession = Session> {
  /** The ways to sign in, in any order. */
  providers: Provider[]
  /**
   * Encrypts session tokens and cookies, and hashes what is stored. At least 32 characters.
   * With a list, the first one is used for new values and the others still open old ones.
   * Default: environment variable `AUTH_SECRET`.
   */
  secret?: string | string[] | undefined
  /** Path of the authentication endpoints. Default `/auth`. */
  basePath?: string | undefined
  /**
   * Public origin of the app, such as `https://app.example`; the Host header is then not believed.
   * A list names the only origins that are served. Default: that of the request, see `trustHost`.
   */
  origin?: string | readonly string[] | undefined
  /**
   * Believes the Host header, which the platform must then set safely; needed unless `origin` is
   * given. Default: on for platforms that are known to set it.
   */
  trustHost?: boolean | undefined
  /** Reads X-Forwarded-Host and -Proto, for a proxy that overwrites them. Default `false`. */
  trustForwardedHeaders?: boolean | undefined
  /** The database. Default none: sessions live in their cookie. */
  adapter?: Adapter | undefined
  /** How sessions are kept, and how long. */
  session?: SessionOptions | undefined
  /** How session tokens are made and read; they are encrypted (JWE) by default. */
  jwt?: Overrides<JWTOptions> | undefined
  /** Functions that control what happens. */
  callbacks?: CallbacksOptions<S> | undefined
  /** Functions that are told what happened. */
  events?: EventCallbacks | undefined
  /** URLs of your own pages in place of the built-in ones. */
  pages?: Overrides<PagesOptions> | undefined
  /** Look of the built-in pages. */
  theme?: Theme | undefined
  /** Logs what the engine and the database do, redacted. Default `false`. */
  debug?: boolean | undefined
  /** Replaces levels of the built-in logger, which writes to the console. */
  logger?: Overrides<LoggerInstance> | undefined
  /**
   * Names and attributes of cookies; what is left out keeps its default.
   * A changed cookie no longer adapts to http and https by itself.
   */
  cookies?: Overrides<CookiesOptions> | undefined
  /** Keeps cookies to https. Default: `true` exactly when the app is served over https. */
  useSecureCookies?: boolean | undefined
  /**
   * The `redirect_uri` of OAuth sign-ins is derived from this URL, which includes the base path.
   * For services that allow one redirect URI, and for previews on changing hosts. Turns the `state`
   * check on. Default: environment variable `AUTH_REDIRECT_PROXY_URL`.
   */
  redirectProxyUrl?: string | undefined
  /**
   * The origins to which the redirect proxy sends responses on, such as `https://*.preview.example`.
   * A star stands for the first label or a part of it, below a host that the config names in full.
   * Set it on the deployments behind the proxy as well, unless `origin` names them. Default none.
   */
  redirectProxyOrigins?: readonly string[] | undefined
  /**
   * How often people may try; `false` lets them try for ever, but for the codes of mails. On by
   * default.
   */
  limits?: LimitsOptions | false | undefined
  /**
   * How many proxies of yours append to `X-Forwarded-For`; as many entries, from the end, are
   * believed. Default 0: the header is ignored, and the connection tells who the client is.
   */
  trustedProxies?: number | undefined
  /** Language of the built-in pages and mails, such as `de`. Default: what the visitor prefers. */
  language?: string | undefined
  /** Texts of the built-in pages and mails that replace ours, in whatever language. */
  texts?: TextOverrides | undefined
  /** Set to the marker of the same name, switches the CSRF check off, with a warning. */
  skipCSRFCheck?: typeof skipCSRFCheck | undefined
  /** May change or go without notice; a warning is printed when one is enabled. */
  experimental?:
    | {
        /** Default `false`. */
        enableWebAuthn?: boolean | undefined
      }
    | undefined
}

/** The configuration of the framework binding, which is that of the engine. */
export interface FrameworkAuthConfig<S extends DefaultSession = Session> extends AuthConfig<S> {}

/** Reads environment variables. */
export interface EnvGetter {
  get(key: string): string | undefined
}
