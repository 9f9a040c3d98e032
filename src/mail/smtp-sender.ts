import type { createTransport, Message, Sent, Transport } from 'nodemailer'
import { hideInLogs } from '../errors/hidden-values.js'
import { InvalidProviderConfig } from '../errors/config-errors.js'
import { EmailSignInError } from '../errors/email-errors.js'
import { unlessAborted } from '../http/unless-aborted.js'
import type { EmailConfig, VerificationRequestParams } from '../model/email.js'
import { requireOneRecipient, senderOf } from './address.js'
import { textAt } from './answer.js'
import { explainSmtpPort } from './explain-smtp-url.js'
import { serverUrlOf } from './find-server-mistake.js'
import { quote, secretsOf } from './quote.js'
import { requireTls } from './require-tls.js'
import { loginOf, type SmtpLogin } from './smtp-login.js'
import { keepTransport } from './transports.js'

const timeLimit = 20_000

/**
 * Sends a mail through the provider's SMTP server, within twenty seconds.
 * Throws `EmailSignInError` unless the server accepts the mail.
 */
export async function sendBySmtp(params: VerificationRequestParams): Promise<void> {
  requireOneRecipient(params)
  const { identifier, mail, provider } = params
  const { name = '', email } = senderOf(provider)
  const transport = await transportOf(provider)
  const message = {
    from: { name, address: email },
    // An object, because a string would be parsed again and could contain several addresses.
    to: { name: '', address: identifier },
    ...mail,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const { secrets, encoded } = readLogin(provider)
  const hidden = { secrets: [...secretsOf(params), ...secrets], encoded }
  const { rejected, pending } = await deliver(transport, message, hidden, portCureOf(provider))
  if (!rejected?.length && !pending?.length) return
  throw new EmailSignInError(
    'Expected the SMTP server to accept the mail, but it refused the recipient.',
  )
}

async function transportOf({ id, server }: EmailConfig): Promise<Transport> {
  if (!server) {
    throw new InvalidProviderConfig(`Expected the provider "${id}" to have the option \`server\`.`)
  }
  const create = await importNodemailer(id)
  try {
    return keepTransport(server, (given) => create(requireTls(given)))
  } catch {
    throw unusableServer(id)
  }
}

async function importNodemailer(id: string): Promise<typeof createTransport> {
  try {
    return (await import('nodemailer')).createTransport
  } catch (cause) {
    throw new InvalidProviderConfig(
      `The provider "${id}" needs the package \`nodemailer\`. Run \`npm install nodemailer\`.`,
      { cause },
    )
  }
}

async function deliver(
  transport: Transport,
  message: Message,
  hidden: SmtpLogin,
  portCure: string,
): Promise<Sent> {
  try {
    return await unlessAborted(AbortSignal.timeout(timeLimit), transport.sendMail(message))
  } catch (thrown) {
    const reason = quote(whatFailed(thrown), hidden.secrets, hidden.encoded)
    const cure = textAt(thrown, ['code']) === 'ETLS' ? ` ${tlsCure}` : portCure
    const error = new EmailSignInError(
      `Expected the SMTP server to accept the mail, got "${reason}".${cure}`,
      { cause: withoutResponse(thrown, reason) },
    )
    throw hideInLogs(error, [...hidden.secrets, ...hidden.encoded])
  }
}

/** With the port of the other scheme, the connection fails or never gets an answer. */
function portCureOf(provider: EmailConfig): string {
  const mistake = explainSmtpPort(serverUrlOf(provider) ?? '')
  return mistake ? ` \`server\` ${mistake.problem}. ${mistake.cure}` : ''
}

const tlsCure =
  'The server must offer STARTTLS, or be reached by `smtps:`. `requireTLS: false` sends password and link in clear.'

/** `response` is the server's answer, `code` is Nodemailer's code for it. */
function whatFailed(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : ''
  const parts = [textAt(thrown, ['code']), textAt(thrown, ['response']) ?? message]
  return parts.filter(Boolean).join(': ')
}

/**
 * A server may answer with the login that it received, and Nodemailer's error repeats the answer.
 */
function withoutResponse(thrown: unknown, reason: string): unknown {
  if (textAt(thrown, ['response']) === undefined) return thrown
  const { code, command } = thrown as { readonly code?: unknown; readonly command?: unknown }
  return Object.assign(new Error(reason), { code, command })
}

function readLogin(provider: EmailConfig): SmtpLogin {
  try {
    return loginOf(provider)
  } catch {
    throw unusableServer(provider.id)
  }
}

/** Has no cause, because an error about a URL contains the URL and with it the password. */
function unusableServer(id: string): InvalidProviderConfig {
  return new InvalidProviderConfig(
    `Expected \`server\` of the provider "${id}" to be a URL or options that Nodemailer takes.`,
  )
}
