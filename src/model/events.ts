import type { Account, JWT, Profile, Session, User } from './records.js'
import type { AdapterSession, AdapterUser } from './adapter.js'
import type { Awaitable } from './awaitable.js'

/** Message of the `createUser` event. */
export interface UserEvent {
  user: User
}

/** Message of the `updateUser` event. */
export interface UpdateUserEvent extends UserEvent {
  /**
   * `true` if the owner of the address has just proven it and took the user over. The user's accounts,
   * passkeys and sessions are gone. Delete the password, too, if your app stores one.
   */
  isTakenOver?: boolean | undefined
}

/** Message of the `linkAccount` event. */
export interface LinkAccountEvent {
  account: Account
  user: User | AdapterUser
  /** The user that the provider's profile describes. */
  profile: User | AdapterUser
}

/** Message of the `session` event. */
export interface SessionEvent {
  session: Session
  /** With the `jwt` strategy only. */
  token?: JWT | undefined
}

/** Message of the `signIn` event. */
export interface SignInEvent {
  /** The user in the database. With credentials, the user that `authorize` returned. */
  user: User
  account: Account | null
  /** OAuth and OpenID Connect only. */
  profile?: Profile | undefined
  /** Whether this sign-in created the user. */
  isNewUser?: boolean | undefined
}

/** Message of the `signOut` event: the deleted row with `database`, the token with `jwt`. */
export type SignOutEvent =
  | { session: AdapterSession | null | undefined; token?: undefined }
  | { token: JWT | null; session?: undefined }

/** Message of the `deleteUser` event. */
export interface DeleteUserEvent {
  /** The user, who is no longer in the database. */
  user: AdapterUser
}

/** Message of the `tokenRefused` event. */
export interface TokenRefusedEvent {
  user: AdapterUser
  /** The account, without its tokens. */
  account: Pick<Account, 'provider' | 'providerAccountId'>
  /** The provider's error code. */
  error: string
}

/**
 * Functions that the engine calls after something happened. If one throws, the error is logged and
 * the request continues.
 */
export interface EventCallbacks {
  /** A user was created in the database. */
  createUser?: ((message: UserEvent) => Awaitable<void>) | undefined
  /** A user was changed in the database. */
  updateUser?: ((message: UpdateUserEvent) => Awaitable<void>) | undefined
  /** An account was linked to a user. */
  linkAccount?: ((message: LinkAccountEvent) => Awaitable<void>) | undefined
  /** A session was read or updated. */
  session?: ((message: SessionEvent) => Awaitable<void>) | undefined
  /** A user signed in. */
  signIn?: ((message: SignInEvent) => Awaitable<void>) | undefined
  /** A user signed out. */
  signOut?: ((message: SignOutEvent) => Awaitable<void>) | undefined
  /** A user deleted the account. Delete what your app itself stores about the user. */
  deleteUser?: ((message: DeleteUserEvent) => Awaitable<void>) | undefined
  /** A provider refused an account's refresh token, so the user has to sign in there again. */
  tokenRefused?: ((message: TokenRefusedEvent) => Awaitable<void>) | undefined
}
