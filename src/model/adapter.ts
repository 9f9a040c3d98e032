import type { Account, TokenSet, User } from './records.js'
import type { Awaitable } from './awaitable.js'
import type { Attempt, AttemptCount } from './limits.js'

/** A user in the database. */
export interface AdapterUser extends User {
  id: string
  /** Must be unique among users. */
  email: string
  /** When the user last proved ownership of `email`, or `null`. */
  emailVerified: Date | null
}

/** The kind of provider that an account in the database belongs to. */
export type AdapterAccountType = 'oauth' | 'oidc' | 'email' | 'webauthn' | 'credentials'

/**
 * An account in the database. Credentials have no account, except for the user name of a provider
 * that stores passwords: it is the `providerAccountId` of an account of the type `credentials`.
 */
export interface AdapterAccount extends Account {
  userId: string
  type: AdapterAccountType
  /**
   * Who refreshes the tokens of the account, and until when no other process may. In milliseconds
   * since the epoch, by the database's clock. The engine writes these two fields and `refreshFailed`
   * only if the adapter has `leaseAccount`.
   */
  refreshLease?: string | null | undefined
  refreshLeaseEnds?: number | null | undefined
  /** The error code with which the provider refused the refresh token, until the next sign-in. */
  refreshFailed?: string | null | undefined
  /**
   * The URL of the picture that the provider sent at the last sign-in. The engine writes it only if
   * the config has `account` and the adapter has `leaseAccount`.
   */
  image?: string | null | undefined
  /**
   * The private key that the tokens are bound to (DPoP), always encrypted. The engine writes it only
   * if the adapter has `leaseAccount`.
   */
  dpopKey?: string | null | undefined
}

/** The tokens of an account, exactly as they are stored. `null` if one is missing. */
export interface AdapterStoredTokens {
  access_token: string | null
  refresh_token: string | null
}

/** A request to be the only process that refreshes an account's tokens. */
export interface AdapterLease extends Pick<AdapterAccount, 'provider' | 'providerAccountId'> {
  /** What the account must still contain. */
  expected: AdapterStoredTokens
  /** The new value of `refreshLease`. */
  holder: string
  /** A holder that the new one replaces although its lease has not ended. */
  replaces?: string | undefined
  /** How long the lease lasts. */
  milliseconds: number
}

/** A change of an account that depends on its tokens. */
export interface AdapterTokenSwap extends Pick<AdapterAccount, 'provider' | 'providerAccountId'> {
  /** What the account must still contain. */
  expected: AdapterStoredTokens
  /** The fields to write. `null` empties a field. */
  changes: Readonly<Record<string, string | number | null>>
}

/** A session in the database. */
export interface AdapterSession {
  /** Identifies the session. Must be unique. */
  sessionToken: string
  userId: string
  expires: Date
}

/**
 * A session with the details for a list of the user's devices.
 *
 * The engine writes these fields only if the adapter has `listSessionsByUserId`, so tables without
 * the columns keep working.
 */
export interface AdapterSessionDetails extends AdapterSession {
  createdAt?: Date | null | undefined
  /** The browser's `User-Agent`, at most 256 characters. */
  userAgent?: string | null | undefined
  /** Id of the provider that the user signed in with. */
  provider?: string | null | undefined
  /** The provider's id for the session (`sid`), for a sign-out that starts at the provider. */
  providerSessionId?: string | null | undefined
  /**
   * When the user last proved who they are: at the sign-in, or at a later confirmation. The engine
   * writes this field and `amr` only if the adapter has `listFactorsByUserId`.
   */
  authenticatedAt?: Date | null | undefined
  /**
   * How the user proved it: values of RFC 8176, separated by a space, at most 256 characters.
   */
  amr?: string | null | undefined
}

/** A pending sign-in by e-mail. */
export interface VerificationToken {
  /** The address that the mail was sent to. */
  identifier: string
  /** Hash of the token in the link. The token itself is never stored. */
  token: string
  expires: Date
}

/** A registered WebAuthn credential. */
export interface Authenticator {
  /** Credential id in standard base64. Unique. */
  credentialID: string
  /** COSE public key in standard base64. */
  credentialPublicKey: string
  /** The last signature counter that the authenticator sent. */
  counter: number
  credentialDeviceType: 'singleDevice' | 'multiDevice' | (string & {})
  credentialBackedUp: boolean
  /** The authenticator's transports, separated by commas. */
  transports?: string | null | undefined
  /** `providerAccountId` of the credential's account. */
  providerAccountId: string
  userId?: string | undefined
}

/**
 * The details for a list of the user's passkeys.
 *
 * The engine writes these fields only if the adapter has `updateAuthenticator`, so tables without
 * the columns keep working.
 */
export interface AuthenticatorDetails {
  /** The name that the user gave it. */
  name?: string | null | undefined
  createdAt?: Date | null | undefined
  lastUsedAt?: Date | null | undefined
  /** The user handle that the authenticator stores with the credential, in base64url. */
  userHandle?: string | null | undefined
}

/** A user's password in the database. It is not part of the user, because callbacks receive that. */
export interface AdapterPassword {
  userId: string
  /** The hash with its parameters, at most 512 characters. */
  hash: string
  /** Random. New when the password is set, and the same when it is only hashed again. */
  stamp: string
  /** When the password was set. */
  changedAt: Date
  /** Whether the user must choose another password. */
  mustChange: boolean
}

/**
 * A second factor, a recovery code, a remembered browser or the pending deletion of a user.
 *
 * All of them are rows of one table, because they are created, listed and deleted together.
 */
export interface AdapterFactor {
  /**
   * Unique among all users, at most 128 characters. A recovery code and a remembered browser are
   * found by it, because it is their hash.
   */
  id: string
  userId: string
  type: 'totp' | 'email' | 'recovery-code' | 'device' | 'deletion'
  /**
   * What the user sees in a list, at most 256 characters: the name of an authenticator app, or the
   * `User-Agent` of a remembered browser.
   */
  name: string | null
  /**
   * The sealed secret of an authenticator app, the stamp that a remembered browser depends on, or how
   * a pending deletion ended. At most 1024 characters.
   */
  secret: string | null
  /** The latest time step whose code was used. 0 if none was. */
  lastStep: number
  createdAt: Date
  /** For a pending deletion: when the user is to be deleted. */
  lastUsedAt: Date | null
  /** `null` if the factor never expires. */
  expires: Date | null
}

/** The use of a factor's code. */
export interface AdapterFactorUse {
  /** The time step of the code. */
  step: number
  lastUsedAt: Date
  /** A newly sealed secret that replaces the stored one. */
  secret?: string | undefined
}

/** An authenticator in the database. */
export interface AdapterAuthenticator extends Authenticator, AuthenticatorDetails {
  userId: string
}

/**
 * The database, as a plain object of functions.
 *
 * Which methods are required depends on your config. E-mail needs the two verification token
 * methods, the `database` strategy needs the session methods, and WebAuthn needs `getAccount` and
 * the four authenticator methods. The engine names missing methods before it serves the first
 * request.
 * Every `expires` and `emailVerified` must be returned as a `Date`.
 */
export interface Adapter {
  /** Inserts a user and returns the row. The database may replace the given `id`. */
  createUser?(user: AdapterUser): Awaitable<AdapterUser>
  /** Returns the user with this id, or `null`. */
  getUser?(id: string): Awaitable<AdapterUser | null>
  /** Returns the user with exactly this address, or `null`. */
  getUserByEmail?(email: string): Awaitable<AdapterUser | null>
  /** Returns the user that owns this account, or `null`. */
  getUserByAccount?(
    account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Awaitable<AdapterUser | null>
  /** Changes the given fields and returns the whole row. */
  updateUser?(user: Partial<AdapterUser> & Pick<AdapterUser, 'id'>): Awaitable<AdapterUser>
  /** Deletes a user with all of its sessions, accounts, authenticators and factors, and its password. */
  deleteUser?(userId: string): Awaitable<AdapterUser | null | undefined | void>
  /** Inserts an account for an existing user. */
  linkAccount?(account: AdapterAccount): Awaitable<AdapterAccount | null | undefined | void>
  /** Deletes an account. */
  unlinkAccount?(
    account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Awaitable<AdapterAccount | undefined | void>
  /** Inserts a session and returns the row. */
  createSession?(session: AdapterSessionDetails): Awaitable<AdapterSession>
  /** Returns a session and its user in one read, or `null`. Expired sessions are returned too. */
  getSessionAndUser?(
    sessionToken: string,
  ): Awaitable<{ session: AdapterSession; user: AdapterUser } | null>
  /**
   * The same for a page that only shows the session. The answer may be outdated by the time that the
   * adapter states. `null` says nothing: `getSessionAndUser` is called then, as for everything that
   * decides or writes.
   */
  getRecentSessionAndUser?(
    sessionToken: string,
  ): Awaitable<{ session: AdapterSession; user: AdapterUser } | null>
  /** Changes the given fields of a session. */
  updateSession?(
    session: Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>,
  ): Awaitable<AdapterSession | null | undefined>
  /**
   * Deletes a session. The `signOut` event receives the returned row. `null` says that there was none, so
   * return undefined if the database does not say.
   */
  deleteSession?(sessionToken: string): Awaitable<AdapterSession | null | undefined | void>
  /** Inserts a verification token. An identifier may have several. */
  createVerificationToken?(
    token: VerificationToken,
  ): Awaitable<VerificationToken | null | undefined | void>
  /**
   * Deletes the token that matches both fields and returns it, atomically. Returns `null` if there
   * is no such token, so a second call returns `null`.
   */
  useVerificationToken?(
    params: Pick<VerificationToken, 'identifier' | 'token'>,
  ): Awaitable<VerificationToken | null>
  /** Returns the account that matches both keys, or `null`. */
  getAccount?(
    providerAccountId: AdapterAccount['providerAccountId'],
    provider: AdapterAccount['provider'],
  ): Awaitable<AdapterAccount | null>
  /** Returns the authenticator with this credential id (standard base64), or `null`. */
  getAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null>
  /** Inserts an authenticator and returns the row. Throws if it fails. */
  createAuthenticator?(authenticator: AdapterAuthenticator): Awaitable<AdapterAuthenticator>
  /** Returns all authenticators of a user. The list may be empty. */
  listAuthenticatorsByUserId?(userId: string): Awaitable<AdapterAuthenticator[]>
  /** Stores a new counter and returns the row. Throws if the credential does not exist. */
  updateAuthenticatorCounter?(
    credentialID: string,
    newCounter: number,
  ): Awaitable<AdapterAuthenticator>

  // The Auth.js adapter interface does not have the methods below. A feature that needs a missing
  // method names it in its error.

  /** Returns all accounts of a user. The list may be empty. */
  listAccountsByUserId?(userId: string): Awaitable<AdapterAccount[]>
  /**
   * Changes the given fields of an account, usually its tokens. Does nothing if the account does
   * not exist.
   */
  updateAccount?(
    account: Partial<AdapterAccount> & Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Awaitable<AdapterAccount | null | undefined | void>
  /**
   * Writes `refreshLease`, and as `refreshLeaseEnds` the time of the database plus `milliseconds`,
   * atomically. Does so if the account's tokens are the expected ones, and if no lease is held, the
   * lease has ended by the database's clock, or `replaces` holds it. Returns whether they were
   * written. Of several calls in parallel, exactly one returns true.
   */
  leaseAccount?(lease: AdapterLease): Awaitable<boolean>
  /**
   * Writes the changes if the account's tokens are the expected ones, atomically. Returns whether
   * they were written, which is `false` if the account does not exist.
   */
  swapTokens?(swap: AdapterTokenSwap): Awaitable<boolean>
  /** Returns all sessions of a user, including expired ones. The list may be empty. */
  listSessionsByUserId?(userId: string): Awaitable<AdapterSessionDetails[]>
  /** Deletes all sessions of a user, except the one with the token `except`. */
  deleteSessionsByUserId?(userId: string, except?: string): Awaitable<void>
  /** Deletes the sessions that belong to one of the provider's sessions. */
  deleteSessionsByProviderSession?(
    session: Required<Pick<AdapterSessionDetails, 'provider' | 'providerSessionId'>>,
  ): Awaitable<void>
  /**
   * Like `useVerificationToken`, with a stronger promise: if several processes call it in parallel,
   * exactly one call returns the token.
   */
  consumeVerificationToken?(
    params: Pick<VerificationToken, 'identifier' | 'token'>,
  ): Awaitable<VerificationToken | null>
  /** Changes the given fields of an authenticator. Does nothing if it does not exist. */
  updateAuthenticator?(
    authenticator: Partial<AdapterAuthenticator> & Pick<AdapterAuthenticator, 'credentialID'>,
  ): Awaitable<AdapterAuthenticator | null | undefined | void>
  /** Deletes an authenticator. Does nothing if it does not exist. */
  deleteAuthenticator?(credentialID: string): Awaitable<void>
  /** Returns the user's password, or `null`. */
  getPassword?(userId: string): Awaitable<AdapterPassword | null>
  /**
   * Writes the user's password if its hash is still `expectedHash`, atomically. `null` expects that
   * the user has no password. Returns whether it was written, which is `false` for an unknown user.
   */
  setPassword?(
    userId: string,
    password: Omit<AdapterPassword, 'userId'>,
    expectedHash: string | null,
  ): Awaitable<boolean>
  /** Deletes the user's password. Does nothing if the user has no password. */
  deletePassword?(userId: string): Awaitable<void>
  /** Returns all factors of a user, including expired ones. The list may be empty. */
  listFactorsByUserId?(userId: string): Awaitable<AdapterFactor[]>
  /** Inserts a factor. Throws if its id already exists, or if the user does not exist. */
  createFactor?(factor: AdapterFactor): Awaitable<AdapterFactor | null | undefined | void>
  /**
   * Writes `lastStep`, `lastUsedAt` and, if given, `secret`, if the stored `lastStep` is smaller than
   * `use.step`, atomically. Returns whether they were written. Of several calls in parallel with one
   * step, exactly one returns true.
   */
  useFactorStep?(id: string, use: AdapterFactorUse): Awaitable<boolean>
  /**
   * Deletes a factor, atomically. Returns whether it existed. Of several calls in parallel, exactly
   * one returns true.
   */
  deleteFactor?(id: string): Awaitable<boolean>
  /**
   * Deletes all of a user's factors of one type and inserts the given ones, all or nothing. Of two
   * calls in parallel, the factors of one remain. Throws if an id already exists, or if the user of
   * a given factor does not exist.
   */
  replaceFactors?(
    userId: string,
    type: AdapterFactor['type'],
    factors: readonly AdapterFactor[],
  ): Awaitable<void>
  /**
   * Returns the ids of the users who have a factor of the type `deletion` whose `lastUsedAt` is before
   * `now`, each id once, in any order. It may return a part of them if there are many.
   */
  listDueDeletions?(now: Date): Awaitable<string[]>
  /** Deletes sessions, verification tokens and factors that expired before `now`. */
  deleteExpired?(now: Date): Awaitable<void>
  /** Counts an attempt, so that limits apply across all processes. @see LimitStore */
  countAttempt?(attempt: Attempt): Awaitable<AttemptCount>
  /**
   * Runs `work` with an adapter whose writes are committed together. If `work` throws, all of them
   * are rolled back. After a deadlock, `work` may run again.
   */
  transaction?<T>(work: (adapter: Adapter) => Promise<T>): Promise<T>
  /**
   * Returns a user inside a transaction, or `null`. Other transactions that lock the same user wait
   * until this one ends.
   */
  lockUser?(id: string): Awaitable<AdapterUser | null>

  // The methods below are for databases without transactions that can do the whole change in one
  // step.

  /**
   * Inserts a user with an account and, for a passkey, its authenticator, all or nothing. Throws if
   * one of the keys already exists.
   */
  createUserWithAccount?(newcomer: AdapterNewcomer): Awaitable<AdapterUser>
  /**
   * Gives a user to the owner of its e-mail address. Deletes all of its accounts, authenticators,
   * factors and sessions and its password, and sets `emailVerified`. Returns `null` and changes
   * nothing if the address was verified before or has changed, or if the user has what
   * `unlessFactors` names: a factor of the type `totp`, or for `passkey` an authenticator.
   */
  takeOverUser?(
    user: Required<Pick<AdapterUser, 'id' | 'email'>> & {
      emailVerified: Date
      unlessFactors?: readonly ('totp' | 'passkey')[] | undefined
    },
  ): Awaitable<AdapterUser | null>
  /**
   * Deletes a user's account with its authenticator, and all of the user's sessions except
   * `keptSession`. Returns the account as it was deleted, because its tokens are revoked afterwards.
   * If `otherProviders` is set, it changes nothing and returns `last` unless the user keeps an account
   * of one of these providers. Returns `unknown` if the user does not have the account.
   */
  unlinkUnlessLast?(unlinking: AdapterUnlinking): Awaitable<AdapterAccount | 'unknown' | 'last'>
}

/** The methods for databases without transactions. */
export type OneStepMethod = 'createUserWithAccount' | 'takeOverUser' | 'unlinkUnlessLast'

/** A user to create together with an account. */
export interface AdapterNewcomer {
  user: AdapterUser
  account: TokenSet & Pick<AdapterAccount, 'type' | 'provider' | 'providerAccountId'>
  authenticator?: Omit<AdapterAuthenticator, 'userId'> | undefined
}

/** An account to remove, together with the sessions and the authenticator that depend on it. */
export interface AdapterUnlinking {
  userId: string
  account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>
  keptSession?: string | undefined
  /** Provider ids. `undefined` if the user can sign in without an account. */
  otherProviders?: readonly string[] | undefined
}
