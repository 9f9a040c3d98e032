import { senderOf } from '../mail/address.js'
import { memberAt } from '../mail/answer.js'
import { sendByHttp, type HttpMailOptions } from '../mail/http-sender.js'
import { requiredOption } from '../mail/required-option.js'
import type { EmailConfig } from '../model/email.js'

/** The options of the `UnisenderGo` provider. */
export interface UnisenderGoOptions extends HttpMailOptions {
  /** The host of the data centre. Default `go1.unisender.ru`. */
  host?: string | undefined
}

/**
 * Sends sign-in links with Unisender Go.
 *
 * `apiKey` defaults to the environment variable `AUTH_UNISENDER_GO_KEY`. `from` is required, as an
 * address or `Name <address>`.
 *
 * @see https://godocs.unisender.ru/web-api-ref#email-send
 */
export default function UnisenderGo(options: UnisenderGoOptions = {}): EmailConfig {
  return {
    id: 'unisender-go',
    name: 'Unisender Go',
    type: 'email',
    requires: ['apiKey', 'from'],
    async sendVerificationRequest(params) {
      const { identifier, mail, provider } = params
      const { name, email } = senderOf(provider)
      const host = options.host ?? 'go1.unisender.ru'
      await sendByHttp(params, options, {
        service: 'Unisender Go',
        url: `https://${host}/ru/transactional/api/v1/email/send.json`,
        headers: { 'X-API-KEY': requiredOption(provider, 'apiKey') },
        body: {
          message: {
            from_email: email,
            from_name: name,
            recipients: [{ email: identifier }],
            subject: mail.subject,
            body: { plaintext: mail.text, html: mail.html },
            track_links: 0,
            track_read: 0,
          },
        },
        success: [200],
        isAccepted: (answer) =>
          memberAt(answer, 'status') === 'success' &&
          Object.keys(memberAt(answer, 'failed_emails') ?? {}).length === 0,
        failure: { code: ['code'], message: ['message'] },
      })
    },
    options,
  }
}
