import { senderOf } from '../mail/address.js'
import { memberAt } from '../mail/answer.js'
import { sendByHttp, type HttpMailOptions } from '../mail/http-sender.js'
import { requiredOption } from '../mail/required-option.js'
import type { EmailConfig } from '../model/email.js'

/** The options of the `Scaleway` provider. */
export interface ScalewayOptions extends HttpMailOptions {
  /** The id of the project. */
  projectId?: string | undefined
  /** Default `fr-par`. */
  region?: string | undefined
}

/**
 * Sends sign-in links with Scaleway Transactional Email.
 *
 * `apiKey` defaults to the environment variable `AUTH_SCALEWAY_KEY`. `from` is required, as an
 * address or `Name <address>`. The key is the secret part of an API key.
 *
 * @see https://www.scaleway.com/en/developers/api/transactional-email/
 */
export default function Scaleway(options: ScalewayOptions = {}): EmailConfig {
  return {
    id: 'scaleway',
    name: 'Scaleway',
    type: 'email',
    requires: ['apiKey', 'projectId', 'from'],
    async sendVerificationRequest(params) {
      const { identifier, mail, provider } = params
      const region = encodeURIComponent(options.region ?? 'fr-par')
      await sendByHttp(params, options, {
        service: 'Scaleway',
        url: `https://api.scaleway.com/transactional-email/v1alpha1/regions/${region}/emails`,
        headers: { 'X-Auth-Token': requiredOption(provider, 'apiKey') },
        body: {
          project_id: requiredOption(provider, 'projectId'),
          from: senderOf(provider),
          to: [{ email: identifier }],
          ...mail,
        },
        success: [200],
        isAccepted: (answer) => !failed.includes(memberAt(answer, 'emails.0.status')),
        failure: { code: ['type', 'emails.0.status'], message: ['message'] },
      })
    },
    options,
  }
}

const failed: readonly unknown[] = [undefined, 'failed', 'canceled']
