import type { SignInContext } from '../context/context.js'
import { EmailSignInError } from '../errors/email-errors.js'
import type { MailPurpose, SignInMail } from '../model/email.js'

/** A mail that proves nothing by itself. */
export interface Notice {
  readonly to: string
  /** Where the button of the mail leads. */
  readonly url: string
  readonly mail: SignInMail
  readonly purpose: MailPurpose
  /** The code that the user has to type. */
  readonly code?: string | undefined
}

/** Sends a notice, and waits for it. Does nothing if the app sends no mails. */
export async function sendNotice(
  { config: { mailer, theme }, now, request }: SignInContext,
  { to, url, mail, purpose, code }: Notice,
): Promise<void> {
  if (!mailer) return
  try {
    await mailer.send({
      identifier: to,
      url,
      token: '',
      expires: new Date(now * 1000),
      theme,
      // Without its body and its cookies, because the body may contain a code.
      request: new Request(request.url),
      mail,
      ...(code !== undefined && { code }),
      purpose,
    })
  } catch (cause) {
    throw new EmailSignInError(`"${mailer.id}" could not send the mail.`, { cause })
  }
}
