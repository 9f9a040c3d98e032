import type { Account, DefaultSession, JWT, Profile, Session, User } from './records.js'
import type { AdapterSession, AdapterUser } from './adapter.js'
import type { Awaitable } from './awaitable.js'
import type { CredentialInput } from './credentials.js'

/** What the `signIn` callback is asked about. */
export interface SignInCallbackParams {
  /**
   * Its `emailVerified` is the moment at which the address was proven: by a mail, or by a provider that
   * vouches for it. `null` means that the address is only claimed: trust no domain by it. Absent with
   * credentials, unless `authorize` returns it.
   */
  user: (User | AdapterUser) & { emailVerified?: Date | null | undefined }
  account: Account | null
  /** The full profile; with OAuth and OIDC only. */
  profile?: Profile | undefined
  /** What was submitted; with credentials only. */
  credentials?: Record<string, CredentialInput> | undefined
  /** With e-mail only; `verificationRequest` is `true` before a mail is sent, then absent. */
  email?: { verificationRequest?: boolean | undefined } | undefined
}

/** What the `redirect` callback is asked about. */
export interface RedirectCallbackParams {
  /** The callback URL that the client gave; the base URL when it gave none. */
  url: string
  /** Base URL of the site; a safe fallback. */
  baseUrl: string
}

/** The `jwt` callback at a sign-in. */
export interface JWTSignInParams {
  /** Name, e-mail, picture and subject only. */
  token: JWT
  /** `signUp` when the user was created by this sign-in. */
  trigger: 'signIn' | 'signUp'
  /** From the `profile` callback, from `authorize`, or from the database. */
  user: User | AdapterUser
  account: Account | null
  /** The full profile; with OAuth and OIDC only. */
  profile?: Profile | undefined
  /** @deprecated Compare `trigger` with `signUp`. */
  isNewUser?: boolean | undefined
  session?: undefined
}

/** The `jwt` callback when the client updates its session. */
export interface JWTUpdateParams {
  token: JWT
  trigger: 'update'
  /** What the client sent. Validate it before use: it is not to be believed. */
  // oxlint-disable-next-line typescript/no-explicit-any -- promised so; apps read members of it
  session?: any
  user?: undefined
  account?: undefined
  profile?: undefined
  isNewUser?: undefined
}

/** The `jwt` callback when a session is read. */
export interface JWTReadParams {
  token: JWT
  trigger?: undefined
  user?: undefined
  account?: undefined
  profile?: undefined
  isNewUser?: undefined
  session?: undefined
}

/** What the `jwt` callback is given; `trigger` tells why it runs. */
export type JWTCallbackParams = JWTSignInParams | JWTUpdateParams | JWTReadParams

/**
 * A session on its way to the client: a `Session` with the `jwt` strategy; with `database` also the
 * ids. The token of the session and the other columns of its user are not in it.
 */
export type SessionInCallback = Session & {
  user: NonNullable<Session['user']>
  /** ISO 8601 text with `jwt`, a `Date` with `database`; either may be returned. */
  expires: Session['expires'] & AdapterSession['expires']
  /** With `database` only. */
  userId?: string | undefined
}

/**
 * What the `session` callback is given.
 *
 * The strategy decides whether `token` or `user` is there; a config has one strategy and knows
 * which, so both are typed as present.
 */
export interface SessionCallbackParams {
  session: SessionInCallback
  /** With the `jwt` strategy only. */
  token: JWT
  /** With the `database` strategy only. */
  user: AdapterUser
  /** On update, what the client sent. Validate it before use: it is not to be believed. */
  // oxlint-disable-next-line typescript/no-explicit-any -- promised so; apps read members of it
  newSession?: any
  /** `update` when the client updates its session, otherwise absent. */
  trigger?: 'update' | undefined
}

/** Functions that control what happens; each may be async. */
export interface CallbacksOptions<S extends DefaultSession = Session> {
  /**
   * Decides whether someone may sign in: `true` goes on, `false` or a throw leads to the error
   * page, a string is a URL to go to instead, on any host. Default: everyone may.
   */
  signIn?: ((params: SignInCallbackParams) => Awaitable<boolean | string>) | undefined
  /**
   * Decides where a sign-in or sign-out ends. What it returns is followed, also to another host or
   * scheme. Default: only URLs of the same origin.
   */
  redirect?: ((params: RedirectCallbackParams) => Awaitable<string>) | undefined
  /**
   * Decides what the session token contains, at sign-in, update and read; `null` ends the session.
   * The client sees none of it unless the `session` callback returns it.
   */
  jwt?: ((params: JWTCallbackParams) => Awaitable<JWT | null>) | undefined
  /** Decides what the client sees of a session. Default: name, e-mail and image of the user. */
  session?: ((params: SessionCallbackParams) => Awaitable<S>) | undefined
}
