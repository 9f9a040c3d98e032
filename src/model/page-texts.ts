/**
 * Every text of the built-in pages and of the sign-in mail, in one language.
 * A name in braces stands for a value: `{site}` the host, `{provider}` the name of a provider,
 * `{email}` the visitor's address, `{length}` the digits of a code, `{duration}` how long it works.
 */
export interface PageTexts {
  readonly signIn: {
    readonly heading: string
    /** Under the heading, with `{site}`. */
    readonly lead: string
    /** On a button, with `{provider}`. */
    readonly withProvider: string
    /** Label of the address. */
    readonly email: string
    /** Between two ways to sign in. */
    readonly or: string
    /** Beside the way that was taken last time. */
    readonly lastUsed: string
    /** In place of the ways to sign in when there are none. */
    readonly noProviders: string
    /** On the button that makes a passkey, and an account with it. */
    readonly createPasskey: string
    /** Where a browser cannot use passkeys, or runs no scripts. */
    readonly passkeysUnavailable: string
    /** When the browser's own dialogue was closed, or took too long. */
    readonly passkeyCancelled: string
  }
  readonly signOut: {
    readonly heading: string
    /** With `{site}`. */
    readonly question: string
    /** Where the site is not known. */
    readonly plainQuestion: string
    readonly button: string
    readonly stay: string
  }
  readonly verifyRequest: {
    readonly heading: string
    /** With `{email}`. */
    readonly sentTo: string
    /** Where the address is not known. */
    readonly sent: string
    readonly openLink: string
    /** In place of `openLink` when the mail has a code, too. */
    readonly openLinkOrTypeCode: string
    readonly spam: string
    readonly tryAgain: string
    /** Label of the field for the code. */
    readonly code: string
    /** With `{length}`. */
    readonly codeHint: string
    readonly codeButton: string
    readonly codeWrong: string
  }
  readonly confirm: {
    readonly heading: string
    /** With `{site}` and `{email}`. */
    readonly lead: string
    /** Where the site is not known, with `{email}`. */
    readonly plainLead: string
    readonly button: string
    readonly once: string
    readonly notMe: string
  }
  readonly links: {
    readonly toSignIn: string
    /** With `{site}`. */
    readonly toSite: string
  }
  readonly mail: {
    /** With `{site}`; one line. */
    readonly subject: string
    /** With `{site}`. */
    readonly heading: string
    readonly button: string
    /** Above the link in a mail without buttons. */
    readonly link: string
    /** Above the link under a button. */
    readonly linkInstead: string
    /** Above the code. */
    readonly code: string
    /** With `{duration}`, such as "10 minutes". */
    readonly once: string
    readonly ignore: string
  }
  readonly errors: Readonly<Record<ErrorWithText, ErrorWords>>
}

/** What is said about an error. */
export interface ErrorWords {
  readonly title: string
  readonly sentence: string
}

/** The errors that have a text of their own, and `general` for all others. */
export type ErrorWithText =
  | 'general'
  | 'Configuration'
  | 'AccessDenied'
  | 'Verification'
  | 'MissingCSRF'
  | 'CredentialsSignin'
  | 'OAuthCallbackError'
  | 'OAuthAttemptLost'
  | 'OAuthMetadataInvalid'
  | 'OAuthProfileParseError'
  | 'OAuthRequestFailed'
  | 'OAuthResponseInvalid'
  | 'OAuthAccountNotLinked'
  | 'AccountNotLinked'
  | 'LastSignInMethod'
  | 'InvalidEmailAddress'
  | 'EmailSignInError'
  | 'TooManyRequests'
  | 'WebAuthnVerificationError'
  | 'SessionRequired'
  | 'CrossSiteRequest'
  | 'InvalidProvider'
  | 'UnknownAction'
  | 'MethodNotAllowed'
  | 'InvalidRequestBody'
  | 'RequestBodyTooLarge'
  | 'SessionTooLarge'
  | 'UntrustedHost'

/** Texts of the application, laid over those of a language; what is left out stays as it is. */
export type TextOverrides = DeepPartial<PageTexts>

/** A language that the pages can speak. */
export interface Language {
  /** BCP 47 tag. */
  readonly code: string
  readonly direction: 'ltr' | 'rtl'
  readonly texts: PageTexts
}

type DeepPartial<T> = {
  readonly [K in keyof T]?: (T[K] extends string ? string : DeepPartial<T[K]>) | undefined
}
