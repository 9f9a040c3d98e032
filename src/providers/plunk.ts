import { senderOf } from '../mail/address.js'
import { memberAt } from '../mail/answer.js'
import { sendByHttp, type HttpMailOptions } from '../mail/http-sender.js'
import { requiredOption } from '../mail/required-option.js'
import type { EmailConfig } from '../model/email.js'

/**
 * Sends sign-in links with Plunk.
 *
 * `apiKey` defaults to the environment variable `AUTH_PLUNK_KEY`. `from` is required, as an address
 * or `Name <address>`. Use the secret key. Plunk accepts only one body, so the mail has no plain
 * text version.
 *
 * @see https://docs.useplunk.com/api-reference/transactional/send
 */
export default function Plunk(options: HttpMailOptions = {}): EmailConfig {
  return {
    id: 'plunk',
    name: 'Plunk',
    type: 'email',
    requires: ['apiKey', 'from'],
    async sendVerificationRequest(params) {
      const { identifier, mail, provider } = params
      const { name, email } = senderOf(provider)
      await sendByHttp(params, options, {
        service: 'Plunk',
        url: 'https://api.useplunk.com/v1/send',
        headers: { Authorization: `Bearer ${requiredOption(provider, 'apiKey')}` },
        body: { to: identifier, subject: mail.subject, body: mail.html, from: email, name },
        success: [200],
        isAccepted: (answer) => memberAt(answer, 'success') === true,
        failure: {
          code: ['error.code', 'code'],
          message: ['error.message', 'message', 'error'],
        },
      })
    },
    options,
  }
}
