import type { Account, TokenSet, User } from './records.js'
import type { Awaitable } from './awaitable.js'
import type { Attempt, AttemptCount } from './limits.js'

/** A user as the database keeps it. */
export interface AdapterUser extends User {
  id: string
  /** Unique among users. */
  email: string
  /** When the person last proved to own `email`; `null` until then. */
  emailVerified: Date | null
}

/** An account as the database keeps it. Credentials have none. */
export interface AdapterAccount extends Account {
  userId: string
  type: 'oauth' | 'oidc' | 'email' | 'webauthn'
}

/** A session as the database keeps it. */
export interface AdapterSession {
  /** Unique among sessions; the key that a session is found by. */
  sessionToken: string
  userId: string
  expires: Date
}

/**
 * A session with what a list of one's devices shows.
 *
 * The further fields are written only to an adapter that has `listSessionsByUserId`, so that tables
 * without these columns keep working.
 */
export interface AdapterSessionDetails extends AdapterSession {
  createdAt?: Date | null | undefined
  /** What the browser called itself, at most 256 characters. */
  userAgent?: string | null | undefined
  /** Provider that the person signed in with. */
  provider?: string | null | undefined
  /** The provider's own id of the session (`sid`), for a sign-out that begins there. */
  providerSessionId?: string | null | undefined
}

/** A pending sign-in by e-mail. */
export interface VerificationToken {
  /** The address that the link was sent to. */
  identifier: string
  /** Hash of the token in the link; the clear token is never stored. */
  token: string
  expires: Date
}

/** A WebAuthn credential that was registered. */
export interface Authenticator {
  /** Credential id in standard base64. Unique. */
  credentialID: string
  /** COSE public key in standard base64. */
  credentialPublicKey: string
  /** Signature counter that was seen last. */
  counter: number
  credentialDeviceType: 'singleDevice' | 'multiDevice' | (string & {})
  credentialBackedUp: boolean
  /** Transports that the authenticator named, joined by commas. */
  transports?: string | null | undefined
  /** `providerAccountId` of the account that the credential belongs to. */
  providerAccountId: string
  userId?: string | undefined
}

/**
 * An authenticator with what a list of one's passkeys shows.
 *
 * The further fields are written only to an adapter that has `updateAuthenticator`, so that tables
 * without these columns keep working.
 */
export interface AuthenticatorDetails {
  /** What its owner calls it. */
  name?: string | null | undefined
  createdAt?: Date | null | undefined
  lastUsedAt?: Date | null | undefined
  /** The user handle that the authenticator keeps beside the credential, in base64url. */
  userHandle?: string | null | undefined
}

/** An authenticator as the database keeps it. */
export interface AdapterAuthenticator extends Authenticator, AuthenticatorDetails {
  userId: string
}

/**
 * The store, as a plain object of functions.
 *
 * Which methods are needed depends on what the config uses. E-mail needs the two about verification
 * tokens, the `database` strategy those about sessions, WebAuthn `getAccount` and the four about
 * authenticators; a missing one is reported by name before the first request is served.
 * Every `expires` and `emailVerified` must come back as a `Date`.
 */
export interface Adapter {
  /** Persists a user and returns the row. The given `id` may be replaced by the store's own. */
  createUser?(user: AdapterUser): Awaitable<AdapterUser>
  /** Finds a user by id; `null` if unknown. */
  getUser?(id: string): Awaitable<AdapterUser | null>
  /** Finds a user by exact address; `null` if unknown. */
  getUserByEmail?(email: string): Awaitable<AdapterUser | null>
  /** Finds the user who owns an account; `null` if unknown. */
  getUserByAccount?(
    account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Awaitable<AdapterUser | null>
  /** Changes the given fields and returns the whole row. */
  updateUser?(user: Partial<AdapterUser> & Pick<AdapterUser, 'id'>): Awaitable<AdapterUser>
  /** Deletes a user with all sessions, accounts and authenticators. */
  deleteUser?(userId: string): Awaitable<AdapterUser | null | undefined | void>
  /** Persists an account of an existing user. */
  linkAccount?(account: AdapterAccount): Awaitable<AdapterAccount | null | undefined | void>
  /** Deletes an account. */
  unlinkAccount?(
    account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Awaitable<AdapterAccount | undefined | void>
  /** Persists a session and returns the row. */
  createSession?(session: AdapterSessionDetails): Awaitable<AdapterSession>
  /** Finds a session and its user in one read; `null` if unknown. Expired rows are returned too. */
  getSessionAndUser?(
    sessionToken: string,
  ): Awaitable<{ session: AdapterSession; user: AdapterUser } | null>
  /** Changes the given fields of a session. */
  updateSession?(
    session: Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>,
  ): Awaitable<AdapterSession | null | undefined>
  /** Deletes a session; a returned row is told to the `signOut` event. */
  deleteSession?(sessionToken: string): Awaitable<AdapterSession | null | undefined | void>
  /** Persists a verification token; several may coexist for one identifier. */
  createVerificationToken?(
    token: VerificationToken,
  ): Awaitable<VerificationToken | null | undefined | void>
  /** Deletes and returns the token that matches both fields, atomically; `null` the second time. */
  useVerificationToken?(
    params: Pick<VerificationToken, 'identifier' | 'token'>,
  ): Awaitable<VerificationToken | null>
  /** Finds an account by its two keys; `null` unless both match. */
  getAccount?(
    providerAccountId: AdapterAccount['providerAccountId'],
    provider: AdapterAccount['provider'],
  ): Awaitable<AdapterAccount | null>
  /** Finds an authenticator by credential id in standard base64; `null` if unknown. */
  getAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null>
  /** Persists an authenticator and returns the row; throws on failure. */
  createAuthenticator?(authenticator: AdapterAuthenticator): Awaitable<AdapterAuthenticator>
  /** All authenticators of a user; an empty list if there are none. */
  listAuthenticatorsByUserId?(userId: string): Awaitable<AdapterAuthenticator[]>
  /** Stores a new counter and returns the row; throws if the credential is unknown. */
  updateAuthenticatorCounter?(
    credentialID: string,
    newCounter: number,
  ): Awaitable<AdapterAuthenticator>

  // What follows is beyond the port of Auth.js. A feature that needs a missing one says which.

  /** Accounts of a user; an empty list if there are none. */
  listAccountsByUserId?(userId: string): Awaitable<AdapterAccount[]>
  /** Changes the given fields, tokens as a rule, of an account; nothing happens if it is unknown. */
  updateAccount?(
    account: Partial<AdapterAccount> & Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Awaitable<AdapterAccount | null | undefined | void>
  /** Sessions of a user, expired ones included; an empty list if there are none. */
  listSessionsByUserId?(userId: string): Awaitable<AdapterSessionDetails[]>
  /** Deletes all sessions of a user, but for the one with the token `except`. */
  deleteSessionsByUserId?(userId: string, except?: string): Awaitable<void>
  /** Deletes the sessions that belong to one session at a provider. */
  deleteSessionsByProviderSession?(
    session: Required<Pick<AdapterSessionDetails, 'provider' | 'providerSessionId'>>,
  ): Awaitable<void>
  /**
   * The same as `useVerificationToken`, by an adapter that promises that of any number of parallel
   * calls, in any number of processes, exactly one gets the token.
   */
  consumeVerificationToken?(
    params: Pick<VerificationToken, 'identifier' | 'token'>,
  ): Awaitable<VerificationToken | null>
  /** Changes the given fields of an authenticator; nothing happens if it is unknown. */
  updateAuthenticator?(
    authenticator: Partial<AdapterAuthenticator> & Pick<AdapterAuthenticator, 'credentialID'>,
  ): Awaitable<AdapterAuthenticator | null | undefined | void>
  /** Deletes an authenticator; nothing happens if it is unknown. */
  deleteAuthenticator?(credentialID: string): Awaitable<void>
  /** Deletes sessions and verification tokens that expired before `now`. */
  deleteExpired?(now: Date): Awaitable<void>
  /** Counts an attempt, for limits that hold in all processes. @see LimitStore */
  countAttempt?(attempt: Attempt): Awaitable<AttemptCount>
  /**
   * Runs `work` on an adapter whose writes are all kept, or, when `work` throws, all undone. After a
   * deadlock `work` may run again.
   */
  transaction?<T>(work: (adapter: Adapter) => Promise<T>): Promise<T>
  /**
   * Reads a user inside of a transaction; `null` if unknown. Until the transaction ends, every other
   * one that locks the same user waits.
   */
  lockUser?(id: string): Awaitable<AdapterUser | null>

  // The following are for databases without transactions that can do all of it in one step.

  /**
   * Persists a user with an account, and with the authenticator of a passkey, all or nothing. Throws
   * if one of their keys is taken.
   */
  createUserWithAccount?(newcomer: AdapterNewcomer): Awaitable<AdapterUser>
  /**
   * Gives a user to the owner of the user's address: deletes all accounts, authenticators and
   * sessions, and sets `emailVerified`. `null`, and nothing happens, if the address has been proven
   * before or is another one.
   */
  takeOverUser?(
    user: Required<Pick<AdapterUser, 'id' | 'email'>> & { emailVerified: Date },
  ): Awaitable<AdapterUser | null>
  /**
   * Deletes an account of a user with its authenticator, and all sessions of the user but
   * `keptSession`. With `otherProviders` nothing happens if no other account of these would be left.
   */
  unlinkUnlessLast?(unlinking: AdapterUnlinking): Awaitable<'unlinked' | 'unknown' | 'last'>
}

/** Methods for databases that have no transactions, and do the same in one step. */
export type OneStepMethod = 'createUserWithAccount' | 'takeOverUser' | 'unlinkUnlessLast'

/** A user who is created together with an account. */
export interface AdapterNewcomer {
  user: AdapterUser
  account: TokenSet & Pick<AdapterAccount, 'type' | 'provider' | 'providerAccountId'>
  authenticator?: Omit<AdapterAuthenticator, 'userId'> | undefined
}

/** An account that is removed with what rests on it. */
export interface AdapterUnlinking {
  userId: string
  account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>
  keptSession?: string | undefined
  /** Ids of providers; undefined when the user can sign in without any account. */
  otherProviders?: readonly string[] | undefined
}
