import { sendBySmtp } from '../mail/smtp-sender.js'
import type { EmailConfig, EmailUserConfig } from '../model/email.js'

/**
 * Sends sign-in links by SMTP. Needs the package `nodemailer`, and a platform with TCP sockets.
 *
 * `server` is required: a URL such as `smtps://name:password@smtp.example.com`, or the options of
 * a Nodemailer transport; and `from`, as an address or `Name <address>`. Over `smtp:` the server
 * must offer STARTTLS unless it runs on this machine; the option `requireTLS: false`, in a URL
 * `?requireTLS=false`, sends password and link in clear if it does not.
 *
 * @see https://nodemailer.com/smtp/
 */
export default function Nodemailer(options: EmailUserConfig = {}): EmailConfig {
  return {
    id: 'nodemailer',
    name: 'E-mail',
    type: 'email',
    requires: ['server', 'from'],
    sendVerificationRequest: sendBySmtp,
    options,
  }
}
