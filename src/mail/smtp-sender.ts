import type { createTransport, Message, Sent, Transport } from 'nodemailer'
import { hideInLogs } from '../errors/hidden-values.js'
import { InvalidProviderConfig } from '../errors/config-errors.js'
import { EmailSignInError } from '../errors/email-errors.js'
import { unlessAborted } from '../http/unless-aborted.js'
import type { EmailConfig, VerificationRequestParams } from '../model/email.js'
import { requireOneRecipient, senderOf } from './address.js'
import { textAt } from './answer.js'
import { quote, secretsOf } from './quote.js'
import { requireTls } from './require-tls.js'
import { loginOf, type SmtpLogin } from './smtp-login.js'
import { keepTransport } from './transports.js'

const timeLimit = 20_000

/**
 * Gives a mail to the SMTP server of its provider, within twenty seconds.
 * Throws `EmailSignInError` unless the server took it.
 */
export async function sendBySmtp(params: VerificationRequestParams): Promise<void> {
  requireOneRecipient(params)
  const { identifier, mail, provider } = params
  const { name = '', email } = senderOf(provider)
  const transport = await transportOf(provider)
  const message = {
    from: { name, address: email },
    // As an object, because a text would be parsed again, and could be several addresses.
    to: { name: '', address: identifier },
    ...mail,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const { secrets, encoded } = readLogin(provider)
  const hidden = { secrets: [...secretsOf(params), ...secrets], encoded }
  const { rejected, pending } = await deliver(transport, message, hidden)
  if (!rejected?.length && !pending?.length) return
  throw new EmailSignInError('Expected the SMTP server to take the mail, got its recipient back.')
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

async function deliver(transport: Transport, message: Message, hidden: SmtpLogin): Promise<Sent> {
  try {
    return await unlessAborted(AbortSignal.timeout(timeLimit), transport.sendMail(message))
  } catch (thrown) {
    const said = quote(whatFailed(thrown), hidden.secrets, hidden.encoded)
    const cure = textAt(thrown, ['code']) === 'ETLS' ? ` ${tlsCure}` : ''
    const error = new EmailSignInError(
      `Expected the SMTP server to take the mail, got "${said}".${cure}`,
      { cause: withoutResponse(thrown, said) },
    )
    throw hideInLogs(error, [...hidden.secrets, ...hidden.encoded])
  }
}

const tlsCure =
  'The server must offer STARTTLS, or be reached by `smtps:`. `requireTLS: false` sends password and link in clear.'

/** `response` is what the server answered, `code` what that means to the package. */
function whatFailed(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : ''
  const parts = [textAt(thrown, ['code']), textAt(thrown, ['response']) ?? message]
  return parts.filter(Boolean).join(': ')
}

/** A server may answer with the login that it was sent, and the package repeats the answer. */
function withoutResponse(thrown: unknown, said: string): unknown {
  if (textAt(thrown, ['response']) === undefined) return thrown
  const { code, command } = thrown as { readonly code?: unknown; readonly command?: unknown }
  return Object.assign(new Error(said), { code, command })
}

function readLogin(provider: EmailConfig): SmtpLogin {
  try {
    return loginOf(provider)
  } catch {
    throw unusableServer(provider.id)
  }
}

/** Without its cause: an error about a URL has the URL, and that the password. */
function unusableServer(id: string): InvalidProviderConfig {
  return new InvalidProviderConfig(
    `Expected \`server\` of the provider "${id}" to be a URL or options that Nodemailer takes.`,
  )
}
