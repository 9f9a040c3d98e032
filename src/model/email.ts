import type { Awaitable } from './awaitable.js'
import type { Overrides, Theme } from './options.js'
import type { PasswordMailKind } from './password-texts.js'

/** Parameters of `sendVerificationRequest`. */
export interface VerificationRequestParams {
  /** The address to send the mail to. */
  identifier: string
  /** The sign-in link. */
  url: string
  expires: Date
  provider: SendingProvider
  /** The token in plain text. `url` contains it. */
  token: string
  theme: Present<Theme>
  /** The request in which the visitor asked for the mail. */
  request: Request
  /**
   * The code that the user can type instead of opening the link. Present if the provider has
   * `codeLength`.
   */
  code?: string | undefined
  /** The default mail, in the visitor's language and the theme's colours. */
  mail: SignInMail
  /**
   * What the mail is for. If it is not `signIn`, send `mail` as it is, because only its text fits.
   * Default: `signIn`.
   */
  purpose?: MailPurpose | undefined
}

/**
 * What a mail is for. The `Password` provider sends all but `signIn`, `accountDeleted`,
 * `deletionPending`, `confirmationCode` and those about second factors.
 */
export type MailPurpose =
  | 'signIn'
  | PasswordMailKind
  | 'factorAdded'
  | 'factorRemoved'
  | 'factorsSwitchedOff'
  | 'recoveryCodeUsed'
  | 'recoveryCodesMade'
  | 'secondFactorGuessed'
  | 'secondFactorLocked'
  | 'secondFactorCode'
  | 'confirmationCode'
  | 'accountDeleted'
  | 'deletionPending'

/** The same fields, of which the optional ones are missing instead of `undefined`. */
type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/**
 * A mail provider as `sendVerificationRequest` receives it. The function of a mail provider of
 * `@auth/core` accepts it, too.
 *
 * The three fields are `any` because the provider itself decides what is in them.
 */
export interface SendingProvider extends Present<
  Omit<EmailConfig, 'sendVerificationRequest' | 'server' | 'options'>
> {
  // oxlint-disable-next-line typescript/no-explicit-any -- the provider decides what is in it
  sendVerificationRequest(params: any): Awaitable<void>
  // oxlint-disable-next-line typescript/no-explicit-any -- the provider decides what is in it
  server?: any
  // oxlint-disable-next-line typescript/no-explicit-any -- the provider decides what is in it
  options?: any
}

/** The content of a mail. */
export interface SignInMail {
  subject: string
  text: string
  html: string
}

/** Sign-in with a link that is sent by e-mail. Needs an adapter. */
export interface EmailConfig {
  /** Must be unique among your providers. Part of the URL. */
  id: string
  /** Shown on the sign-in button. */
  name: string
  type: 'email'
  /** Sends the mail. If it throws, the sign-in fails with an error page. */
  sendVerificationRequest(params: VerificationRequestParams): Awaitable<void>
  /** The sender's address. */
  from?: string | undefined
  /**
   * Whether users can sign in with a mailed link. Set `false` if the provider only sends the mails
   * of the `Password` provider. Default: `true`.
   */
  signIn?: boolean | undefined
  /** Seconds until the link expires. Default: 600 (ten minutes). */
  maxAge?: number | undefined
  /** Used instead of the config's `secret` in the hash of the stored token. */
  secret?: string | undefined
  /**
   * The number of digits (6, 7 or 8) of a code that the mail contains besides the link. The user
   * types the code in the browser that requested the mail. Default: no code.
   */
  codeLength?: number | undefined
  /** The API key of an HTTP mail service. Default: the environment variable `AUTH_<ID>_KEY`. */
  apiKey?: string | undefined
  /** The SMTP server: a connection URL, or the options of the transport. */
  server?: string | object | undefined
  /** Returns the token of a link. It must be unguessable. Default: 32 random bytes as hex. */
  generateVerificationToken?: (() => Awaitable<string>) | undefined
  /**
   * Returns the address for the submitted text, and throws to refuse it. The result must be one
   * e-mail address. The engine converts it to lower case. Default: the text as submitted.
   */
  normalizeIdentifier?: ((identifier: string) => string) | undefined
  /**
   * Names of the options that the provider cannot send without, such as `apiKey`. If one is missing
   * or empty, the provider is disabled and the log says so. Default: none.
   */
  requires?: readonly string[] | undefined
  /**
   * Returns why the provider cannot send, such as a `server` that is not a URL, and how to fix it.
   * Such a provider is disabled and the log says so. The text must not contain a secret.
   */
  findMistake?: ((provider: EmailConfig) => string | undefined) | undefined
  /** The options that were passed to the factory. They are merged over the other fields. */
  options?: object | undefined
}

/** The options that you pass to the factory of an e-mail provider. */
export type EmailUserConfig = Overrides<Omit<EmailConfig, 'options' | 'type'>>

/** The type of a provider that signs in by mail. */
export type EmailProviderType = 'email'
