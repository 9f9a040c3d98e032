/**
 * All texts of the built-in account page and its mails in one language. Only apps with `account` load
 * them.
 * A name in braces is replaced with a value: `{site}` with the host, `{email}` with the user's
 * address, `{provider}` with the name of a provider, `{name}` with the name of a passkey or a
 * browser, `{date}` with a date, and `{length}` with a number of characters.
 */
export interface AccountTexts {
  /** Headings of the page and of its sections. */
  readonly headings: {
    readonly account: string
    readonly profile: string
    readonly address: string
    readonly password: string
    readonly accounts: string
    readonly passkeys: string
    readonly twoStep: string
    readonly sessions: string
    readonly activity: string
    readonly data: string
  }
  /** At a section in which the user has just changed something: `saved` for the profile. */
  readonly changed: {
    readonly saved: string
    readonly done: string
  }
  readonly profile: {
    /** If the user has no name. */
    readonly unnamed: string
    /** Opens the form. */
    readonly change: string
    /** Label of the field. */
    readonly name: string
    /** What is wrong with the name. Contains `{length}`. */
    readonly invalidName: string
    /** Above the pictures to choose from. */
    readonly picture: string
    /** A picture of a connected account. Contains `{provider}`. */
    readonly pictureFrom: string
    /** A picture that no connected account has. */
    readonly currentPicture: string
    readonly noPicture: string
    /** Button of the form. */
    readonly save: string
  }
  readonly address: {
    readonly confirmed: string
    readonly unconfirmed: string
    /** If the user has no address. */
    readonly missing: string
    /** Opens the form. */
    readonly change: string
    readonly newAddress: string
    readonly currentPassword: string
    /** Button of the form. */
    readonly send: string
    /** Below the form. */
    readonly hint: string
  }
  readonly password: {
    readonly isSet: string
    readonly notSet: string
    readonly change: string
    readonly add: string
    /** Opens the form, and is on its button. */
    readonly remove: string
    /** Below the form. */
    readonly removeHint: string
  }
  readonly accounts: {
    readonly about: string
    readonly connect: string
    /** Accessible name of the button. Contains `{provider}`. */
    readonly connectNamed: string
    readonly disconnect: string
    /** Accessible name of the button. Contains `{provider}`. */
    readonly disconnectNamed: string
    readonly connected: string
    /** The provider no longer accepts what the user allowed. */
    readonly ended: string
  }
  readonly passkeys: {
    readonly about: string
    readonly add: string
    /** Shown if the device already has a passkey of the user. */
    readonly alreadyAdded: string
    /** For a passkey without a name. */
    readonly unnamed: string
    /** Contains `{date}`. */
    readonly added: string
    /** Contains `{date}`. */
    readonly lastUsed: string
    readonly rename: string
    /** Label of the field. */
    readonly name: string
    readonly save: string
    readonly remove: string
    /** Accessible name of the button. Contains `{name}`. */
    readonly removeNamed: string
  }
  readonly twoStep: {
    readonly on: string
    readonly off: string
    readonly manage: string
    readonly setUp: string
  }
  readonly sessions: {
    readonly about: string
    readonly thisBrowser: string
    readonly unknownBrowser: string
    /** Contains `{date}`. */
    readonly since: string
    readonly end: string
    /** Accessible name of the button. Contains `{name}`. */
    readonly endNamed: string
    readonly endOthers: string
  }
  /** What happened, in a list with dates. */
  readonly activity: {
    readonly signedIn: string
    readonly signedOut: string
    readonly refused: string
    /** Why a request was refused, if a code of a second factor was wrong. */
    readonly wrongCode: string
    readonly sessionEnded: string
    readonly accountCreated: string
    readonly connected: string
    readonly disconnected: string
    readonly factorAdded: string
    readonly factorRemoved: string
    readonly recoveryCodeUsed: string
    readonly recoveryCodesMade: string
    readonly passwordChanged: string
    readonly passwordRemoved: string
    readonly addressConfirmed: string
    readonly addressChanged: string
    readonly profileChanged: string
    /** In place of the list, if it is empty. */
    readonly empty: string
  }
  readonly data: {
    readonly aboutDownload: string
    readonly download: string
    readonly aboutDelete: string
    /** Opens the page that asks for confirmation. */
    readonly delete: string
  }
  /** The page that asks for confirmation before the account is deleted. */
  readonly deletion: {
    readonly heading: string
    /** Contains `{site}`. */
    readonly lead: string
    /** Label of the field. Contains `{email}`. */
    readonly typeAddress: string
    readonly wrongAddress: string
    readonly confirm: string
    readonly cancel: string
    /** Heading afterwards. */
    readonly done: string
    /** Sentence afterwards. */
    readonly farewell: string
    /** In place of `lead`, if the account is deleted later. Contains `{site}` and `{date}`. */
    readonly leadLater: string
    /** Heading while the account waits for its deletion. Contains `{date}`. */
    readonly pending: string
    /** Sentence after the user has asked for that, also in the mail. */
    readonly pendingLead: string
    /** Sentence after the user has signed in again. The button is `cancel`. Contains `{site}`. */
    readonly keepLead: string
    /** Link below that button. */
    readonly proceed: string
  }
  /** The mails about the deletion of an account. */
  readonly mail: {
    /** Also the heading. Contains `{site}`. Must be one line. */
    readonly subject: string
    readonly lead: string
    readonly notYou: string
    readonly button: string
    /** The mail while the account waits. Also the heading. Contains `{site}` and `{date}`. */
    readonly pendingSubject: string
  }
  /** Link on the account page that ends the session of this browser. */
  readonly signOut: string
}
