import type { Compatibility } from './compatibility.js'
import type { JWT } from './records.js'
import type { Awaitable } from './awaitable.js'

/** `T` with all fields optional. A field that is missing or `undefined` keeps its default. */
export type Overrides<T> = { [K in keyof T]?: T[K] | undefined }

/** Style of the built-in pages. */
export interface Theme {
  /** `auto` follows the visitor's system setting. Default: `auto`. */
  colorScheme?: 'auto' | 'dark' | 'light' | undefined
  /** URL of a logo, shown above the forms. Default: none. */
  logo?: string | undefined
  /** CSS colour of buttons and accents. */
  brandColor?: string | undefined
  /** CSS colour of the text on buttons. */
  buttonText?: string | undefined
  /**
   * The app's name, for the heading of the sign-in page, the titles of pages, and mails. Default:
   * the host.
   */
  name?: string | undefined
  /** URL of your terms of service, linked on the pages to sign in and to sign up. Default: none. */
  termsUrl?: string | undefined
  /** URL of your privacy policy, linked on the pages to sign in and to sign up. Default: none. */
  privacyUrl?: string | undefined
  /** Radius of the corners of buttons and fields, such as `8px` or `0`. Default: `.75rem`. */
  radius?: string | undefined
  /**
   * Fonts of the visitor's system, such as `Georgia, serif`. The pages load no fonts. Default: the
   * font of the system.
   */
  font?: string | undefined
  /**
   * URL of a stylesheet of yours, which the pages load after their own. It may load fonts from its
   * own origin. You are responsible for the contrast of its colours. Default: none.
   */
  stylesheet?: string | undefined
}

/** URLs of your own pages. Each one replaces a built-in page. */
export interface PagesOptions {
  /** Lists the ways to sign in. Receives `?error=` after a failed sign-in. */
  signIn: string
  /** Asks for confirmation before signing out. */
  signOut: string
  /** Receives `?error=` with the error code. */
  error: string
  /** Tells the user that the e-mail with the sign-in link was sent. */
  verifyRequest: string
  /** Where users go after their first sign-in. */
  newUser: string
  /** Asks a visitor who signs up with a password for an address. */
  signUp: string
  /** Asks a user who forgot the password for an address. */
  forgotPassword: string
  /** Asks for a new password after the user opened the link in a mail. */
  resetPassword: string
  /** Asks a signed-in user for the current and a new password. */
  changePassword: string
  /** Asks for confirmation of a new address after the user opened the link in a mail. */
  verifyEmail: string
  /** Asks for a second factor after the first one. */
  secondFactor: string
  /** Lets a user set up an authenticator app. */
  addFactor: string
  /** Lists the second factors of the signed-in user. */
  factors: string
  /** Asks the signed-in user to confirm their identity before something important. */
  confirm: string
  /** Shows the signed-in user's account. */
  account: string
  /** Asks for confirmation before the signed-in user's account is deleted. */
  deleteAccount: string
  /** Offers to keep an account that is to be deleted, after its user has signed in. */
  keepAccount: string
}

/** Where a session is stored. */
export type SessionStrategy = 'jwt' | 'database'

/** How sessions are stored, and for how long. */
export interface SessionOptions {
  /**
   * `jwt` stores the whole session, encrypted, in the session cookie. `database` stores it in the
   * database, and the cookie contains only a token. Default: `database` if there is an adapter,
   * otherwise `jwt`.
   */
  strategy?: SessionStrategy | undefined
  /**
   * Seconds after which an idle session expires. Default: 2592000 (30 days).
   *
   * A shorter `cookies.sessionToken.options.maxAge` takes its place.
   */
  maxAge?: number | undefined
  /**
   * Minimum number of seconds between two updates of a session. `0` updates it at every read.
   * Default: 86400 (1 day).
   *
   * `maxAge` counts idle time, so the engine uses a quarter of `maxAge` if that is shorter.
   */
  updateAge?: number | undefined
  /** Seconds after which a session ends even if it is active. Default: 31536000 (1 year). */
  absoluteMaxAge?: number | undefined
  /**
   * Whether signing out also revokes the token. Applies to the `jwt` strategy with an adapter. Each
   * session then has a row in the database, and a token without its row is not valid. Default:
   * `true` if the adapter has the four session methods and the database has a session table.
   *
   * With `false` you cannot end a session on another device. Such a session ends early only if it
   * began with an unverified address and the owner of the address later verifies it.
   */
  revocable?: boolean | undefined
  /**
   * Seconds for which the engine accepts a revocable token without reading its row again. `0` reads
   * the row at every request. Default: 60.
   */
  recheckAge?: number | undefined
  /**
   * Seconds for which this process answers reads of a database session without reading its row
   * again. `0` reads the row at every request. Default: 0.
   *
   * A change through the same adapter takes effect at once: a sign-out, a revocation, a new name.
   * Adapters of Latchkey are the same if their database driver is. Changes by other processes, and
   * changes that your code writes to the database itself, take effect within `cacheAge`. Requests
   * that change something never use the cache.
   *
   * At most 600. Nothing is cached if the config function creates a database driver for each request,
   * or if you copy an adapter of Latchkey to replace a method.
   */
  cacheAge?: number | undefined
  /**
   * Returns the token of a new database session. It must be unguessable. Default: 32 random bytes
   * as hex.
   */
  generateSessionToken?: (() => string) | undefined
}

/** Parameters of `encode`. */
export interface JWTEncodeParams<Payload = JWT> {
  token?: Payload | undefined
  /** If it is a list, the first secret encrypts. */
  secret: string | string[]
  /**
   * Name of the cookie. It is part of the key, so a token from one cookie is not valid in another.
   */
  salt: string
  /** Seconds until the token expires. Default: 2592000 (30 days). */
  maxAge?: number | undefined
}

/** Parameters of `decode`. */
export interface JWTDecodeParams {
  token?: string | undefined
  /** If it is a list, each secret is tried. */
  secret: string | string[]
  /** Name of the cookie that contains the token. */
  salt: string
  /**
   * With `authjs`, a token that is not valid throws, as in `@auth/core/jwt`. Otherwise the result is
   * `null`.
   */
  compatibility?: Compatibility | undefined
}

/** How session tokens are encoded and decoded. */
export interface JWTOptions {
  /** Default: the config's `secret`. */
  secret: string | string[]
  /** Seconds until a token expires. Default: `session.maxAge`. */
  maxAge: number
  /** Replaces the built-in encryption. Returns the content of the session cookie. */
  encode: (params: JWTEncodeParams) => Awaitable<string>
  /** Reads what `encode` returned. If it returns `null` or throws, the token is not valid. */
  decode: (params: JWTDecodeParams) => Awaitable<JWT | null>
}

/** Attributes of a cookie. @see RFC 6265, section 4.1 */
export interface CookieSerializeOptions {
  /**
   * Not supported, because values are always percent-encoded. A config with this option is refused.
   */
  encode?: ((value: string) => string) | undefined
  /**
   * Seconds for which the browser keeps the cookie. Its content may expire earlier. Default: the
   * lifetime of the content.
   */
  maxAge?: number | undefined
  /** Expiry as a date. Ignored if `maxAge` is set. */
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

/** Name and attributes of one cookie. A field that is missing keeps its default. */
export interface CookieOption {
  name?: string | undefined
  options?: CookieSerializeOptions | undefined
}

/** The cookies whose names and attributes you can change. */
export interface CookiesOptions {
  /** The session: an encrypted token, or the token of a database session. */
  sessionToken: CookieOption
  /** A sign-in in progress: provider, state, nonce, PKCE verifier and return URL, encrypted. */
  attempt: CookieOption
  /**
   * The CSRF token, for as long as the browser runs. A browser's first pages also get a cookie each,
   * which lasts 15 minutes. `maxAge` and `expires` change both.
   */
  csrfToken: CookieOption
  /** The provider of the last sign-in, and a hash of the submitted user name. */
  lastSignIn: CookieOption
  /** The challenge of a passkey ceremony that has begun, encrypted. */
  webauthnChallenge: CookieOption
  /** No effect, because `attempt` contains the return URL. */
  callbackUrl: CookieOption
  /** No effect, because `attempt` contains the PKCE verifier. */
  pkceCodeVerifier: CookieOption
  /** No effect, because `attempt` contains the state. */
  state: CookieOption
  /** No effect, because `attempt` contains the nonce. */
  nonce: CookieOption
}

/**
 * The first parameter of a logger's `error`. It has both types, so that functions which take a code
 * and functions which take an error compile.
 */
export type ErrorCode = string & Error

/** Receives the log lines. Secrets, tokens and cookies are redacted before a method is called. */
export interface LoggerInstance {
  /**
   * Something failed and needs attention. Receives the code and then the error. With
   * `compatibility: 'authjs'`, a function with fewer than two parameters receives only the error, as
   * Auth.js passes it.
   */
  error(code: ErrorCode, ...message: unknown[]): void
  /** A setting is risky or has no effect. */
  warn(code: string, ...message: unknown[]): void
  /** What the engine does. Only called with `debug: true`. */
  debug(code: string, ...message: unknown[]): void
}
