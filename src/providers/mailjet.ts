import { senderOf } from '../mail/address.js'
import { memberAt } from '../mail/answer.js'
import { basicAuthorization } from '../mail/base64.js'
import { sendByHttp, type HttpMailOptions } from '../mail/http-sender.js'
import { requiredOption } from '../mail/required-option.js'
import type { EmailConfig } from '../model/email.js'

/** The options of the `Mailjet` provider. */
export interface MailjetOptions extends HttpMailOptions {
  /** The secret part of the API key. */
  secretKey?: string | undefined
  /** The region of the account. Default `default`. */
  region?: 'default' | 'us' | undefined
}

/**
 * Sends sign-in links with Mailjet.
 *
 * `apiKey` defaults to the environment variable `AUTH_MAILJET_KEY`. `from` is required, as an
 * address or `Name <address>`. `secretKey` is the secret part of the key.
 *
 * @see https://dev.mailjet.com/email/reference/send-emails/
 */
export default function Mailjet(options: MailjetOptions = {}): EmailConfig {
  return {
    id: 'mailjet',
    name: 'Mailjet',
    type: 'email',
    requires: ['apiKey', 'secretKey', 'from'],
    async sendVerificationRequest(params) {
      const { identifier, mail, provider } = params
      const key = requiredOption(provider, 'apiKey')
      const secret = requiredOption(provider, 'secretKey')
      const { name, email } = senderOf(provider)
      const host = options.region === 'us' ? 'api.us.mailjet.com' : 'api.mailjet.com'
      await sendByHttp(params, options, {
        service: 'Mailjet',
        url: `https://${host}/v3.1/send`,
        headers: { Authorization: basicAuthorization(key, secret) },
        body: {
          Messages: [
            {
              From: { Email: email, Name: name },
              To: [{ Email: identifier }],
              Subject: mail.subject,
              TextPart: mail.text,
              HTMLPart: mail.html,
              TrackClicks: 'disabled',
              TrackOpens: 'disabled',
            },
          ],
        },
        success: [200],
        isAccepted: (answer) => memberAt(answer, 'Messages.0.Status') === 'success',
        failure: {
          code: ['Messages.0.Errors.0.ErrorCode', 'ErrorIdentifier'],
          message: ['Messages.0.Errors.0.ErrorMessage', 'ErrorMessage'],
        },
        secrets: [secret],
      })
    },
    options,
  }
}
