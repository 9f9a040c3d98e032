import type { AuditRecord } from './audit.js'

/** One of the user's sessions, for a list of devices. */
export interface DeviceSession {
  /** The session's id for `revokeSession`. It is not the token and cannot be used to sign in. */
  readonly id: string
  /** Whether this is the session of the current request. */
  readonly isCurrent: boolean
  readonly expires: Date
  readonly createdAt: Date | undefined
  /** The `User-Agent` header of the browser that signed in. */
  readonly userAgent: string | undefined
  /**
   * The browser and its system, such as "Chrome · macOS". Undefined if neither is known. Unlike the
   * header, which can contain anything, it is safe to show.
   */
  readonly browser: string | undefined
  /** Id of the provider that the user signed in with. */
  readonly provider: string | undefined
}

/** One of the user's passkeys, for a list of passkeys. */
export interface Passkey {
  /** The credential id. It cannot be used to sign in. */
  readonly id: string
  /** The name that the user gave it. */
  readonly name: string | undefined
  readonly createdAt: Date | undefined
  readonly lastUsedAt: Date | undefined
  /**
   * Whether the passkey can be synced to other devices, and whether it was synced at its last use.
   */
  readonly isSyncable: boolean
  readonly isSynced: boolean
  /** How the browser reaches the authenticator, such as `internal` or `usb`. */
  readonly transports: readonly string[]
}

/** A record of the signed-in user. */
export interface Activity extends AuditRecord {
  /** Whether it is about the session of the current request. */
  readonly isCurrentSession: boolean
  /**
   * The browser and its system, such as "Chrome · macOS". Undefined if neither is known. Unlike
   * `userAgent`, which can contain anything, it is safe to show.
   */
  readonly browser: string | undefined
  /** The name of the provider that it is about. Undefined if the config no longer has it. */
  readonly providerName: string | undefined
}

/** Why a form of the account page was refused. All of it comes from the library's texts. */
export interface AccountProblem {
  /** An error type that has its own text, or `general` for all others. */
  readonly type: string
  readonly title: string
  readonly sentence: string
}

/**
 * Everything that an account page shows about the signed-in user. It is plain data without secrets.
 * A section is undefined if `hide` has its name, or if the config cannot support it.
 */
export interface AccountDescription {
  readonly user: AccountUser
  readonly profile: ProfileSection | undefined
  readonly address: AddressSection | undefined
  readonly password: PasswordSection | undefined
  readonly accounts: AccountsSection | undefined
  readonly passkeys: PasskeysSection | undefined
  readonly secondFactor: SecondFactorSection | undefined
  /** The user's sessions, the newest first. */
  readonly sessions: readonly DeviceSession[] | undefined
  /** What happened lately, the newest first. */
  readonly activity: readonly Activity[] | undefined
  /** Whether the user can download their data. */
  readonly canExport: boolean
  /** Whether the user can delete the account. */
  readonly canDelete: boolean
  /** For how many days a user who deletes the account can still keep it. Undefined if at once. */
  readonly graceDays: number | undefined
  /** Why the last form was refused, by the `error` in the query of the page. */
  readonly error: AccountProblem | undefined
}

/** A deletion that the user has asked for, and that the sign-in of this browser can withdraw. */
export interface PendingDeletionDescription {
  /** When the account is deleted. */
  readonly deletesAt: Date
  /** The address of the user who signed in. */
  readonly email: string | undefined
}

/** The signed-in user. */
export interface AccountUser {
  readonly id: string
  readonly name: string | undefined
  readonly email: string | undefined
  readonly isEmailVerified: boolean
  readonly image: string | undefined
}

/** What the user can change about the profile, with `updateProfile`. */
export interface ProfileSection {
  /** The most code points that a name may have. */
  readonly longestName: number
  /** The pictures to choose from. */
  readonly pictures: readonly ProfilePicture[]
}

/** A picture that a connected account has at its provider. */
export interface ProfilePicture {
  /** The value of `picture` that chooses it. */
  readonly id: string
  /** The name of the provider. */
  readonly name: string
  /** An https URL. */
  readonly url: string
  /** Whether the user has this picture now. */
  readonly isCurrent: boolean
}

/** How the user changes the address. */
export interface AddressSection {
  /** Whether the form must have the field `currentPassword`. */
  readonly needsPassword: boolean
}

/** Whether the user has a password. */
export interface PasswordSection {
  readonly isSet: boolean
  /** The page that changes it. */
  readonly url: string
  /** How the user removes it. Undefined if the user has no password, or could not sign in without it. */
  readonly removal: PasswordRemoval | undefined
}

/** How the user removes the password. */
export interface PasswordRemoval {
  /** Whether the form must have the field `currentPassword`. */
  readonly needsPassword: boolean
}

/** The user's accounts at providers. */
export interface AccountsSection {
  readonly connected: readonly ConnectedAccount[]
  /** Providers at which the user has no account yet. */
  readonly others: readonly ConnectableProvider[]
}

/** An account at a provider. */
export interface ConnectedAccount {
  readonly provider: string
  readonly providerAccountId: string
  /** The name of the provider. */
  readonly name: string
  /** Whether the provider no longer accepts the tokens, so that the user has to sign in there. */
  readonly needsSignIn: boolean
}

/** A provider that the user can connect. */
export interface ConnectableProvider {
  readonly id: string
  readonly name: string
}

/** The user's passkeys. */
export interface PasskeysSection {
  /** Id of the provider for new passkeys. */
  readonly provider: string
  readonly list: readonly Passkey[]
}

/** Whether the user has a second factor. */
export interface SecondFactorSection {
  readonly isOn: boolean
  /** The page that lists the second factors. */
  readonly url: string
}

/** What the app stores about a user, for the user. It contains no hashes, keys, tokens or codes. */
export interface AccountData {
  readonly user: Readonly<Record<string, unknown>>
  readonly accounts: readonly unknown[]
  readonly passkeys: readonly unknown[]
  readonly sessions: readonly unknown[]
  readonly secondFactors: unknown
  /** What `exportData` returned. */
  readonly app?: unknown
}
