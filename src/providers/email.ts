import type { EmailConfig, EmailUserConfig } from '../model/email.js'
import Nodemailer from './nodemailer.js'

/**
 * Sends sign-in links by SMTP, as `Nodemailer` does, under the id `email`.
 *
 * For applications whose links and accounts already have that id.
 */
export default function Email(options: EmailUserConfig = {}): EmailConfig {
  return { ...Nodemailer(options), id: 'email' }
}
