import { findServerMistake } from '../mail/find-server-mistake.js'
import { sendBySmtp } from '../mail/smtp-sender.js'
import type { EmailConfig, EmailUserConfig } from '../model/email.js'

/**
 * Sends sign-in links over SMTP. Needs the package `nodemailer` and a platform with TCP sockets.
 *
 * `server` is required. It is a URL such as `smtps://name:password@smtp.example.com`, or the
 * options of a Nodemailer transport. `from` is required too, as an address or `Name <address>`.
 * With `smtp:`, the server must offer STARTTLS unless it runs on this machine. With `requireTLS:
 * false`, or `?requireTLS=false` in the URL, the password and the link are sent unencrypted to a
 * server without STARTTLS.
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
    // An app that sends the mails itself decides what `server` means.
    ...(!options.sendVerificationRequest && { findMistake: findServerMistake }),
    options,
  }
}
