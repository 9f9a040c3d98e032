import { senderOf } from '../mail/address.js'
import { textAt } from '../mail/answer.js'
import { sendByHttp, type HttpMailOptions } from '../mail/http-sender.js'
import { requiredOption } from '../mail/required-option.js'
import type { EmailConfig } from '../model/email.js'

/** The options of the `ZeptoMail` provider. */
export interface ZeptoMailOptions extends HttpMailOptions {
  /** The region of the account, as the ending of its host name. Default `com`. */
  tld?: 'com' | 'eu' | 'in' | 'com.au' | 'jp' | undefined
}

/**
 * Sends sign-in links with Zoho ZeptoMail.
 *
 * `apiKey` defaults to the environment variable `AUTH_ZEPTOMAIL_KEY`. `from` is required, as an
 * address or `Name <address>`. The key is the send mail token of a mail agent, without
 * `Zoho-enczapikey`.
 *
 * @see https://www.zoho.com/zeptomail/help/api/email-sending.html
 */
export default function ZeptoMail(options: ZeptoMailOptions = {}): EmailConfig {
  return {
    id: 'zeptomail',
    name: 'ZeptoMail',
    type: 'email',
    requires: ['apiKey', 'from'],
    async sendVerificationRequest(params) {
      const { identifier, mail, provider } = params
      const { name, email } = senderOf(provider)
      await sendByHttp(params, options, {
        service: 'ZeptoMail',
        url: `https://api.zeptomail.${options.tld ?? 'com'}/v1.1/email`,
        headers: { Authorization: `Zoho-enczapikey ${requiredOption(provider, 'apiKey')}` },
        body: {
          from: { address: email, name },
          to: [{ email_address: { address: identifier } }],
          subject: mail.subject,
          textbody: mail.text,
          htmlbody: mail.html,
        },
        success: [200, 201],
        isAccepted: (answer) => textAt(answer, ['request_id']) !== undefined,
        failure: { code: ['error.code'], message: ['error.message'] },
      })
    },
    options,
  }
}
