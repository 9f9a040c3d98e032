import { senderOf } from '../mail/address.js'
import { memberAt } from '../mail/answer.js'
import { sendByHttp, type HttpMailOptions } from '../mail/http-sender.js'
import { requiredOption } from '../mail/required-option.js'
import type { EmailConfig } from '../model/email.js'

/**
 * Sends sign-in links with Mailchimp Transactional (Mandrill).
 *
 * `apiKey` defaults to the environment variable `AUTH_MANDRILL_KEY`. `from` is required, as an
 * address or `Name <address>`.
 *
 * @see https://mailchimp.com/developer/transactional/api/messages/send-new-message/
 */
export default function Mandrill(options: HttpMailOptions = {}): EmailConfig {
  return {
    id: 'mandrill',
    name: 'Mandrill',
    type: 'email',
    requires: ['apiKey', 'from'],
    async sendVerificationRequest(params) {
      const { identifier, mail, provider } = params
      const { name, email } = senderOf(provider)
      await sendByHttp(params, options, {
        service: 'Mandrill',
        url: 'https://mandrillapp.com/api/1.0/messages/send.json',
        headers: {},
        body: {
          key: requiredOption(provider, 'apiKey'),
          message: {
            from_email: email,
            from_name: name,
            to: [{ email: identifier, type: 'to' }],
            ...mail,
            track_opens: false,
            track_clicks: false,
            // Keeps the sign-in link out of Mandrill's log of sent mails.
            view_content_link: false,
          },
        },
        success: [200],
        isAccepted: (answer) => taken.includes(memberAt(answer, '0.status')),
        failure: { code: ['name', '0.status'], message: ['message', '0.reject_reason'] },
      })
    },
    options,
  }
}

const taken: readonly unknown[] = ['sent', 'queued', 'scheduled']
