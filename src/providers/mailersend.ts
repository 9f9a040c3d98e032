import { senderOf } from '../mail/address.js'
import { memberAt } from '../mail/answer.js'
import { sendByHttp, type HttpMailOptions } from '../mail/http-sender.js'
import { requiredOption } from '../mail/required-option.js'
import type { EmailConfig } from '../model/email.js'

/**
 * Sends sign-in links with MailerSend.
 *
 * `apiKey` defaults to the environment variable `AUTH_MAILERSEND_KEY`. `from` is required, as an
 * address or `Name <address>`.
 *
 * @see https://developers.mailersend.com/api/v1/email.html
 */
export default function MailerSend(options: HttpMailOptions = {}): EmailConfig {
  return {
    id: 'mailersend',
    name: 'MailerSend',
    type: 'email',
    requires: ['apiKey', 'from'],
    async sendVerificationRequest(params) {
      const { identifier, mail, provider } = params
      await sendByHttp(params, options, {
        service: 'MailerSend',
        url: 'https://api.mailersend.com/v1/email',
        headers: { Authorization: `Bearer ${requiredOption(provider, 'apiKey')}` },
        body: { from: senderOf(provider), to: [{ email: identifier }], ...mail },
        success: [202],
        // The body is empty, or JSON with warnings. A suppressed recipient is only a warning.
        isAccepted: (answer) =>
          answer === undefined ||
          (typeof answer === 'object' && memberAt(answer, 'warnings.0') === undefined),
        failure: { code: ['warnings.0.type'], message: ['message', 'warnings.0.warning'] },
      })
    },
    options,
  }
}
