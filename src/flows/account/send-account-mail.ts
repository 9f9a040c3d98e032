import type { SignInContext } from '../../context/context.js'
import { runLater } from '../../context/run-later.js'
import { EmailSignInError } from '../../errors/email-errors.js'
import type { AdapterUser } from '../../model/adapter.js'
import { renderAccountMail } from '../../pages/account-mail.js'
import { languageOf } from '../pages/language.js'
import { accountTextsOf } from './account-shell.js'

/**
 * Tells the former owner that the account was deleted, because another person may have done it. Does
 * nothing if the app sends no mails, or if the user has no address.
 */
export function mailAboutDeletion(ctx: SignInContext, { email }: AdapterUser): void {
  if (ctx.config.mailer && email) runLater(ctx, () => sendAccountMail(ctx, email))
}

async function sendAccountMail(ctx: SignInContext, to: string): Promise<void> {
  const { mailer, theme } = ctx.config
  if (!mailer) return
  const language = await languageOf(ctx)
  const texts = await accountTextsOf(ctx, language)
  const url = `${ctx.origin}/`
  const mail = renderAccountMail({ url, host: new URL(ctx.origin).host, theme, language, texts })
  try {
    await mailer.send({
      identifier: to,
      url,
      token: '',
      expires: new Date(ctx.now * 1000),
      theme,
      // Without its body and its cookies, because the body contains the typed address.
      request: new Request(ctx.request.url),
      mail,
      purpose: 'accountDeleted',
    })
  } catch (cause) {
    throw new EmailSignInError(`"${mailer.id}" could not send the mail.`, { cause })
  }
}
