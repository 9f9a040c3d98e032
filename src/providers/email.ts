import type { EmailConfig, EmailUserConfig } from '../model/email.js'
import Nodemailer from './nodemailer.js'

/**
 * Sends sign-in links over SMTP, like `Nodemailer`, but with the id `email`.
 *
 * Use it if the accounts of your app already have that id.
 */
export default function Email(options: EmailUserConfig = {}): EmailConfig {
  return { ...Nodemailer(options), id: 'email' }
}
