import { formatAddress, senderOf } from '../mail/address.js'
import { textAt } from '../mail/answer.js'
import { basicAuthorization } from '../mail/base64.js'
import { sendByHttp, type HttpMailOptions } from '../mail/http-sender.js'
import { requiredOption } from '../mail/required-option.js'
import type { EmailConfig } from '../model/email.js'

/**
 * Sends sign-in links with Forward Email.
 *
 * `apiKey` defaults to the environment variable `AUTH_FORWARDEMAIL_KEY`. `from` is required, as an
 * address or `Name <address>`.
 *
 * @see https://forwardemail.net/en/email-api#create-outbound-smtp-email
 * @see https://forwardemail.net/my-account/security
 */
export default function ForwardEmail(options: HttpMailOptions = {}): EmailConfig {
  return {
    id: 'forwardemail',
    name: 'Forward Email',
    type: 'email',
    requires: ['apiKey', 'from'],
    async sendVerificationRequest(params) {
      const { identifier, mail, provider } = params
      await sendByHttp(params, options, {
        service: 'Forward Email',
        url: 'https://api.forwardemail.net/v1/emails',
        headers: { Authorization: basicAuthorization(requiredOption(provider, 'apiKey'), '') },
        body: { from: formatAddress(senderOf(provider)), to: identifier, ...mail },
        success: [200],
        isAccepted: (answer) => textAt(answer, ['id']) !== undefined,
        failure: { code: ['error'], message: ['message'] },
      })
    },
    options,
  }
}
