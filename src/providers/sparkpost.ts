import { senderOf } from '../mail/address.js'
import { memberAt } from '../mail/answer.js'
import { sendByHttp, type HttpMailOptions } from '../mail/http-sender.js'
import { requiredOption } from '../mail/required-option.js'
import type { EmailConfig } from '../model/email.js'

/** The options of the `SparkPost` provider. */
export interface SparkPostOptions extends HttpMailOptions {
  /** The region of the account. Default `us`. */
  region?: 'us' | 'eu' | undefined
}

/**
 * Sends sign-in links with SparkPost.
 *
 * `apiKey` defaults to the environment variable `AUTH_SPARKPOST_KEY`. `from` is required, as an
 * address or `Name <address>`.
 *
 * @see https://developers.sparkpost.com/api/transmissions/
 */
export default function SparkPost(options: SparkPostOptions = {}): EmailConfig {
  return {
    id: 'sparkpost',
    name: 'SparkPost',
    type: 'email',
    requires: ['apiKey', 'from'],
    async sendVerificationRequest(params) {
      const { identifier, mail, provider } = params
      const host = options.region === 'eu' ? 'api.eu.sparkpost.com' : 'api.sparkpost.com'
      await sendByHttp(params, options, {
        service: 'SparkPost',
        url: `https://${host}/api/v1/transmissions`,
        headers: { Authorization: requiredOption(provider, 'apiKey') },
        body: {
          recipients: [{ address: { email: identifier } }],
          content: { from: senderOf(provider), ...mail },
          options: { transactional: true, click_tracking: false, open_tracking: false },
        },
        success: [200],
        isAccepted: (answer) => memberAt(answer, 'results.total_accepted_recipients') === 1,
        failure: { code: ['errors.0.code'], message: ['errors.0.description', 'errors.0.message'] },
      })
    },
    options,
  }
}
