import type { SignInContext } from '../../context/context.js'
import { requireMailer } from '../../context/require-mailer.js'
import { EmailSignInError } from '../../errors/email-errors.js'
import { hideInLogs } from '../../errors/hidden-values.js'
import type { PasswordMailKind } from '../../model/password-texts.js'
import { renderPasswordMail } from '../../pages/password-mail.js'
import { languageOf } from '../pages/language.js'
import { linkLifetimes, type ProofPurpose } from './mailed-proof.js'
import { passwordTextsOf } from './password-texts.js'

/** A mail about a password. */
export interface PasswordMail {
  readonly to: string
  readonly purpose: PasswordMailKind
  readonly url: string
  /** What the link proves. Undefined if it allows nothing by itself. */
  readonly link?:
    { readonly proves: ProofPurpose; readonly token: string; readonly expires: Date } | undefined
  /** The ways in which the reader can sign in. */
  readonly methods?: readonly string[] | undefined
}

/** Sends a mail about a password in the visitor's language. */
export async function sendPasswordMail(
  ctx: SignInContext,
  { to, purpose, url, link, methods }: PasswordMail,
): Promise<void> {
  const mailer = requireMailer(ctx)
  const { request, config } = ctx
  const { theme } = config
  const language = await languageOf(ctx)
  const mail = renderPasswordMail({
    kind: purpose,
    url,
    methods,
    host: new URL(ctx.origin).host,
    theme,
    minutes: link && linkLifetimes[link.proves] / 60,
    language,
    texts: await passwordTextsOf(ctx, language),
  })
  try {
    await mailer.send({
      identifier: to,
      url,
      token: link?.token ?? '',
      expires: link?.expires ?? new Date(ctx.now * 1000),
      theme,
      // Without its body and its cookies, because the body may contain passwords.
      request: new Request(request.url, { headers: withoutCookies(request.headers) }),
      mail,
      purpose,
    })
  } catch (cause) {
    const error = new EmailSignInError(`"${mailer.id}" could not send the mail.`, { cause })
    // The error of a mail service often contains the mail.
    throw hideInLogs(error, [url, link?.token])
  }
}

function withoutCookies(headers: Headers): Headers {
  const kept = new Headers(headers)
  kept.delete('cookie')
  return kept
}
