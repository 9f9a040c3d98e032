import type { ReceivedMail } from './received-mail.js'

/** A Nodemailer transport. @see https://nodemailer.com/plugins/create/ */
export interface MailServer {
  readonly name: string
  readonly version: string
  send(mail: OutgoingMail, done: (error: Error | null, info?: object) => void): void
}

/** The part of Nodemailer's message that an inbox reads. */
export interface OutgoingMail {
  readonly data: {
    readonly to?: unknown
    readonly subject?: unknown
    readonly text?: unknown
    readonly html?: unknown
  }
}

/** Returns a transport that hands each mail to `receive`. */
export function toMailServer(receive: (mail: ReceivedMail) => void): MailServer {
  return {
    name: 'latchkey-inbox',
    version: '1.0.0',
    send({ data }, done) {
      try {
        const mail = readMail(data)
        receive(mail)
        done(null, { accepted: [mail.to], rejected: [] })
      } catch (thrown) {
        done(thrown instanceof Error ? thrown : new Error(String(thrown)))
      }
    },
  }
}

const withToken = /https?:\/\/\S*[?&]token=\S+/
const anyLink = /https?:\/\/\S+/

function readMail({ to, subject, text, html }: OutgoingMail['data']): ReceivedMail {
  const content = asText(text)
  const [link = ''] = withToken.exec(content) ?? anyLink.exec(content) ?? []
  const [code] = /\b\d{6,8}\b/.exec(content.replaceAll(/\S*:\/\/\S*/g, '')) ?? []
  return {
    to: addressOf(to),
    link,
    code,
    subject: asText(subject),
    text: content,
    html: asText(html),
  }
}

function addressOf(to: unknown): string {
  const [first] = Array.isArray(to) ? (to as readonly unknown[]) : [to]
  if (typeof first === 'string') return first
  return asText((first as { readonly address?: unknown } | undefined)?.address)
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
