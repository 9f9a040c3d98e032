/**
 * All texts of the built-in pages and the sign-in mail in one language.
 * A name in braces is replaced with a value: `{site}` with the app's name or its host, `{provider}` with the
 * provider's name, `{email}` with the visitor's address, `{length}` with the number of digits in a
 * code, and `{duration}` with the code's lifetime.
 */
export interface PageTexts {
  readonly signIn: {
    readonly heading: string
    /** Replaces `heading` if the app has a name. Contains `{site}`. */
    readonly headingTo: string
    /** Below the heading. Contains `{site}`. */
    readonly lead: string
    /** On a provider's button. Contains `{provider}`. */
    readonly withProvider: string
    /** On the main button of the form. */
    readonly continue: string
    /** Names the form for an e-mail address. */
    readonly withEmail: string
    /** Names the form for a password. */
    readonly withPassword: string
    /** On the button for a passkey. */
    readonly withPasskey: string
    /** On the button that mails a link to a visitor who does not want to enter a password. */
    readonly mailInstead: string
    /** Label of the e-mail field. */
    readonly email: string
    /** Between two ways to sign in. */
    readonly or: string
    /** Heading of the page that opens the app after a sign-in, such as `myapp://done`. */
    readonly almostDone: string
    /** The name of the button that shows what is typed in a password field. */
    readonly showPassword: string
    /** Next to the provider of the last sign-in. */
    readonly lastUsed: string
    /** Shown if there are no ways to sign in. */
    readonly noProviders: string
    /** On the button that creates a passkey and an account. */
    readonly createPasskey: string
    /** Shown if the browser does not support passkeys or does not run scripts. */
    readonly passkeysUnavailable: string
    /** Shown if the visitor closed the browser's dialog, or if the dialog timed out. */
    readonly passkeyCancelled: string
  }
  readonly signOut: {
    readonly heading: string
    /** Contains `{site}`. */
    readonly question: string
    /** Used if the site is not known. */
    readonly plainQuestion: string
    readonly button: string
    readonly stay: string
  }
  readonly verifyRequest: {
    readonly heading: string
    /** Contains `{email}`. */
    readonly sentTo: string
    /** Used if the address is not known. */
    readonly sent: string
    readonly openLink: string
    /** Replaces `openLink` if the mail also contains a code. */
    readonly openLinkOrTypeCode: string
    readonly spam: string
    readonly tryAgain: string
    /** Label of the code field. */
    readonly code: string
    /** Contains `{length}`. */
    readonly codeHint: string
    readonly codeButton: string
    readonly codeWrong: string
  }
  readonly confirm: {
    readonly heading: string
    /** Contains `{site}` and `{email}`. */
    readonly lead: string
    /** Used if the site is not known. Contains `{email}`. */
    readonly plainLead: string
    readonly button: string
    readonly once: string
    readonly notMe: string
  }
  /** The page that asks a user for a permission at a provider. */
  readonly grant: {
    readonly heading: string
    /** The provider no longer accepts the earlier permission. Contains `{site}` and `{provider}`. */
    readonly again: string
    /** Contains `{site}` and `{provider}`. */
    readonly more: string
    /** Shown after the user chose another account than the linked one. Contains `{provider}`. */
    readonly otherAccount: string
    /** On the button, if the user has no such account yet. Contains `{provider}`. */
    readonly connect: string
    /** On the button. Contains `{provider}`. */
    readonly connectAgain: string
  }
  readonly links: {
    readonly toSignIn: string
    /** Contains `{site}`. */
    readonly toSite: string
    readonly toAccount: string
    /** The heading of a sign-up page that has passkeys only. */
    readonly signUp: string
    /** Link from the sign-in page to the sign-up page. */
    readonly noAccount: string
    /** Link from the sign-up page to the sign-in page. */
    readonly haveAccount: string
    /** The app's terms of service. */
    readonly terms: string
    /** The app's privacy policy. */
    readonly privacy: string
  }
  readonly mail: {
    /** Contains `{site}`. Must be one line. */
    readonly subject: string
    /** Contains `{site}`. */
    readonly heading: string
    readonly button: string
    /** Above the link in the plain-text mail. */
    readonly link: string
    /** Above the link below the button. */
    readonly linkInstead: string
    /** Above the code. */
    readonly code: string
    /** Contains `{duration}`, such as "10 minutes". */
    readonly once: string
    readonly ignore: string
  }
  readonly errors: Readonly<Record<ErrorWithText, ErrorWords>>
}

/** The title and the sentence that an error page shows. */
export interface ErrorWords {
  readonly title: string
  readonly sentence: string
}

/** The errors with their own text, and `general` for all others. */
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
  | 'ServerBusy'
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

/** A language of the built-in pages. */
export interface Language {
  /** BCP 47 tag. */
  readonly code: string
  readonly direction: 'ltr' | 'rtl'
  readonly texts: PageTexts
}
