import { memberAt } from '../mail/answer.js'
import { sendByHttp, type HttpMailOptions } from '../mail/http-sender.js'
import { requiredOption } from '../mail/required-option.js'
import type { EmailConfig } from '../model/email.js'

/** The options of the `Loops` provider. */
export interface LoopsOptions extends HttpMailOptions {
  /** The id of the published template. */
  transactionalId?: string | undefined
}

/**
 * Sends sign-in links with Loops and a template that you create there.
 *
 * `apiKey` defaults to the environment variable `AUTH_LOOPS_KEY`. `transactionalId` is required.
 * The template defines the sender, subject and text. It receives the variables `url` and, if
 * `codeLength` is set, `code`.
 *
 * @see https://loops.so/docs/api-reference/send-transactional-email
 * @see https://app.loops.so/settings?page=api
 */
export default function Loops(options: LoopsOptions = {}): EmailConfig {
  return {
    id: 'loops',
    name: 'Loops',
    type: 'email',
    requires: ['apiKey', 'transactionalId'],
    async sendVerificationRequest(params) {
      const { identifier, url, code, provider } = params
      await sendByHttp(params, options, {
        service: 'Loops',
        url: 'https://app.loops.so/api/v1/transactional',
        headers: { Authorization: `Bearer ${requiredOption(provider, 'apiKey')}` },
        body: {
          transactionalId: requiredOption(provider, 'transactionalId'),
          email: identifier,
          dataVariables: { url, ...(code !== undefined && { code }) },
        },
        success: [200],
        isAccepted: (answer) => memberAt(answer, 'success') === true,
        failure: { code: ['path'], message: ['message', 'error.message', 'error'] },
      })
    },
    options,
  }
}
