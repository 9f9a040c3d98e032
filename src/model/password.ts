import type { AdapterPassword, AdapterUser } from './adapter.js'
import type { Awaitable } from './awaitable.js'

/** How new passwords are hashed. The defaults meet the recommendations of OWASP. */
export type PasswordHashing =
  | {
      scheme: 'scrypt'
      /** Binary logarithm of the cost, 17 at most. Default: 17. */
      ln?: number | undefined
      /** Block size, 16 at most. Default: 8. */
      r?: number | undefined
      /** Parallelism, 10 at most. Default: 1. */
      p?: number | undefined
    }
  | {
      /** Needs Node 24.7 or later, or the package `@node-rs/argon2`. */
      scheme: 'argon2id'
      /** In KiB, 1,048,576 at most. Default: 19,456. */
      memory?: number | undefined
      /** 10 at most. Default: 2. */
      passes?: number | undefined
      /** 16 at most. Default: 1. */
      lanes?: number | undefined
    }
  | {
      /** Chained calls of PBKDF2 with HMAC-SHA-512, for platforms without scrypt. */
      scheme: 'pbkdf2'
      /** Iterations of each call. workerd allows 100,000. Default: 100,000. */
      iterations?: number | undefined
      /** How many calls are chained. Default: 3. */
      calls?: number | undefined
    }

/** A key that is kept outside the database, so that a dump alone cannot be attacked. */
export interface PasswordPepper {
  /** Stored with each hash. Up to 16 lower-case letters, digits or `-`. */
  id: string
  /** At least 32 characters. */
  key: string
}

/** The password hash parameters of a Firebase project, as its console shows them. */
export interface FirebaseParameters {
  /** `base64_signer_key`. */
  signerKey: string
  /** `base64_salt_separator`. */
  saltSeparator: string
  /** At most 16. */
  rounds: number
  /** `mem_cost`, at most 17. */
  memCost: number
}

/**
 * What is needed to check hashes of other libraries. A hash is replaced after the first sign-in
 * with it.
 *
 * These are recognised without options: PHC strings of argon2, scrypt and pbkdf2, bcrypt (with the
 * package `@node-rs/bcrypt` or `bcryptjs`), and the forms of Django, better-auth, Lucia and Oslo.
 */
export interface ForeignHashes {
  /** The `pepper` of Devise, which it appends to passwords before bcrypt. */
  devisePepper?: string | undefined
  /** For hashes that you import as `$firebase-scrypt$<salt>$<passwordHash>`. */
  firebase?: FirebaseParameters | undefined
  /** Checks a hash that nothing else recognises. Returns whether the password matches. */
  verify?(hash: string, password: string): Awaitable<boolean>
}

/** Words that a user's password must not consist of. */
export interface PasswordContext {
  /** Name or host of the site. */
  readonly site?: string | undefined
  readonly email?: string | undefined
  readonly name?: string | undefined
  /** The names that the user signs in with. */
  readonly userNames?: readonly string[] | undefined
}

/** The user whom a new password is for. */
export interface PasswordOwner {
  /** Undefined if the user does not exist yet. */
  readonly id?: string | undefined
  readonly email?: string | null | undefined
  readonly name?: string | null | undefined
  /** The name that the user chooses together with the password. */
  readonly userName?: string | undefined
}

/** Why a new password is refused. */
export type PasswordProblem =
  | { readonly type: 'too-short' | 'too-long'; readonly length: number }
  /** It is among the most common passwords, or was leaked. */
  | { readonly type: 'known' }
  /** It is too close to the user's address or name, or to the site's name. */
  | { readonly type: 'guessable' }
  /** It is not well-formed Unicode, or contains a NUL. */
  | { readonly type: 'not-text' }
  /** It is the current password. */
  | { readonly type: 'same' }

/** What a user signs in with besides the password. */
export type PasswordIdentifier = 'email' | 'username' | 'either'

/** The options for passwords that more than one part of the library reads. */
export interface PasswordOptions {
  /**
   * What users sign in with: the address in the field `email`, or a user name, or either of them, in
   * the field `username`. Every user has an address, which new passwords are proven with. Default:
   * `email`.
   */
  identifier?: PasswordIdentifier | undefined
  /**
   * Whether visitors can sign up. They enter their address first and choose a password after they
   * have opened the link in a mail, unless `requireVerifiedEmail` is `false`. Needs an e-mail provider. Default: `true`.
   */
  signUp?: boolean | undefined
  /**
   * Whether a user must prove the address before the password signs in. If `false`, the sign-up page
   * asks for the password at once, and the mail only asks to confirm the address. Default: `true`.
   */
  requireVerifiedEmail?: boolean | undefined
  /**
   * The fewest characters of a new password, counted as Unicode code points. Set 8 if you require a
   * second factor. Default: 15.
   */
  minLength?: number | undefined
  /** The most characters of a new password. Longer ones are refused, never cut. Default: 256. */
  maxLength?: number | undefined
  /** Whether common passwords are refused. Default: `true`. */
  blocklist?: boolean | undefined
  /**
   * Refuses new passwords that were leaked, by asking a service. It learns the first five hex digits
   * of the SHA-1. If it does not answer within a second, the password is accepted. Default: `false`.
   */
  breached?: boolean | BreachedPasswords | undefined
  /** Words that a password must not consist of, such as the name of your site. Default: none. */
  words?: readonly string[] | undefined
  /** How new passwords are hashed. Default: scrypt, or PBKDF2 on platforms without it. */
  hasher?: PasswordHashing | undefined
  /** Keys outside the database. The first one is used, the others are still accepted. */
  peppers?: readonly PasswordPepper[] | undefined
  /** What is needed to check hashes that you imported. */
  foreignHashes?: ForeignHashes | undefined
  /** How many passwords are hashed at once. Each needs up to 128 MiB. Default: 2. */
  hashesAtOnce?: number | undefined
  /** How many sign-ins may wait for that. Others are answered with status 503. Default: 32. */
  hashesWaiting?: number | undefined
}

/** How the service for leaked passwords is asked. */
export interface BreachedPasswords {
  /** URL that a prefix of five hex digits is appended to. Default: Have I Been Pwned. */
  url?: string | undefined
  /** Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
}

/** Runs one slow function when one of the few places for it is free. */
export type RunHash = <T>(work: () => Promise<T>) => Promise<T>

/** What the engine lends to a provider that stores passwords. */
export interface PasswordHost {
  /** Returns an address in the form that is stored, or undefined if it is not an address. */
  parseEmail(typed: unknown): string | undefined
  /** The host of the site. Undefined if no request says which one it is. */
  readonly site: string | undefined
  findUserByEmail(email: string): Promise<AdapterUser | null>
  findUserByName(name: string): Promise<AdapterUser | null>
  /** Returns the names that a user signs in with. */
  listUserNames(userId: string): Promise<readonly string[]>
  findUser(userId: string): Promise<AdapterUser | null>
  findPassword(userId: string): Promise<AdapterPassword | null>
  /** Writes a password if the stored hash is the expected one. Returns whether it was written. */
  replacePassword(password: AdapterPassword, expectedHash: string | null): Promise<boolean>
  /** Ends all sessions of a user, as far as sessions can be ended. */
  endSessions(userId: string): Promise<void>
  /** Returns an object that outlives the request. Creates it the first time. */
  keep<T extends object>(name: string, create: () => T): T
  readonly now: () => Date
  random(bytes: number): Uint8Array
  /**
   * Runs work that the response does not wait for, and that the platform must not stop. An error is
   * logged.
   */
  runLater(work: () => Promise<void>): void
  warn(code: string, message: string): void
  /** Like `warn`, but only the first time. */
  warnOnce(code: string, message: string): void
}

/** The name that a visitor signs in with, in the form that is stored. */
export interface PasswordLogin {
  readonly kind: 'email' | 'username'
  readonly text: string
}

/** A user whose password is right. */
export interface CheckedPassword {
  readonly user: AdapterUser
  /** The password as it was when it was checked. */
  readonly stored: AdapterPassword
}

/** Why a new user name is refused. */
export type UserNameProblem = 'not-allowed' | 'taken'

/** A new password that meets the rules, as the store keeps it. */
export type NewPassword = Omit<AdapterPassword, 'userId'>

/** A new password, ready to be stored, or what is wrong with it. */
export type PreparedPassword =
  | { readonly ok: true; readonly password: NewPassword }
  | { readonly ok: false; readonly problem: PasswordProblem }

/** The functions of a provider that stores passwords. The engine calls them instead of `authorize`. */
export interface PasswordMethod {
  /** What is wrong with the options, if anything. */
  readonly mistake: string | undefined
  /** What users sign in with. */
  readonly identifier: PasswordIdentifier
  /** Whether visitors can sign up. */
  readonly allowsSignUp: boolean
  /** Whether a user must prove the address before the password signs in. */
  readonly requiresProof: boolean
  /** The fewest characters of a new password. */
  readonly minLength: number
  /** The most characters of a new password. */
  readonly maxLength: number
  /**
   * Throws `ServerBusy` if `enter` would. Ask before you count an attempt, because an overload must not
   * use up the attempts of a user.
   */
  requireRoom(host: PasswordHost): void
  /**
   * Runs a task that checks or hashes passwords. Throws `ServerBusy` before the task begins if too many
   * of them are under way. Count attempts before the task, because one that the limits refuse must not
   * take a place from others.
   */
  enter<T>(host: PasswordHost, task: (run: RunHash) => Promise<T>): Promise<T>
  /** Returns the user if the password is right, or `null`. */
  signIn(
    host: PasswordHost,
    run: RunHash,
    credentials: Readonly<Partial<Record<string, unknown>>>,
  ): Promise<CheckedPassword | null>
  /** Returns whom the credentials name. Undefined if it is not a name. */
  readLogin(
    host: Pick<PasswordHost, 'parseEmail'>,
    credentials: Readonly<Partial<Record<string, unknown>>>,
  ): PasswordLogin | undefined
  /** Returns a new user name in the form that is stored. Undefined if it is not allowed. */
  parseUserName(typed: unknown): string | undefined
  /** Sets a user's password. Returns what is wrong with it, if anything. */
  set(
    host: PasswordHost,
    userId: string,
    password: string,
    options: SetPasswordOptions,
  ): Promise<SetPasswordResult>
  /** Checks a new password by the rules and hashes it, as a task of its own unless `run` is given. */
  prepare(
    host: PasswordHost,
    password: string,
    user: PasswordOwner,
    run?: RunHash,
  ): Promise<PreparedPassword>
  /**
   * Returns the stored password if it is the typed one, or `null`. A weak or foreign hash is replaced.
   * If such a password turns out to be common or leaked, it is returned with `mustChange`.
   */
  check(
    host: PasswordHost,
    run: RunHash,
    stored: AdapterPassword,
    password: string,
  ): Promise<AdapterPassword | null>
  /** Whether a password is the stored one, which stays as it is. */
  verify(
    host: PasswordHost,
    run: RunHash,
    stored: AdapterPassword,
    password: string,
  ): Promise<boolean>
  /**
   * Loads the pages and forms for passwords. Only an app with this provider has them in its bundle.
   * The result is not typed here, because the model does not know the context of a request.
   */
  loadFlows(): Promise<unknown>
}

/** How a password is set on the server. */
export interface SetPasswordOptions {
  /** Whether the user must choose another password at the next sign-in. Default: `false`. */
  readonly mustChange?: boolean | undefined
}

/** The result of setting a password. `unknown-user` if no user has the id. */
export type SetPasswordResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: PasswordProblem | { readonly type: 'unknown-user' } }

/** The result of setting a user name. `unknown-user` if no user has the id. */
export type SetUserNameResult =
  { readonly ok: true } | { readonly ok: false; readonly problem: UserNameProblem | 'unknown-user' }

/** The page of the app's own that a mailed link leads to, by its name in `pages`. */
export type MailedLinkPage = 'resetPassword' | 'verifyEmail'

/** The mailed link that a browser has opened. */
export interface MailedLinkDescription {
  /** What the link is for. */
  readonly kind: 'first-password' | 'new-password' | 'verify' | 'new-address' | 'restore-address'
  /** Show it, so that the visitor sees whose password or address the page is about. */
  readonly email: string
  /** The name that the user signs in with, if addresses are not accepted. */
  readonly userName: string | undefined
  /** Whether the form asks for a new `username`. */
  readonly nameField: 'required' | 'optional' | 'none'
  /** Pass it back with the form. It names the link and opens nothing. */
  readonly link: string
}
