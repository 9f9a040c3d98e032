import type { SignInContext } from '../../context/context.js'
import { runLater } from '../../context/run-later.js'
import type { AdapterUser } from '../../model/adapter.js'
import { renderAccountMail } from '../../pages/account-mail.js'
import { languageOf } from '../pages/language.js'
import { sendNotice } from '../send-notice.js'
import { warnOfUnknownOrigin } from '../warn-of-unknown-origin.js'
import { accountTextsOf } from './account-shell.js'

/**
 * Tells the former owner that the account was deleted, because another person may have done it. Does
 * nothing if the app sends no mails, or if the user has no address.
 */
export function mailAboutDeletion(ctx: SignInContext, { email }: AdapterUser): void {
  if (!ctx.config.mailer || !email) return
  warnOfUnknownOrigin(ctx)
  runLater(ctx, () => sendAccountMail(ctx, email))
}

async function sendAccountMail(ctx: SignInContext, to: string): Promise<void> {
  const { theme } = ctx.config
  const language = await languageOf(ctx)
  const texts = await accountTextsOf(ctx, language)
  const url = `${ctx.origin}/`
  const mail = renderAccountMail({ url, host: new URL(ctx.origin).host, theme, language, texts })
  await sendNotice(ctx, { to, url, mail, purpose: 'accountDeleted' })
}
