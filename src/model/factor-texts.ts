import type { ErrorWords } from './page-texts.js'

/**
 * All texts of the built-in pages and mails about second factors in one language. Only apps with
 * `secondFactor` or `account` load them.
 * A name in braces is replaced with a value: `{site}` with the host, `{email}` with the user's
 * address, `{provider}` with the name of a provider, `{duration}` with a time such as "30 days",
 * `{date}` with a date, `{count}` with a number, `{name}` with the name of an app or a browser, and
 * `{browser}` with a browser and its system.
 */
export interface FactorTexts {
  /** What things are called, in headings and lists. */
  readonly names: {
    readonly twoStep: string
    readonly app: string
    readonly recoveryCodes: string
    readonly passkey: string
    readonly emailCode: string
    readonly browsers: string
    /** For a browser that we do not know. */
    readonly unknownBrowser: string
  }
  readonly fields: {
    readonly code: string
    /** Shown by the browser if the input is not a code. */
    readonly codeHint: string
    readonly recoveryCode: string
    readonly password: string
  }
  readonly buttons: {
    readonly continue: string
    readonly confirm: string
    readonly remove: string
    /** Accessible name of the button that removes one row of a list. Contains `{name}`. */
    readonly removeNamed: string
    readonly addApp: string
    readonly newCodes: string
    readonly download: string
    readonly sendCode: string
    readonly sendAgain: string
    readonly usePasskey: string
    readonly cancel: string
  }
  /** Why a form was refused. */
  readonly problems: {
    readonly wrongCode: string
    /** Follows `wrongCode` after the second wrong code. */
    readonly clock: string
    readonly wrongMailedCode: string
    readonly wrongRecoveryCode: string
    readonly wrongPassword: string
    /** Too many wrong codes. The sentence contains `{duration}`. */
    readonly limit: ErrorWords
    /** The sign-in began too long ago. */
    readonly expired: ErrorWords
  }
  /** Links to another way of confirming. */
  readonly instead: {
    readonly code: string
    readonly recoveryCode: string
    readonly passkey: string
    readonly emailCode: string
    readonly password: string
    readonly provider: string
  }
  /** What the visitor has to do, for each way. */
  readonly ask: {
    readonly code: string
    readonly recoveryCode: string
    readonly passkey: string
    /** Before the code is sent. Contains `{email}`. */
    readonly emailCode: string
    /** After the code was sent. Contains `{email}`. */
    readonly emailCodeSent: string
    readonly password: string
    /** On a provider's button. Contains `{provider}`. */
    readonly provider: string
  }
  readonly secondFactor: {
    /** Label of the checkbox. Contains `{duration}`. */
    readonly remember: string
  }
  readonly addApp: {
    readonly heading: string
    /** Before the lead, if the app requires a second factor. Contains `{site}`. */
    readonly required: string
    readonly lead: string
    /** Accessible name of the QR code. */
    readonly qrCode: string
    readonly key: string
    /** Link on phones, which cannot scan their own screen. */
    readonly openApp: string
    /** Above the code field. */
    readonly typeCode: string
  }
  readonly recoveryCodes: {
    readonly heading: string
    readonly lead: string
    /** First line of the downloaded file. Contains `{site}`. */
    readonly fileTitle: string
  }
  /** The page that lists the factors of a user. */
  readonly overview: {
    readonly on: string
    readonly off: string
    /** Replaces `on` if the app requires a second factor. */
    readonly required: string
    /** Contains `{date}`. */
    readonly added: string
    /** Contains `{date}`. */
    readonly lastUsed: string
    readonly aboutRecoveryCodes: string
    /** Contains `{count}`. */
    readonly codesLeft: string
    /** If few or no codes are left. */
    readonly fewCodes: string
    readonly aboutBrowsers: string
    /** Until when a browser is remembered. Contains `{date}`. */
    readonly until: string
  }
  /** The page that asks a signed-in user for a new proof. */
  readonly prove: {
    readonly heading: string
    readonly lead: string
    /** If the provider cannot prove a new sign-in. Contains `{provider}` and `{email}`. */
    readonly mailedInstead: string
    /** If the provider cannot prove a new sign-in, and another way can. Contains `{provider}`. */
    readonly signInInstead: string
    /** If the user has no way to confirm it. */
    readonly impossible: string
  }
  readonly mails: {
    readonly added: FactorMailWords
    readonly removed: FactorMailWords
    readonly switchedOff: FactorMailWords
    /** The lead contains `{count}`. */
    readonly recoveryCodeUsed: FactorMailWords
    readonly recoveryCodesMade: FactorMailWords
    /** After the first wrong codes that are followed by a wait. The lead contains `{count}`. */
    readonly guessed: FactorMailWords
    /** After many wrong codes. The lead contains `{count}`. */
    readonly locked: FactorMailWords
    /** With the code that the user has to type. */
    readonly signInCode: FactorMailWords
    /** With the code that a signed-in user has to type. */
    readonly confirmCode: FactorMailWords
    /** Contains `{date}`. */
    readonly when: string
    /** Contains `{browser}`. */
    readonly browser: string
    /** Above the button. */
    readonly notYou: string
    readonly button: string
    /** Last sentence. */
    readonly wasYou: string
  }
}

/** The texts of one mail. */
export interface FactorMailWords {
  /** Also the heading. Contains `{site}`. Must be one line. */
  readonly subject: string
  readonly lead: string
}

/** The mails about second factors. */
export type FactorMailKind =
  | 'added'
  | 'removed'
  | 'switchedOff'
  | 'recoveryCodeUsed'
  | 'recoveryCodesMade'
  | 'guessed'
  | 'locked'
  | 'signInCode'
  | 'confirmCode'
