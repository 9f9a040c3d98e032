import { formatAddress, senderOf } from '../mail/address.js'
import { textAt } from '../mail/answer.js'
import { basicAuthorization } from '../mail/base64.js'
import { sendByHttp, type HttpMailOptions } from '../mail/http-sender.js'
import { requiredOption } from '../mail/required-option.js'
import type { EmailConfig } from '../model/email.js'

/** The options of the `Mailgun` provider. */
export interface MailgunOptions extends HttpMailOptions {
  /** The sending domain. Default: the domain of `from`. */
  domain?: string | undefined
  /** The region of the domain. Default `US`. */
  region?: 'US' | 'EU' | undefined
}

/**
 * Sends sign-in links with Mailgun.
 *
 * `apiKey` defaults to the environment variable `AUTH_MAILGUN_KEY`. `from` is required, as an
 * address or `Name <address>`.
 *
 * @see https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages
 * @see https://app.mailgun.com
 */
export default function Mailgun(options: MailgunOptions = {}): EmailConfig {
  return {
    id: 'mailgun',
    name: 'Mailgun',
    type: 'email',
    requires: ['apiKey', 'from'],
    async sendVerificationRequest(params) {
      const { identifier, mail, provider } = params
      const sender = senderOf(provider)
      const host = options.region === 'EU' ? 'api.eu.mailgun.net' : 'api.mailgun.net'
      const domain = options.domain ?? sender.email.slice(sender.email.indexOf('@') + 1)
      await sendByHttp(params, options, {
        service: 'Mailgun',
        url: `https://${host}/v3/${encodeURIComponent(domain)}/messages`,
        headers: { Authorization: basicAuthorization('api', requiredOption(provider, 'apiKey')) },
        body: new URLSearchParams({
          from: formatAddress(sender),
          to: identifier,
          ...mail,
          'o:tracking': 'no',
        }),
        success: [200],
        isAccepted: (answer) => textAt(answer, ['id']) !== undefined,
        failure: { message: ['message'] },
      })
    },
    options,
  }
}
