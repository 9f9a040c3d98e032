import type { Awaitable } from './awaitable.js'
import type { Overrides, Theme } from './options.js'

/** What is needed to write and send a sign-in mail. */
export interface VerificationRequestParams {
  /** Address to send to. */
  identifier: string
  /** The sign-in link. */
  url: string
  expires: Date
  provider: EmailConfig
  /** The clear token, which `url` contains. */
  token: string
  theme: Theme
  /** The request that asked for the mail. */
  request: Request
  /** The digits to type in place of the link, when the provider has `codeLength`. */
  code?: string | undefined
  /** The mail as we would write it: in the visitor's language, in the colours of the theme. */
  mail: SignInMail
}

/** A mail, ready to be sent. */
export interface SignInMail {
  subject: string
  text: string
  html: string
}

/** Sign-in by a link that is sent by e-mail. Needs an adapter. */
export interface EmailConfig {
  /** Unique among the providers; part of the URL. */
  id: string
  /** Shown on the sign-in button. */
  name: string
  type: 'email'
  /** Sends the mail; a throw ends the sign-in with an error page. */
  sendVerificationRequest(params: VerificationRequestParams): Awaitable<void>
  /** Sender of the mail. */
  from?: string | undefined
  /** Seconds that a link works. Default 600 (ten minutes). */
  maxAge?: number | undefined
  /** Replaces the config's `secret` in the hash of the stored token. */
  secret?: string | undefined
  /**
   * Six, seven or eight: the mail also has a code of so many digits, to be typed where the mail was
   * asked for. Default: no code.
   */
  codeLength?: number | undefined
  /** For mail services with an HTTP interface. Default: environment variable `AUTH_<ID>_KEY`. */
  apiKey?: string | undefined
  /** SMTP server: a connection URL or the options of the transport. */
  server?: string | object | undefined
  /** Makes the token of a link; it must not be guessable. Default 32 random bytes as hex. */
  generateVerificationToken?: (() => Awaitable<string>) | undefined
  /**
   * Turns what was typed into an address; a throw refuses it. What it returns must be one e-mail
   * address, and is lower-cased like a typed one. Default: the text as it was typed.
   */
  normalizeIdentifier?: ((identifier: string) => string) | undefined
  /**
   * Names of the options without which it cannot send, such as `apiKey`; one that is missing or
   * empty is a mistake in the config. Default none.
   */
  requires?: readonly string[] | undefined
  /** What was given to the factory; merged over the other fields. */
  options?: object | undefined
}

/** What a user gives to the factory of an e-mail provider. */
export type EmailUserConfig = Overrides<Omit<EmailConfig, 'options' | 'type'>>
