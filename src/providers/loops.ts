import { memberAt } from '../mail/answer.js'
import { sendByHttp, type HttpMailOptions } from '../mail/http-sender.js'
import { requiredOption } from '../mail/required-option.js'
import type { EmailConfig } from '../model/email.js'

/** What `Loops` is given. */
export interface LoopsOptions extends HttpMailOptions {
  /** Id of the published template. */
  transactionalId?: string | undefined
}

/**
 * Sends sign-in links by Loops, from a template that is kept there.
 *
 * `apiKey` is by default the environment variable `AUTH_LOOPS_KEY`; `transactionalId` is required.
 * Sender, subject and text are those of the template, which is given the variables `url` and, when
 * the provider has `codeLength`, `code`.
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
