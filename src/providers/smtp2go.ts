import { formatAddress, senderOf } from '../mail/address.js'
import { memberAt } from '../mail/answer.js'
import { sendByHttp, type HttpMailOptions } from '../mail/http-sender.js'
import { requiredOption } from '../mail/required-option.js'
import type { EmailConfig } from '../model/email.js'

/**
 * Sends sign-in links with SMTP2GO.
 *
 * `apiKey` defaults to the environment variable `AUTH_SMTP2GO_KEY`. `from` is required, as an
 * address or `Name <address>`.
 *
 * @see https://developers.smtp2go.com/reference/send-standard-email
 */
export default function Smtp2Go(options: HttpMailOptions = {}): EmailConfig {
  return {
    id: 'smtp2go',
    name: 'SMTP2GO',
    type: 'email',
    requires: ['apiKey', 'from'],
    async sendVerificationRequest(params) {
      const { identifier, mail, provider } = params
      await sendByHttp(params, options, {
        service: 'SMTP2GO',
        url: 'https://api.smtp2go.com/v3/email/send',
        headers: { 'X-Smtp2go-Api-Key': requiredOption(provider, 'apiKey') },
        body: {
          sender: formatAddress(senderOf(provider)),
          to: [identifier],
          subject: mail.subject,
          text_body: mail.text,
          html_body: mail.html,
        },
        success: [200],
        isAccepted: (answer) => memberAt(answer, 'data.succeeded') === 1,
        failure: { code: ['data.error_code'], message: ['data.error', 'data.failures.0'] },
      })
    },
    options,
  }
}
