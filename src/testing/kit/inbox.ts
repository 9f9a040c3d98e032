import type { EmailConfig, EmailUserConfig, VerificationRequestParams } from '../../model/email.js'
import type { ReceivedMail } from './received-mail.js'
import { toMailServer, type MailServer } from './mail-server.js'

/** The options of {@link Inbox.next}. */
export interface NextMailOptions {
  /** Milliseconds to wait for a mail. Default: 5000. */
  readonly timeout?: number | undefined
}

/** Receives the mails of an app. No mail leaves the process. */
export interface Inbox {
  /** All mails so far, oldest first. */
  readonly mails: readonly ReceivedMail[]
  /** Put it into the options of any e-mail provider: `Resend({ …, sendVerificationRequest })`. */
  readonly sendVerificationRequest: (params: VerificationRequestParams) => void
  /** Put it into the option `server` of the providers `Nodemailer` and `Email`. */
  readonly server: MailServer
  /** Returns an e-mail provider for the option `providers`. Default id: `email`. */
  provider(options?: EmailUserConfig): EmailConfig
  /**
   * Returns the oldest mail to an address that `next` has not returned yet, and waits for it if
   * necessary. Rejects if no mail arrives in time.
   */
  next(address: string, options?: NextMailOptions): Promise<ReceivedMail>
  /** Makes sending fail, as if the mail service were down. `undefined` ends that. */
  fail(error: Error | undefined): void
  /** Deletes all mails. */
  clear(): void
}

/**
 * Creates an inbox for tests.
 *
 * @example
 * ```ts
 * import { memoryAdapter } from 'latchkey/adapters/memory'
 * import { inbox } from 'latchkey/testing'
 *
 * const mails = inbox()
 * export const config = { adapter: memoryAdapter(), providers: [mails.provider()] }
 *
 * // After a sign-in by e-mail:
 * const { link } = await mails.next('ada@example.com')
 * ```
 */
export function inbox(): Inbox {
  return new TestInbox()
}

const defaultTimeout = 5000

class TestInbox implements Inbox {
  readonly #mails: ReceivedMail[] = []
  readonly #returned = new Set<ReceivedMail>()
  readonly #waiting = new Set<() => void>()
  #failure: Error | undefined

  get mails(): readonly ReceivedMail[] {
    return [...this.#mails]
  }

  readonly sendVerificationRequest = (params: VerificationRequestParams): void => {
    const { identifier: to, url: link, code, mail } = params
    this.#receive({ to, link, code, ...mail })
  }

  readonly server: MailServer = toMailServer((mail) => this.#receive(mail))

  provider(options: EmailUserConfig = {}): EmailConfig {
    const { sendVerificationRequest } = this
    return { id: 'email', name: 'E-mail', type: 'email', sendVerificationRequest, options }
  }

  next(address: string, { timeout = defaultTimeout }: NextMailOptions = {}): Promise<ReceivedMail> {
    const arrived = this.#take(address)
    if (arrived) return Promise.resolve(arrived)
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const mail = this.#take(address)
        if (!mail) return
        end()
        resolve(mail)
      }
      const timer = setTimeout(() => {
        end()
        reject(this.#missing(address, timeout))
      }, timeout)
      const end = (): void => {
        clearTimeout(timer)
        this.#waiting.delete(look)
      }
      this.#waiting.add(look)
    })
  }

  fail(error: Error | undefined): void {
    this.#failure = error
  }

  clear(): void {
    this.#mails.length = 0
    this.#returned.clear()
  }

  #receive(mail: ReceivedMail): void {
    if (this.#failure) throw this.#failure
    this.#mails.push(mail)
    for (const look of this.#waiting) look()
  }

  /** Addresses are compared in lower case, because the engine stores them so. */
  #take(address: string): ReceivedMail | undefined {
    const wanted = address.toLowerCase()
    const found = this.#mails.find(
      (mail) => mail.to.toLowerCase() === wanted && !this.#returned.has(mail),
    )
    if (found) this.#returned.add(found)
    return found
  }

  #missing(address: string, timeout: number): Error {
    const others = [...new Set(this.#mails.map(({ to }) => to))].join(', ')
    return new Error(
      `No new mail to ${address} arrived within ${timeout} ms. The inbox has mails to: ${others || 'no address'}.`,
    )
  }
}
