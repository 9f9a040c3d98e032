import { formatAsciiAddress, senderOf } from '../mail/address.js'
import { textAt } from '../mail/answer.js'
import { sendByHttp, type HttpMailOptions } from '../mail/http-sender.js'
import { requiredOption } from '../mail/required-option.js'
import { signAwsRequest } from '../mail/sign-aws.js'
import type { EmailConfig, VerificationRequestParams } from '../model/email.js'

/** The options of the `SES` provider. */
export interface SESOptions extends HttpMailOptions {
  /** The region of the service, such as `eu-west-1`. */
  region?: string | undefined
  accessKeyId?: string | undefined
  secretAccessKey?: string | undefined
  /** Required for temporary credentials. */
  sessionToken?: string | undefined
}

/**
 * Sends sign-in links with Amazon SES.
 *
 * `region`, `accessKeyId`, `secretAccessKey` and `from` (an address or `Name <address>`) are
 * required. The credentials need the permission `ses:SendEmail`.
 *
 * @see https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
 */
export default function SES(options: SESOptions = {}): EmailConfig {
  return {
    id: 'ses',
    name: 'Amazon SES',
    type: 'email',
    requires: ['region', 'accessKeyId', 'secretAccessKey', 'from'],
    async sendVerificationRequest(params) {
      const { provider } = params
      const region = requiredOption(provider, 'region')
      const credentials = {
        accessKeyId: requiredOption(provider, 'accessKeyId'),
        secretAccessKey: requiredOption(provider, 'secretAccessKey'),
        sessionToken: options.sessionToken,
      }
      const url = `https://email.${region}.amazonaws.com/v2/email/outbound-emails`
      const body = JSON.stringify(messageOf(params))
      const request = { url, headers: {}, body, region, service: 'ses', date: new Date() }
      await sendByHttp(params, options, {
        service: 'Amazon SES',
        url,
        headers: await signAwsRequest(request, credentials),
        body,
        success: [200],
        isAccepted: (answer) => textAt(answer, ['MessageId']) !== undefined,
        failure: { codeHeader: 'x-amzn-errortype', code: ['__type'], message: ['message'] },
        secrets: [credentials.accessKeyId, credentials.secretAccessKey],
      })
    },
    options,
  }
}

function messageOf({ identifier, mail, provider }: VerificationRequestParams): object {
  return {
    FromEmailAddress: formatAsciiAddress(senderOf(provider)),
    Destination: { ToAddresses: [identifier] },
    Content: {
      Simple: {
        Subject: part(mail.subject),
        Body: { Text: part(mail.text), Html: part(mail.html) },
      },
    },
  }
}

function part(text: string): object {
  return { Data: text, Charset: 'UTF-8' }
}
