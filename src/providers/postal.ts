import { formatAddress, senderOf } from '../mail/address.js'
import { memberAt } from '../mail/answer.js'
import { sendByHttp, type HttpMailOptions } from '../mail/http-sender.js'
import { requiredOption } from '../mail/required-option.js'
import type { EmailConfig } from '../model/email.js'

/** The options of the `Postal` provider. */
export interface PostalOptions extends HttpMailOptions {
  /** The server's URL, such as `https://postal.example.com`. */
  baseUrl?: string | undefined
}

/**
 * Sends sign-in links with your own Postal server.
 *
 * `apiKey` defaults to the environment variable `AUTH_POSTAL_KEY`. `baseUrl` and `from` are
 * required.
 *
 * @see https://docs.postalserver.io/developer/api
 */
export default function Postal(options: PostalOptions = {}): EmailConfig {
  return {
    id: 'postal',
    name: 'Postal',
    type: 'email',
    requires: ['apiKey', 'baseUrl', 'from'],
    async sendVerificationRequest(params) {
      const { identifier, mail, provider } = params
      await sendByHttp(params, options, {
        service: 'Postal',
        url: `${requiredOption(provider, 'baseUrl').replace(/\/+$/, '')}/api/v1/send/message`,
        headers: { 'X-Server-API-Key': requiredOption(provider, 'apiKey') },
        body: {
          from: formatAddress(senderOf(provider)),
          to: [identifier],
          subject: mail.subject,
          plain_body: mail.text,
          html_body: mail.html,
        },
        success: [200],
        // Postal answers errors with status 200.
        isAccepted: (answer) => memberAt(answer, 'status') === 'success',
        failure: { code: ['data.code', 'status'], message: ['data.message'] },
      })
    },
    options,
  }
}
