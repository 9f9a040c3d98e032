import { formatAddress, senderOf } from '../mail/address.js'
import { memberAt } from '../mail/answer.js'
import { sendByHttp, type HttpMailOptions } from '../mail/http-sender.js'
import { requiredOption } from '../mail/required-option.js'
import type { EmailConfig } from '../model/email.js'

/** The options of the `Postmark` provider. */
export interface PostmarkOptions extends HttpMailOptions {
  /** The id of the message stream. Default `outbound`. */
  messageStream?: string | undefined
}

/**
 * Sends sign-in links with Postmark.
 *
 * `apiKey` defaults to the environment variable `AUTH_POSTMARK_KEY`. `from` is required, as an
 * address or `Name <address>`. The key is a server token.
 *
 * @see https://postmarkapp.com/developer/api/email-api
 * @see https://account.postmarkapp.com/servers
 */
export default function Postmark(options: PostmarkOptions = {}): EmailConfig {
  return {
    id: 'postmark',
    name: 'Postmark',
    type: 'email',
    requires: ['apiKey', 'from'],
    async sendVerificationRequest(params) {
      const { identifier, mail, provider } = params
      await sendByHttp(params, options, {
        service: 'Postmark',
        url: 'https://api.postmarkapp.com/email',
        headers: { 'X-Postmark-Server-Token': requiredOption(provider, 'apiKey') },
        body: {
          From: formatAddress(senderOf(provider)),
          To: identifier,
          Subject: mail.subject,
          TextBody: mail.text,
          HtmlBody: mail.html,
          MessageStream: options.messageStream ?? 'outbound',
          TrackOpens: false,
          TrackLinks: 'None',
        },
        success: [200],
        isAccepted: (answer) => memberAt(answer, 'ErrorCode') === 0,
        failure: { code: ['ErrorCode'], message: ['Message'] },
      })
    },
    options,
  }
}
