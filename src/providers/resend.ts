import { formatAddress, senderOf } from '../mail/address.js'
import { textAt } from '../mail/answer.js'
import { sendByHttp, type HttpMailOptions } from '../mail/http-sender.js'
import { requiredOption } from '../mail/required-option.js'
import type { EmailConfig } from '../model/email.js'

/**
 * Sends sign-in links with Resend.
 *
 * `apiKey` defaults to the environment variable `AUTH_RESEND_KEY`. `from` is required, as an
 * address or `Name <address>`.
 *
 * @see https://resend.com/docs/api-reference/emails/send-email
 * @see https://resend.com/api-keys
 */
export default function Resend(options: HttpMailOptions = {}): EmailConfig {
  return {
    id: 'resend',
    name: 'Resend',
    type: 'email',
    requires: ['apiKey', 'from'],
    async sendVerificationRequest(params) {
      const { identifier, mail, provider } = params
      await sendByHttp(params, options, {
        service: 'Resend',
        url: 'https://api.resend.com/emails',
        headers: { Authorization: `Bearer ${requiredOption(provider, 'apiKey')}` },
        body: { from: formatAddress(senderOf(provider)), to: identifier, ...mail },
        success: [200],
        isAccepted: (answer) => textAt(answer, ['id']) !== undefined,
        failure: { code: ['name'], message: ['message'] },
      })
    },
    options,
  }
}
