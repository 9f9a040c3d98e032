import { senderOf } from '../mail/address.js'
import { sendByHttp, type HttpMailOptions } from '../mail/http-sender.js'
import { requiredOption } from '../mail/required-option.js'
import type { EmailConfig } from '../model/email.js'

/** The options of the `SendGrid` provider. */
export interface SendGridOptions extends HttpMailOptions {
  /** The region of the account. Default `global`. */
  region?: 'global' | 'eu' | undefined
}

/**
 * Sends sign-in links with Twilio SendGrid.
 *
 * `apiKey` defaults to the environment variable `AUTH_SENDGRID_KEY`. `from` is required, as an
 * address or `Name <address>`.
 *
 * @see https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send
 * @see https://app.sendgrid.com/settings/api_keys
 */
export default function SendGrid(options: SendGridOptions = {}): EmailConfig {
  return {
    id: 'sendgrid',
    name: 'SendGrid',
    type: 'email',
    requires: ['apiKey', 'from'],
    async sendVerificationRequest(params) {
      const { identifier, mail, provider } = params
      const host = options.region === 'eu' ? 'api.eu.sendgrid.com' : 'api.sendgrid.com'
      await sendByHttp(params, options, {
        service: 'SendGrid',
        url: `https://${host}/v3/mail/send`,
        headers: { Authorization: `Bearer ${requiredOption(provider, 'apiKey')}` },
        body: {
          personalizations: [{ to: [{ email: identifier }] }],
          from: senderOf(provider),
          subject: mail.subject,
          // SendGrid requires the plain text first.
          content: [
            { type: 'text/plain', value: mail.text },
            { type: 'text/html', value: mail.html },
          ],
          tracking_settings: {
            click_tracking: { enable: false, enable_text: false },
            open_tracking: { enable: false },
          },
        },
        success: [202],
        isAccepted: (answer) => answer === undefined,
        failure: { code: ['errors.0.field'], message: ['errors.0.message'] },
      })
    },
    options,
  }
}
