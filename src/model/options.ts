import type { JWT } from './records.js'
import type { Awaitable } from './awaitable.js'

/** Any subset of `T`; a field that is left out or `undefined` keeps its default. */
export type Overrides<T> = { [K in keyof T]?: T[K] | undefined }

/** Look of the built-in pages. */
export interface Theme {
  /** `auto` follows the visitor's system. Default `auto`. */
  colorScheme?: 'auto' | 'dark' | 'light' | undefined
  /** URL of a logo that is shown above the forms. Default none. */
  logo?: string | undefined
  /** CSS colour of buttons and accents. */
  brandColor?: string | undefined
  /** CSS colour of the text on buttons. */
  buttonText?: string | undefined
}

/** URLs of your own pages; each one replaces the built-in page. */
export interface PagesOptions {
  /** Shows the ways to sign in; gets `?error=` after a failed one. */
  signIn: string
  /** Asks for confirmation before signing out. */
  signOut: string
  /** Gets `?error=` with the code of what went wrong. */
  error: string
  /** Says that a link was sent by e-mail. */
  verifyRequest: string
  /** Where a user goes who signed in for the first time. */
  newUser: string
}

/** How a session is saved. */
export type SessionStrategy = 'jwt' | 'database'

/** How sessions are kept, and how long. */
export interface SessionOptions {
  /**
   * `jwt` keeps the whole session, encrypted, in its cookie; `database` keeps only a token there.
   * Default `database` when there is an adapter, otherwise `jwt`.
   */
  strategy?: SessionStrategy | undefined
  /** Seconds after which an idle session expires. Default 2592000 (30 days). */
  maxAge?: number | undefined
  /**
   * Seconds between two updates of a session; `0` updates at every read. Default 86400 (1 day).
   *
   * A quarter of `maxAge` is used instead if that is shorter, because `maxAge` counts idle time.
   */
  updateAge?: number | undefined
  /** Seconds that no session outlives, however active. Default 31536000 (one year). */
  absoluteMaxAge?: number | undefined
  /**
   * With the `jwt` strategy and an adapter: whether signing out ends a token for good. Each session
   * then has a row in the database, which the token is worth nothing without. Default `true` when
   * the adapter has the four methods about sessions and the database has a table for them.
   *
   * With `false` no call ends a session on another device. Only a proof of the address does, where
   * the address was not proven when the session began.
   */
  revocable?: boolean | undefined
  /**
   * Seconds for which a revocable token that was found alive is believed without asking the
   * database again; `0` asks at every read. Default 60.
   */
  recheckAge?: number | undefined
  /** Makes the token of a database session; not to be guessed. Default 32 random bytes as hex. */
  generateSessionToken?: (() => string) | undefined
}

/** What an `encode` function is given. */
export interface JWTEncodeParams<Payload = JWT> {
  token?: Payload | undefined
  /** With a list, the first one encrypts. */
  secret: string | string[]
  /** Name of the cookie; keeps tokens of different cookies apart. */
  salt: string
  /** Seconds until the token expires. Default 2592000 (30 days). */
  maxAge?: number | undefined
}

/** What a `decode` function is given. */
export interface JWTDecodeParams {
  token?: string | undefined
  /** With a list, each one is tried. */
  secret: string | string[]
  /** Name of the cookie that the token was made for. */
  salt: string
}

/** How session tokens are made and read. */
export interface JWTOptions {
  /** Default: the `secret` of the config. */
  secret: string | string[]
  /** Seconds until a token expires. Default: `maxAge` of the session. */
  maxAge: number
  /** Replaces the built-in encryption; what it returns is the content of the cookie. */
  encode: (params: JWTEncodeParams) => Awaitable<string>
  /** Counterpart of `encode`; `null` or a throw means that the token is not valid. */
  decode: (params: JWTDecodeParams) => Awaitable<JWT | null>
}

/** Attributes of a cookie. @see RFC 6265, section 4.1 */
export interface CookieSerializeOptions {
  /** Not supported: a config that has it is refused, because values are always percent-encoded. */
  encode?: ((value: string) => string) | undefined
  /**
   * Seconds for which the browser keeps the cookie. What is in it may expire earlier. Default: as
   * long as that is valid.
   */
  maxAge?: number | undefined
  /** The same as a date; `maxAge` goes before it. */
  expires?: Date | undefined
  domain?: string | undefined
  path?: string | undefined
  httpOnly?: boolean | undefined
  secure?: boolean | undefined
  partitioned?: boolean | undefined
  priority?: 'low' | 'medium' | 'high' | undefined
  /** `true` means `strict`. */
  sameSite?: boolean | 'strict' | 'lax' | 'none' | undefined
}

/** Name and attributes of one cookie; what is left out keeps its default. */
export interface CookieOption {
  name?: string | undefined
  options?: CookieSerializeOptions | undefined
}

/** The cookies that can be renamed or given other attributes. */
export interface CookiesOptions {
  /** The session: an encrypted token, or the key of a row. */
  sessionToken: CookieOption
  /** One sign-in under way: provider, state, nonce, PKCE verifier and return URL, sealed. */
  attempt: CookieOption
  csrfToken: CookieOption
  /** Which provider was used last, and a hash of the name that was typed. */
  lastSignIn: CookieOption
  webauthnChallenge: CookieOption
  /** No effect: `attempt` holds the return URL. */
  callbackUrl: CookieOption
  /** No effect: `attempt` holds the PKCE verifier. */
  pkceCodeVerifier: CookieOption
  /** No effect: `attempt` holds the state. */
  state: CookieOption
  /** No effect: `attempt` holds the nonce. */
  nonce: CookieOption
}

/** Where log lines go. Secrets, tokens and cookies are redacted before any level is called. */
export interface LoggerInstance {
  error(code: string, ...message: unknown[]): void
  warn(code: string, ...message: unknown[]): void
  debug(code: string, ...message: unknown[]): void
}
