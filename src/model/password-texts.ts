import type { ErrorWords } from './page-texts.js'

/**
 * All texts of the built-in password pages and mails in one language. Only apps with a provider
 * that stores passwords load them.
 * A name in braces is replaced with a value: `{site}` with the host, `{email}` with the user's
 * address, `{length}` with a number of characters, and `{methods}` with a list of sign-in methods.
 */
export interface PasswordTexts {
  readonly fields: {
    /** Label of the password field. */
    readonly password: string
    /** Label of the field for a password that replaces another one. */
    readonly newPassword: string
    readonly currentPassword: string
    /** Below the field for a new password. Contains `{length}`. */
    readonly hint: string
    /** Label of the field for the name that a user signs in with. */
    readonly username: string
    /** Label of the same field where an address is accepted too. */
    readonly emailOrUsername: string
    /** Below the field for a new user name. */
    readonly usernameHint: string
  }
  readonly buttons: {
    /** Requests the mail with the link. */
    readonly sendLink: string
    readonly savePassword: string
    readonly changePassword: string
    readonly confirmAddress: string
    readonly restoreAddress: string
    readonly continue: string
  }
  /** Why a form was refused. */
  readonly problems: {
    /** Contains `{length}`. */
    readonly tooShort: string
    /** Contains `{length}`. */
    readonly tooLong: string
    /** For common passwords and for leaked ones. */
    readonly known: string
    readonly guessable: string
    /** For text that is not well-formed Unicode. */
    readonly notText: string
    /** The new password is the current one. */
    readonly same: string
    readonly wrongCurrent: string
    /** Another user has the user name. */
    readonly usernameTaken: string
    /** The user name has characters that are not allowed, or too few or too many. */
    readonly usernameNotAllowed: string
    /** The link of a mail has expired or was used. Shown above the form that sends a new link. */
    readonly expiredLink: ErrorWords
  }
  /** Links on the sign-in page. */
  readonly links: {
    readonly forgotPassword: string
  }
  readonly signUp: {
    readonly heading: string
    readonly lead: string
    /** Replaces `lead` if the visitor chooses the password on the same page. */
    readonly leadWithPassword: string
  }
  readonly forgotPassword: {
    readonly heading: string
    readonly lead: string
  }
  readonly mailSent: {
    /** Must not tell whether the address has an account. Contains `{email}`. */
    readonly lead: string
  }
  readonly choosePassword: {
    /** For a user's first password. */
    readonly firstHeading: string
    /** For a password that replaces another one. */
    readonly newHeading: string
    /** Names the site of the account. Contains `{site}`. */
    readonly lead: string
    /** What else happens when a password is replaced. */
    readonly signsOut: string
  }
  readonly changePassword: {
    readonly heading: string
  }
  /** For a signed-in user who has no password yet. */
  readonly addPassword: {
    readonly heading: string
    /** Contains `{email}`. */
    readonly lead: string
  }
  readonly verifyEmail: {
    readonly heading: string
    /** Contains `{email}`. */
    readonly lead: string
  }
  readonly changeAddress: {
    readonly heading: string
    /** Contains `{email}`, the new address. */
    readonly lead: string
  }
  readonly restoreAddress: {
    readonly heading: string
    /** Contains `{email}`, the old address. */
    readonly lead: string
  }
  readonly done: {
    readonly passwordChanged: DoneWords
    readonly emailVerified: DoneWords
    readonly addressChanged: DoneWords
    readonly addressRestored: DoneWords
  }
  readonly mails: {
    readonly signUp: PasswordMailWords
    readonly alreadyRegistered: PasswordMailWords & {
      /** Replaces `lead` if the user has no password. Contains `{methods}`. */
      readonly leadWithMethods: string
    }
    readonly reset: PasswordMailWords
    readonly changed: PasswordMailWords
    readonly verify: PasswordMailWords
    readonly newAddress: PasswordMailWords
    /** Sent to the current address when a new one was asked for. */
    readonly addressRequested: PasswordMailWords
    readonly oldAddress: PasswordMailWords
    /** An account of a provider or a passkey was added. `lead` contains `{methods}`. */
    readonly methodAdded: PasswordMailWords
    /** Last sentence of the mails that are sent without a request, such as `changed`. */
    readonly wasYou: string
  }
}

/** The title and the sentence of a page that says what was done. */
export interface DoneWords {
  readonly title: string
  readonly sentence: string
}

/** The texts of one mail. The sentences about its link's lifetime are those of the sign-in mail. */
export interface PasswordMailWords {
  /** Also the heading. Contains `{site}`. Must be one line. */
  readonly subject: string
  /** Above the button, or above the link in the plain-text mail. */
  readonly lead: string
  readonly button: string
}

/** The mails about passwords and addresses. */
export type PasswordMailKind = Exclude<keyof PasswordTexts['mails'], 'wasYou'>
