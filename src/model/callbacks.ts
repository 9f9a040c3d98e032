import type { Account, DefaultSession, JWT, Profile, Session, User } from './records.js'
import type { AdapterSession, AdapterUser } from './adapter.js'
import type { Awaitable } from './awaitable.js'
import type { CredentialInput } from './credentials.js'

/** Parameters of the `signIn` callback. */
export interface SignInCallbackParams {
  /**
   * The user that `profile` of a service or `authorize` returned, which is not the row of the database.
   * With a mail, a password or a passkey it is the row, if there is one.
   *
   * `emailVerified` says when the user proved ownership of the address, through a mail or a
   * provider that vouches for it. `null` means that the address is not verified, so do not grant
   * access by its domain. It is absent for credentials unless `authorize` returns it.
   */
  user: (User | AdapterUser) & { emailVerified?: Date | null | undefined }
  /** The account that the user signs in with. It may not be in the database yet. */
  account: Account | null
  /** The full profile. OAuth and OpenID Connect only. */
  profile?: Profile | undefined
  /** The submitted fields. Credentials only. */
  credentials?: Record<string, CredentialInput> | undefined
  /**
   * E-mail only. `verificationRequest` is `true` before the mail is sent and absent when the user
   * opens the link.
   */
  email?: { verificationRequest?: boolean | undefined } | undefined
}

/** Parameters of the `redirect` callback. */
export interface RedirectCallbackParams {
  /**
   * The callback URL from the client, as a path that begins with one slash or as an absolute URL.
   * The base URL if the client sent none.
   */
  url: string
  /** Base URL of the site, which is always safe to return. */
  baseUrl: string
}

/** Parameters of the `jwt` callback at a sign-in. */
export interface JWTSignInParams {
  /** Contains only the name, e-mail address, picture and subject. */
  token: JWT
  /** `signUp` if this sign-in created the user. */
  trigger: 'signIn' | 'signUp'
  /** The user from the `profile` callback, from `authorize`, or from the database. */
  user: User | AdapterUser
  account: Account | null
  /** The full profile. OAuth and OpenID Connect only. */
  profile?: Profile | undefined
  /** @deprecated Compare `trigger` with `signUp`. */
  isNewUser?: boolean | undefined
  session?: undefined
}

/** Parameters of the `jwt` callback when the client updates its session. */
export interface JWTUpdateParams {
  token: JWT
  trigger: 'update'
  /** The data that the client sent. Validate it, because an attacker can choose it. */
  // oxlint-disable-next-line typescript/no-explicit-any -- promised so; apps read members of it
  session?: any
  user: undefined
  account?: undefined
  profile?: undefined
  isNewUser?: undefined
}

/** Parameters of the `jwt` callback when a session is read. */
export interface JWTReadParams {
  token: JWT
  trigger?: undefined
  user: undefined
  account?: undefined
  profile?: undefined
  isNewUser?: undefined
  session?: undefined
}

/** Parameters of the `jwt` callback. `trigger` says why it runs. */
export type JWTCallbackParams = JWTSignInParams | JWTUpdateParams | JWTReadParams

/**
 * The session that the client will receive. With the `jwt` strategy it is a `Session`. With
 * `database` it also has `userId` and `user.id`. It does not contain the session token or the
 * user's other columns.
 */
export type SessionInCallback = Session & {
  user: NonNullable<Session['user']>
  /** A string (ISO 8601) with `jwt`, a `Date` with `database`. You may return either. */
  expires: Session['expires'] & AdapterSession['expires']
  /** With the `database` strategy only. */
  userId?: string | undefined
}

/**
 * Parameters of the `session` callback.
 *
 * `token` is present with the `jwt` strategy, `user` with `database`. Both are typed as present,
 * because a config has only one strategy and its author knows which.
 */
export interface SessionCallbackParams {
  session: SessionInCallback
  /** With the `jwt` strategy only. */
  token: JWT
  /** With the `database` strategy only. */
  user: AdapterUser
  /**
   * The data that the client sent with an update. Validate it, because an attacker can choose it.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- promised so; apps read members of it
  newSession?: any
  /** `update` if the client updates its session, otherwise absent. */
  trigger?: 'update' | undefined
}

/** Functions that decide what the engine does. Each may be async. */
export interface CallbacksOptions<S extends DefaultSession = Session> {
  /**
   * Decides whether the user may sign in. `true` continues, and `false` or an error shows the error
   * page. A string redirects to that URL, on any host. Default: every user may sign in.
   */
  signIn?: ((params: SignInCallbackParams) => Awaitable<boolean | string>) | undefined
  /**
   * Returns the URL to go to after a sign-in or sign-out. The engine follows it even to another
   * host or scheme. Default: only URLs of the same origin.
   */
  redirect?: ((params: RedirectCallbackParams) => Awaitable<string>) | undefined
  /**
   * Returns the content of the session token at sign-in, update and read. `null` ends the session.
   * The client receives nothing from it unless the `session` callback returns it.
   */
  jwt?: ((params: JWTCallbackParams) => Awaitable<JWT | null>) | undefined
  /**
   * Returns the session that the client receives. Default: the user's name, e-mail address and
   * image.
   */
  session?: ((params: SessionCallbackParams) => Awaitable<S>) | undefined
}
