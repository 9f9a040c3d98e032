import { senderOf } from '../mail/address.js'
import { memberAt } from '../mail/answer.js'
import { sendByHttp, type HttpMailOptions } from '../mail/http-sender.js'
import { requiredOption } from '../mail/required-option.js'
import type { EmailConfig } from '../model/email.js'

/** The options of the `Mailtrap` provider. */
export interface MailtrapOptions extends HttpMailOptions {
  /**
   * The id of a sandbox inbox that receives the mails for testing. Default: mails are delivered.
   */
  sandboxInboxId?: string | number | undefined
}

/**
 * Sends sign-in links with Mailtrap.
 *
 * `apiKey` defaults to the environment variable `AUTH_MAILTRAP_KEY`. `from` is required, as an
 * address or `Name <address>`.
 *
 * @see https://docs.mailtrap.io/developers/email-sending/email-api
 */
export default function Mailtrap(options: MailtrapOptions = {}): EmailConfig {
  return {
    id: 'mailtrap',
    name: 'Mailtrap',
    type: 'email',
    requires: ['apiKey', 'from'],
    async sendVerificationRequest(params) {
      const { identifier, mail, provider } = params
      const { sandboxInboxId: inbox } = options
      await sendByHttp(params, options, {
        service: 'Mailtrap',
        url:
          inbox === undefined
            ? 'https://send.api.mailtrap.io/api/send'
            : `https://sandbox.api.mailtrap.io/api/send/${encodeURIComponent(inbox)}`,
        headers: { Authorization: `Bearer ${requiredOption(provider, 'apiKey')}` },
        body: { from: senderOf(provider), to: [{ email: identifier }], ...mail },
        success: [200],
        isAccepted: (answer) => memberAt(answer, 'success') === true,
        failure: { message: ['errors.0', 'errors', 'error'] },
      })
    },
    options,
  }
}
