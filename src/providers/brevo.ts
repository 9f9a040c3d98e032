import { senderOf } from '../mail/address.js'
import { textAt } from '../mail/answer.js'
import { sendByHttp, type HttpMailOptions } from '../mail/http-sender.js'
import { requiredOption } from '../mail/required-option.js'
import type { EmailConfig } from '../model/email.js'

/**
 * Sends sign-in links with Brevo.
 *
 * `apiKey` defaults to the environment variable `AUTH_BREVO_KEY`. `from` is required, as an address
 * or `Name <address>`.
 *
 * @see https://developers.brevo.com/reference/sendtransacemail
 */
export default function Brevo(options: HttpMailOptions = {}): EmailConfig {
  return {
    id: 'brevo',
    name: 'Brevo',
    type: 'email',
    requires: ['apiKey', 'from'],
    async sendVerificationRequest(params) {
      const { identifier, mail, provider } = params
      await sendByHttp(params, options, {
        service: 'Brevo',
        url: 'https://api.brevo.com/v3/smtp/email',
        headers: { 'api-key': requiredOption(provider, 'apiKey') },
        body: {
          sender: senderOf(provider),
          to: [{ email: identifier }],
          subject: mail.subject,
          textContent: mail.text,
          htmlContent: mail.html,
        },
        success: [201],
        isAccepted: (answer) => textAt(answer, ['messageId']) !== undefined,
        failure: { code: ['code'], message: ['message'] },
      })
    },
    options,
  }
}
