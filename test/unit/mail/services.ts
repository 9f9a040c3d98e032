import type { HttpMailOptions } from '../../../src/mail/http-sender.js'
import type { EmailConfig } from '../../../src/model/email.js'
import Brevo from '../../../src/providers/brevo.js'
import CloudflareEmail from '../../../src/providers/cloudflare-email.js'
import ForwardEmail from '../../../src/providers/forwardemail.js'
import Loops from '../../../src/providers/loops.js'
import MailerSend from '../../../src/providers/mailersend.js'
import Mailgun from '../../../src/providers/mailgun.js'
import Mailjet from '../../../src/providers/mailjet.js'
import Mailtrap from '../../../src/providers/mailtrap.js'
import Mandrill from '../../../src/providers/mandrill.js'
import Plunk from '../../../src/providers/plunk.js'
import Postal from '../../../src/providers/postal.js'
import Postmark from '../../../src/providers/postmark.js'
import Resend from '../../../src/providers/resend.js'
import Scaleway from '../../../src/providers/scaleway.js'
import SendGrid from '../../../src/providers/sendgrid.js'
import SES from '../../../src/providers/ses.js'
import Smtp2Go from '../../../src/providers/smtp2go.js'
import SparkPost from '../../../src/providers/sparkpost.js'
import UnisenderGo from '../../../src/providers/unisender-go.js'
import ZeptoMail from '../../../src/providers/zeptomail.js'
import { token } from './params.js'

/** What a service documents: the request that it wants, and its answers. */
export interface Service {
  readonly id: string
  readonly provider: (options: HttpMailOptions) => EmailConfig
  /** What it is given that no error may repeat. */
  readonly secrets: readonly string[]
  readonly url: string
  /** Those that authenticate. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as it must be parsed. */
  readonly body: unknown
  readonly taken: Answer
  /** Answers that mean that no mail is sent, and what of them an error must repeat. */
  readonly refused: readonly (readonly [answer: Answer, ...said: string[]])[]
}

export interface Answer {
  readonly status: number
  /** JSON, or plain text. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export const apiKey = 'key-0123456789abcdef'
export const secretKey = 'secret-0123456789abcdef'

const from = 'Acme, Inc. <mail@acme.test>'
const quoted = '"Acme, Inc." <mail@acme.test>'
const to = 'ada@example.com'
const sender = { email: 'mail@acme.test', name: 'Acme, Inc.' }
const bearer = { authorization: `Bearer ${apiKey}` }

export const services: readonly Service[] = [
  {
    id: 'resend',
    provider: (options) => Resend({ apiKey, from, ...options }),
    secrets: [apiKey],
    url: 'https://api.resend.com/emails',
    headers: bearer,
    body: { from: quoted, to, ...mailFor('resend') },
    taken: { status: 200, body: { id: '49a3999c' } },
    refused: [
      [
        {
          status: 403,
          body: { statusCode: 403, name: 'validation_error', message: 'The domain is unverified' },
        },
        'validation_error',
        'The domain is unverified',
      ],
      [{ status: 500, body: '<h1>Oops</h1>' }, '<h1>Oops</h1>'],
    ],
  },
  {
    id: 'sendgrid',
    provider: (options) => SendGrid({ apiKey, from, ...options }),
    secrets: [apiKey],
    url: 'https://api.sendgrid.com/v3/mail/send',
    headers: bearer,
    body: {
      personalizations: [{ to: [{ email: to }] }],
      from: sender,
      subject: 'Sign in',
      content: [
        { type: 'text/plain', value: mailFor('sendgrid').text },
        { type: 'text/html', value: mailFor('sendgrid').html },
      ],
      tracking_settings: {
        click_tracking: { enable: false, enable_text: false },
        open_tracking: { enable: false },
      },
    },
    taken: { status: 202 },
    refused: [
      [
        {
          status: 400,
          body: { errors: [{ message: 'Does not match a verified identity', field: 'from' }] },
        },
        'from',
        'Does not match a verified identity',
      ],
      [
        { status: 401, body: { errors: [{ message: 'Invalid grant', field: null }] } },
        'Invalid grant',
      ],
      [{ status: 200 }],
    ],
  },
  {
    id: 'postmark',
    provider: (options) => Postmark({ apiKey, from, ...options }),
    secrets: [apiKey],
    url: 'https://api.postmarkapp.com/email',
    headers: { 'x-postmark-server-token': apiKey },
    body: {
      From: quoted,
      To: to,
      Subject: 'Sign in',
      TextBody: mailFor('postmark').text,
      HtmlBody: mailFor('postmark').html,
      MessageStream: 'outbound',
      TrackOpens: false,
      TrackLinks: 'None',
    },
    taken: { status: 200, body: { ErrorCode: 0, Message: 'OK', MessageID: 'b7bc2f4a' } },
    refused: [
      [{ status: 422, body: { ErrorCode: 406, Message: 'Inactive' } }, '406', 'Inactive'],
      [{ status: 401, body: { ErrorCode: 10, Message: 'No token' } }, '10', 'No token'],
      [{ status: 200, body: { ErrorCode: 300, Message: 'Invalid' } }, '300', 'Invalid'],
    ],
  },
  {
    id: 'mailgun',
    provider: (options) => Mailgun({ apiKey, from, ...options }),
    secrets: [apiKey],
    url: 'https://api.mailgun.net/v3/acme.test/messages',
    headers: { authorization: `Basic ${btoa(`api:${apiKey}`)}` },
    body: { from: quoted, to, ...mailFor('mailgun'), 'o:tracking': 'no' },
    taken: { status: 200, body: { id: '<1@acme.test>', message: 'Queued.' } },
    refused: [
      [{ status: 400, body: { message: "'to' is wrong" } }, "'to' is wrong"],
      [{ status: 401, body: 'Forbidden' }, 'Forbidden'],
    ],
  },
  {
    id: 'loops',
    provider: (options) => Loops({ apiKey, transactionalId: 'clfq6', ...options }),
    secrets: [apiKey],
    url: 'https://app.loops.so/api/v1/transactional',
    headers: bearer,
    body: { transactionalId: 'clfq6', email: to, dataVariables: { url: linkFor('loops') } },
    taken: { status: 200, body: { success: true } },
    refused: [
      [
        { status: 400, body: { success: false, path: 'email', message: 'Invalid email' } },
        'email',
        'Invalid email',
      ],
      [{ status: 404, body: { success: false, error: { message: 'Not found' } } }, 'Not found'],
      [{ status: 200, body: { success: false, message: 'Unpublished' } }, 'Unpublished'],
    ],
  },
  {
    id: 'forwardemail',
    provider: (options) => ForwardEmail({ apiKey, from, ...options }),
    secrets: [apiKey],
    url: 'https://api.forwardemail.net/v1/emails',
    headers: { authorization: `Basic ${btoa(`${apiKey}:`)}` },
    body: { from: quoted, to, ...mailFor('forwardemail') },
    taken: { status: 200, body: { id: '1', status: 'queued' } },
    refused: [
      [
        { status: 400, body: { statusCode: 400, error: 'Bad Request', message: 'No such alias' } },
        'Bad Request',
        'No such alias',
      ],
    ],
  },
  {
    id: 'mailjet',
    provider: (options) => Mailjet({ apiKey, secretKey, from, ...options }),
    secrets: [apiKey, secretKey],
    url: 'https://api.mailjet.com/v3.1/send',
    headers: { authorization: `Basic ${btoa(`${apiKey}:${secretKey}`)}` },
    body: {
      Messages: [
        {
          From: { Email: 'mail@acme.test', Name: 'Acme, Inc.' },
          To: [{ Email: to }],
          Subject: 'Sign in',
          TextPart: mailFor('mailjet').text,
          HTMLPart: mailFor('mailjet').html,
          TrackClicks: 'disabled',
          TrackOpens: 'disabled',
        },
      ],
    },
    taken: { status: 200, body: { Messages: [{ Status: 'success', To: [{ MessageID: 1 }] }] } },
    refused: [
      [
        {
          status: 400,
          body: {
            Messages: [
              { Status: 'error', Errors: [{ ErrorCode: 'mj-0013', ErrorMessage: 'Not valid' }] },
            ],
          },
        },
        'mj-0013',
        'Not valid',
      ],
      [
        {
          status: 401,
          body: { ErrorIdentifier: '06df1144', ErrorMessage: 'Authentication failed' },
        },
        '06df1144',
        'Authentication failed',
      ],
      [
        {
          status: 200,
          body: {
            Messages: [
              { Status: 'error', Errors: [{ ErrorCode: 'send-0003', ErrorMessage: 'No' }] },
            ],
          },
        },
        'send-0003',
      ],
    ],
  },
  {
    id: 'brevo',
    provider: (options) => Brevo({ apiKey, from, ...options }),
    secrets: [apiKey],
    url: 'https://api.brevo.com/v3/smtp/email',
    headers: { 'api-key': apiKey },
    body: {
      sender,
      to: [{ email: to }],
      subject: 'Sign in',
      textContent: mailFor('brevo').text,
      htmlContent: mailFor('brevo').html,
    },
    taken: { status: 201, body: { messageId: '<1@relay>' } },
    refused: [
      [
        { status: 401, body: { code: 'unauthorized', message: 'Key not found' } },
        'unauthorized',
        'Key not found',
      ],
    ],
  },
  {
    id: 'ses',
    provider: (options) =>
      SES({
        region: 'eu-west-1',
        accessKeyId: apiKey,
        secretAccessKey: secretKey,
        from: 'Café Ünïcode <mail@acme.test>',
        ...options,
      }),
    secrets: [apiKey, secretKey],
    url: 'https://email.eu-west-1.amazonaws.com/v2/email/outbound-emails',
    headers: {},
    body: {
      FromEmailAddress: '=?UTF-8?B?Q2Fmw6kgw5xuw69jb2Rl?= <mail@acme.test>',
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: { Data: 'Sign in', Charset: 'UTF-8' },
          Body: {
            Text: { Data: mailFor('ses').text, Charset: 'UTF-8' },
            Html: { Data: mailFor('ses').html, Charset: 'UTF-8' },
          },
        },
      },
    },
    taken: { status: 200, body: { MessageId: '0100' } },
    refused: [
      [
        {
          status: 400,
          headers: { 'x-amzn-ErrorType': 'MessageRejected' },
          body: { message: 'Email address is not verified' },
        },
        'MessageRejected',
        'Email address is not verified',
      ],
      [
        { status: 403, body: { __type: 'AccessDenied', message: 'Not authorized' } },
        'AccessDenied',
        'Not authorized',
      ],
    ],
  },
  {
    id: 'sparkpost',
    provider: (options) => SparkPost({ apiKey, from, ...options }),
    secrets: [apiKey],
    url: 'https://api.sparkpost.com/api/v1/transmissions',
    headers: { authorization: apiKey },
    body: {
      recipients: [{ address: { email: to } }],
      content: { from: sender, ...mailFor('sparkpost') },
      options: { transactional: true, click_tracking: false, open_tracking: false },
    },
    taken: {
      status: 200,
      body: { results: { id: '1', total_accepted_recipients: 1, total_rejected_recipients: 0 } },
    },
    refused: [
      [
        {
          status: 422,
          body: {
            errors: [{ message: 'invalid data', description: 'No such domain', code: '7001' }],
          },
        },
        '7001',
        'No such domain',
      ],
      [{ status: 401, body: { errors: [{ message: 'Unauthorized.' }] } }, 'Unauthorized.'],
      [
        {
          status: 200,
          body: {
            results: { id: '1', total_accepted_recipients: 0, total_rejected_recipients: 1 },
          },
        },
      ],
    ],
  },
  {
    id: 'mailersend',
    provider: (options) => MailerSend({ apiKey, from, ...options }),
    secrets: [apiKey],
    url: 'https://api.mailersend.com/v1/email',
    headers: bearer,
    body: { from: sender, to: [{ email: to }], ...mailFor('mailersend') },
    taken: { status: 202 },
    refused: [
      [
        { status: 422, body: { message: 'The from.email domain must be verified', errors: {} } },
        'The from.email domain must be verified',
      ],
      [
        {
          status: 202,
          body: { warnings: [{ type: 'ALL_SUPPRESSED', warning: 'All are suppressed' }] },
        },
        'ALL_SUPPRESSED',
        'All are suppressed',
      ],
    ],
  },
  {
    id: 'mandrill',
    provider: (options) => Mandrill({ apiKey, from, ...options }),
    secrets: [apiKey],
    url: 'https://mandrillapp.com/api/1.0/messages/send.json',
    headers: {},
    body: {
      key: apiKey,
      message: {
        from_email: 'mail@acme.test',
        from_name: 'Acme, Inc.',
        to: [{ email: to, type: 'to' }],
        ...mailFor('mandrill'),
        track_opens: false,
        track_clicks: false,
        view_content_link: false,
      },
    },
    taken: { status: 200, body: [{ email: to, status: 'queued', _id: '1' }] },
    refused: [
      [
        {
          status: 500,
          body: { status: 'error', code: -1, name: 'Invalid_Key', message: 'Bad key' },
        },
        'Invalid_Key',
        'Bad key',
      ],
      [
        { status: 200, body: [{ email: to, status: 'rejected', reject_reason: 'hard-bounce' }] },
        'rejected',
        'hard-bounce',
      ],
      [{ status: 200, body: [{ email: to, status: 'invalid' }] }, 'invalid'],
    ],
  },
  {
    id: 'mailtrap',
    provider: (options) => Mailtrap({ apiKey, from, ...options }),
    secrets: [apiKey],
    url: 'https://send.api.mailtrap.io/api/send',
    headers: bearer,
    body: { from: sender, to: [{ email: to }], ...mailFor('mailtrap') },
    taken: { status: 200, body: { success: true, message_ids: ['1'] } },
    refused: [
      [{ status: 401, body: { success: false, errors: ['Unauthorized'] } }, 'Unauthorized'],
      [{ status: 403, body: { errors: 'Forbidden' } }, 'Forbidden'],
      [{ status: 200, body: { success: false, errors: ["'from' is empty"] } }, "'from' is empty"],
    ],
  },
  {
    id: 'scaleway',
    provider: (options) => Scaleway({ apiKey, projectId: 'p-1', from, ...options }),
    secrets: [apiKey],
    url: 'https://api.scaleway.com/transactional-email/v1alpha1/regions/fr-par/emails',
    headers: { 'x-auth-token': apiKey },
    body: { project_id: 'p-1', from: sender, to: [{ email: to }], ...mailFor('scaleway') },
    taken: { status: 200, body: { emails: [{ id: '1', status: 'sending' }] } },
    refused: [
      [
        { status: 403, body: { type: 'denied_authentication', message: 'Denied' } },
        'denied_authentication',
        'Denied',
      ],
      [{ status: 200, body: { emails: [{ id: '1', status: 'failed' }] } }, 'failed'],
      [{ status: 200, body: { emails: [] } }],
    ],
  },
  {
    id: 'cloudflare-email',
    provider: (options) => CloudflareEmail({ apiKey, accountId: 'a/1', from, ...options }),
    secrets: [apiKey],
    url: 'https://api.cloudflare.com/client/v4/accounts/a%2F1/email/sending/send',
    headers: bearer,
    body: {
      from: { address: 'mail@acme.test', name: 'Acme, Inc.' },
      to,
      ...mailFor('cloudflare-email'),
    },
    taken: {
      status: 200,
      body: { success: true, errors: [], result: { delivered: [to], permanent_bounces: [] } },
    },
    refused: [
      [
        { status: 403, body: { success: false, errors: [{ code: 10000, message: 'No token' }] } },
        '10000',
        'No token',
      ],
      [
        { status: 200, body: { success: false, errors: [{ code: 10200, message: 'Off' }] } },
        '10200',
        'Off',
      ],
      [{ status: 200, body: { success: true, result: { permanent_bounces: [to] } } }],
    ],
  },
  {
    id: 'smtp2go',
    provider: (options) => Smtp2Go({ apiKey, from, ...options }),
    secrets: [apiKey],
    url: 'https://api.smtp2go.com/v3/email/send',
    headers: { 'x-smtp2go-api-key': apiKey },
    body: {
      sender: quoted,
      to: [to],
      subject: 'Sign in',
      text_body: mailFor('smtp2go').text,
      html_body: mailFor('smtp2go').html,
    },
    taken: { status: 200, body: { data: { succeeded: 1, failed: 0, email_id: '1' } } },
    refused: [
      [
        { status: 400, body: { data: { error: 'Unknown key', error_code: 'E_ApiResponseCodes' } } },
        'E_ApiResponseCodes',
        'Unknown key',
      ],
      [
        { status: 200, body: { data: { succeeded: 0, failed: 1, failures: ['No such user'] } } },
        'No such user',
      ],
    ],
  },
  {
    id: 'zeptomail',
    provider: (options) => ZeptoMail({ apiKey, from, ...options }),
    secrets: [apiKey],
    url: 'https://api.zeptomail.com/v1.1/email',
    headers: { authorization: `Zoho-enczapikey ${apiKey}` },
    body: {
      from: { address: 'mail@acme.test', name: 'Acme, Inc.' },
      to: [{ email_address: { address: to } }],
      subject: 'Sign in',
      textbody: mailFor('zeptomail').text,
      htmlbody: mailFor('zeptomail').html,
    },
    taken: { status: 201, body: { message: 'OK', request_id: '2d6f' } },
    refused: [
      [
        { status: 401, body: { error: { code: 'TM_4001', message: 'Access Denied' } } },
        'TM_4001',
        'Access Denied',
      ],
    ],
  },
  {
    id: 'plunk',
    provider: (options) => Plunk({ apiKey, from, ...options }),
    secrets: [apiKey],
    url: 'https://api.useplunk.com/v1/send',
    headers: bearer,
    body: {
      to,
      subject: 'Sign in',
      body: mailFor('plunk').html,
      from: 'mail@acme.test',
      name: 'Acme, Inc.',
    },
    taken: { status: 200, body: { success: true, emails: [{ contact: { id: '1', email: to } }] } },
    refused: [
      [
        { status: 401, body: { code: 401, error: 'Unauthorized', message: 'Wrong key' } },
        '401',
        'Wrong key',
      ],
      [
        { status: 422, body: { success: false, error: { code: 'INVALID', message: 'No sender' } } },
        'INVALID',
        'No sender',
      ],
      [{ status: 200, body: { success: false, message: 'No domain' } }, 'No domain'],
    ],
  },
  {
    id: 'postal',
    provider: (options) => Postal({ apiKey, baseUrl: 'https://postal.test/', from, ...options }),
    secrets: [apiKey],
    url: 'https://postal.test/api/v1/send/message',
    headers: { 'x-server-api-key': apiKey },
    body: {
      from: quoted,
      to: [to],
      subject: 'Sign in',
      plain_body: mailFor('postal').text,
      html_body: mailFor('postal').html,
    },
    taken: { status: 200, body: { status: 'success', data: { messages: { [to]: { id: 1 } } } } },
    refused: [
      [
        {
          status: 200,
          body: { status: 'error', data: { code: 'InvalidServerAPIKey', message: 'Not valid' } },
        },
        'InvalidServerAPIKey',
        'Not valid',
      ],
      [
        { status: 200, body: { status: 'parameter-error', data: { message: 'No sender' } } },
        'parameter-error',
        'No sender',
      ],
    ],
  },
  {
    id: 'unisender-go',
    provider: (options) => UnisenderGo({ apiKey, from, ...options }),
    secrets: [apiKey],
    url: 'https://go1.unisender.ru/ru/transactional/api/v1/email/send.json',
    headers: { 'x-api-key': apiKey },
    body: {
      message: {
        from_email: 'mail@acme.test',
        from_name: 'Acme, Inc.',
        recipients: [{ email: to }],
        subject: 'Sign in',
        body: { plaintext: mailFor('unisender-go').text, html: mailFor('unisender-go').html },
        track_links: 0,
        track_read: 0,
      },
    },
    taken: { status: 200, body: { status: 'success', job_id: '1', emails: [to] } },
    refused: [
      [
        { status: 400, body: { status: 'error', code: 114, message: 'Wrong key' } },
        '114',
        'Wrong key',
      ],
      [{ status: 200, body: { status: 'success', failed_emails: { [to]: 'invalid' } } }],
    ],
  },
]

function linkFor(id: string): string {
  return `https://app.test/auth/callback/${id}?token=${token}`
}

function mailFor(id: string): { subject: string; text: string; html: string } {
  const url = linkFor(id)
  return { subject: 'Sign in', text: `Open ${url}`, html: `<a href="${url}">Sign in</a>` }
}
