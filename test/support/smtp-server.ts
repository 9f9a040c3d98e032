import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A mail as it came over the wire. */
export interface ReceivedMail {
  readonly login: string | undefined
  readonly sender: string
  readonly recipients: readonly string[]
  readonly data: string
}

/** What the server answers in place of its own reply, by the verb: `RCPT: '550 no'`. */
export type Replies = Partial<
  Record<'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'END', string>
>

/** A mail server on this machine: as much of RFC 5321 and RFC 4954 as one client needs. */
export class SmtpServer {
  readonly mails: ReceivedMail[] = []
  /** Every line that a client sent, in all connections. */
  readonly heard: string[] = []
  connections = 0
  replies: Replies = {}
  readonly #server: Server = createServer((socket) => this.#talk(socket))

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  close(): void {
    this.#server.close()
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  #talk(socket: Socket): void {
    this.connections += 1
    let mail = emptyMail()
    let lines: string[] | undefined
    const reply = (text: string): unknown => socket.write(`${text}\r\n`)

    const hear = (line: string): void => {
      this.heard.push(line)
      if (lines && line !== '.') return void lines.push(line.replace(/^\./, ''))
      if (lines) {
        if (!this.replies.END) this.mails.push({ ...mail, data: lines.join('\n') })
        lines = undefined
        return void reply(this.replies.END ?? '250 queued')
      }
      const [verb = '', ...rest] = line.split(' ')
      const changed = this.replies[verb as keyof Replies]
      if (changed) return void reply(changed)
      switch (verb) {
        case 'EHLO':
          reply('250-localhost\r\n250-SMTPUTF8\r\n250 AUTH PLAIN')
          break
        case 'AUTH':
          mail.login = Buffer.from(rest[1] ?? '', 'base64').toString()
          reply('235 welcome')
          break
        case 'MAIL':
          mail = { ...emptyMail(), login: mail.login, sender: line }
          reply('250 ok')
          break
        case 'RCPT':
          mail.recipients.push(line)
          reply('250 ok')
          break
        case 'DATA':
          lines = []
          reply('354 go on')
          break
        case 'QUIT':
          reply('221 bye')
          socket.end()
          break
        default:
          reply('250 ok')
      }
    }

    let unread = ''
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      const parts = (unread + bytes.toString()).split('\r\n')
      unread = parts.pop() ?? ''
      parts.forEach(hear)
    })
    reply('220 localhost ESMTP')
  }
}

function emptyMail(): { login: string | undefined; sender: string; recipients: string[] } {
  return { login: undefined, sender: '', recipients: [] }
}
