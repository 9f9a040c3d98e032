import { senderOf } from '../mail/address.js'
import { memberAt } from '../mail/answer.js'
import { sendByHttp, type HttpMailOptions } from '../mail/http-sender.js'
import { requiredOption } from '../mail/required-option.js'
import type { EmailConfig } from '../model/email.js'

/** The options of the `CloudflareEmail` provider. */
export interface CloudflareEmailOptions extends HttpMailOptions {
  /** The id of the Cloudflare account. */
  accountId?: string | undefined
}

/**
 * Sends sign-in links with Cloudflare Email Service.
 *
 * `apiKey` defaults to the environment variable `AUTH_CLOUDFLARE_EMAIL_KEY`. `from` is required, as
 * an address or `Name <address>`. The key is an API token with permission to send mail.
 *
 * @see https://developers.cloudflare.com/email-service/api/send-emails/rest-api/
 */
export default function CloudflareEmail(options: CloudflareEmailOptions = {}): EmailConfig {
  return {
    id: 'cloudflare-email',
    name: 'Cloudflare Email',
    type: 'email',
    requires: ['apiKey', 'accountId', 'from'],
    async sendVerificationRequest(params) {
      const { identifier, mail, provider } = params
      const { name, email } = senderOf(provider)
      const account = encodeURIComponent(requiredOption(provider, 'accountId'))
      await sendByHttp(params, options, {
        service: 'Cloudflare Email',
        url: `https://api.cloudflare.com/client/v4/accounts/${account}/email/sending/send`,
        headers: { Authorization: `Bearer ${requiredOption(provider, 'apiKey')}` },
        body: {
          from: name === undefined ? email : { address: email, name },
          to: identifier,
          ...mail,
        },
        success: [200],
        isAccepted: (answer) =>
          memberAt(answer, 'success') === true &&
          memberAt(answer, 'result.permanent_bounces.0') === undefined,
        failure: { code: ['errors.0.code'], message: ['errors.0.message'] },
      })
    },
    options,
  }
}
