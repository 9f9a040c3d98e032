import type { EmailConfig } from '../../../src/model/email.js'
import type { Provider } from '../../../src/model/provider.js'
import Brevo from '../../../src/providers/brevo.js'
import CloudflareEmail from '../../../src/providers/cloudflare-email.js'
import Email from '../../../src/providers/email.js'
import ForwardEmail from '../../../src/providers/forwardemail.js'
import Loops from '../../../src/providers/loops.js'
import MailerSend from '../../../src/providers/mailersend.js'
import Mailgun from '../../../src/providers/mailgun.js'
import Mailjet from '../../../src/providers/mailjet.js'
import Mailtrap from '../../../src/providers/mailtrap.js'
import Mandrill from '../../../src/providers/mandrill.js'
import Nodemailer from '../../../src/providers/nodemailer.js'
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

declare function accept<T>(...values: T[]): void
declare const variable: string | undefined

// Each is a provider, called or not, and takes what an environment may not have.

accept<Provider>(Brevo, CloudflareEmail, Email, ForwardEmail, Loops, MailerSend, Mailgun, Mailjet)
accept<Provider>(Mailtrap, Mandrill, Nodemailer, Plunk, Postal, Postmark, Resend, Scaleway)
accept<Provider>(SendGrid, SES, Smtp2Go, SparkPost, UnisenderGo, ZeptoMail)
accept<EmailConfig>(Resend(), Resend({}), Resend({ apiKey: variable, from: variable, fetch }))
accept<EmailConfig>(
  CloudflareEmail({ accountId: variable }),
  Loops({ transactionalId: variable }),
  Mailgun({ domain: 'mg.example.com', region: 'EU' }),
  Mailjet({ secretKey: variable, region: 'us' }),
  Mailtrap({ sandboxInboxId: 42 }),
  Postal({ baseUrl: variable }),
  Postmark({ messageStream: 'outbound' }),
  Scaleway({ projectId: variable, region: 'nl-ams' }),
  SendGrid({ region: 'eu', maxAge: 300, codeLength: 6 }),
  SES({
    region: variable,
    accessKeyId: variable,
    secretAccessKey: variable,
    sessionToken: variable,
  }),
  SparkPost({ region: 'eu' }),
  UnisenderGo({ host: 'go2.unisender.ru' }),
  ZeptoMail({ tld: 'eu' }),
  Nodemailer({ server: 'smtp://localhost', from: 'a@b.test' }),
  Email({ server: { host: 'localhost', port: 25 } }),
  // Another way to send needs no key.
  Resend({ requires: [], sendVerificationRequest: async ({ mail }) => accept<string>(mail.html) }),
)

// @ts-expect-error no such option
Resend({ key: 'x' })
// @ts-expect-error a sender has no region at Resend
Resend({ region: 'eu' })
// @ts-expect-error no such region
SendGrid({ region: 'asia' })
// @ts-expect-error no such region
Mailgun({ region: 'eu-west-1' })
// @ts-expect-error the factory decides the type
Brevo({ type: 'email' })
// @ts-expect-error seconds, not text
Postmark({ maxAge: '10m' })
// @ts-expect-error SMTP goes without fetch
Nodemailer({ fetch })
// @ts-expect-error a URL or options
Email({ server: 25 })
