import { html, type Html } from '../http/html.js'
import type { CredentialInput } from '../model/credentials.js'
import type { OAuthProviderButtonStyles } from '../model/oauth.js'
import type { PageTexts } from '../model/page-texts.js'
import { fillPlainText, fillText, isolate } from './fill-text.js'

/** A way to sign in that the page offers. */
export type SignInOption = OAuthOption | EmailOption | CredentialsOption | PasskeyOption

/** A service that the visitor is redirected to. */
export interface OAuthOption extends OptionBase {
  readonly type: 'oauth' | 'oidc'
  readonly signinUrl: string
  /**
   * The logo is shown if it is a `data:` image or comes from an origin that the page may load
   * images from.
   */
  readonly style?: Readonly<OAuthProviderButtonStyles> | undefined
}

/** Sign-in with a link by mail. */
export interface EmailOption extends OptionBase {
  readonly type: 'email'
  readonly signinUrl: string
}

/** A form with the fields that the app defines. */
export interface CredentialsOption extends OptionBase {
  readonly type: 'credentials'
  readonly callbackUrl: string
  readonly credentials: Readonly<Record<string, Readonly<CredentialInput>>>
}

/** A passkey or another WebAuthn credential. */
export interface PasskeyOption extends OptionBase {
  readonly type: 'webauthn'
  readonly fields: Readonly<Record<string, Readonly<CredentialInput>>>
  /** Whether a sign-in needs the fields, because a browser does not find the passkey without them. */
  readonly needsFields: boolean
  /** Whether the browser offers passkeys in the autofill of the fields. */
  readonly autofill: boolean
  /** The path of the auth routes. */
  readonly basePath: string
}

interface OptionBase {
  readonly id: string
  readonly name: string
}

/** What the name of an option depends on. */
export interface Nameable {
  readonly type: SignInOption['type']
  readonly name: string
}

/** Writes how to sign in with an option, for its button. */
export function nameOption(option: Nameable, texts: PageTexts['signIn']): Html {
  const method = nameMethod(option, texts)
  if (method !== undefined) return html`${method}`
  return fillText(texts.withProvider, { provider: isolate(option.name) })
}

/** The same as {@link nameOption}, as plain text. */
export function labelOption(option: Nameable, texts: PageTexts['signIn']): string {
  return nameMethod(option, texts) ?? fillPlainText(texts.withProvider, { provider: option.name })
}

/** Whether the app has chosen the name of a form. Such a name is on the form's button. */
export function isNamedByApp({ type, name }: Nameable): boolean {
  return !methodNames[type].includes(name)
}

/**
 * The names that the factories give to methods, by type. They are not meant for visitors, who
 * should not have to know which service sends the mails.
 */
const methodNames: Readonly<Record<SignInOption['type'], readonly string[]>> = {
  credentials: ['Credentials', 'Password'],
  webauthn: ['Passkey', 'WebAuthn'],
  email: ['E-mail', 'Email', 'Nodemailer', 'Amazon SES', 'Brevo', 'Cloudflare Email']
    .concat(['Forward Email', 'Loops', 'MailerSend', 'Mailgun', 'Mailjet', 'Mailtrap', 'Mandrill'])
    .concat(['Plunk', 'Postal', 'Postmark', 'Resend', 'Scaleway', 'SendGrid', 'SMTP2GO'])
    .concat(['SparkPost', 'Unisender Go', 'ZeptoMail']),
  oauth: [],
  oidc: [],
}

/** Undefined if the option has a name of its own, such as that of a service. */
function nameMethod(option: Nameable, texts: PageTexts['signIn']): string | undefined {
  if (isNamedByApp(option)) return undefined
  if (option.type === 'email') return texts.withEmail
  return option.type === 'webauthn' ? texts.withPasskey : texts.withPassword
}
