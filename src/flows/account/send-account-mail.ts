import type { SignInContext } from '../../context/context.js'
import { signInUrl } from '../../context/redirects.js'
import { runLater } from '../../context/run-later.js'
import type { AdapterUser } from '../../model/adapter.js'
import { renderAccountMail, type AccountMailNews } from '../../pages/account-mail.js'
import { hasProvenAddress } from '../../store/proven-address.js'
import { languageOf } from '../pages/language.js'
import { sendNotice } from '../send-notice.js'
import { warnOfUnknownOrigin } from '../warn-of-unknown-origin.js'
import { accountTextsOf } from './account-shell.js'

/**
 * Tells the former owner that the account was deleted, because another person may have done it. Does
 * nothing if the app sends no mails, or if the user has no proven address, whose owner may be a stranger.
 */
export function mailAboutDeletion(ctx: SignInContext, user: AdapterUser): void {
  const { email } = user
  if (!ctx.config.mailer || !hasProvenAddress(user)) return
  warnOfUnknownOrigin(ctx)
  runLater(ctx, () => sendAccountMail(ctx, email, { kind: 'deleted' }))
}

/** Tells the owner until when the account can be kept, because another person may have asked. */
export function mailAboutPendingDeletion(
  ctx: SignInContext,
  user: AdapterUser,
  deletesAt: Date,
): void {
  const { email } = user
  if (!ctx.config.mailer || !hasProvenAddress(user)) return
  warnOfUnknownOrigin(ctx)
  runLater(ctx, () => sendAccountMail(ctx, email, { kind: 'pending', deletesAt }))
}

async function sendAccountMail(
  ctx: SignInContext,
  to: string,
  news: AccountMailNews,
): Promise<void> {
  const { theme } = ctx.config
  const language = await languageOf(ctx)
  const texts = await accountTextsOf(ctx, language)
  const isPending = news.kind === 'pending'
  const url = isPending ? signInUrl(ctx, undefined) : `${ctx.origin}/`
  const host = new URL(ctx.origin).host
  const mail = renderAccountMail({ url, host, theme, language, texts, news })
  await sendNotice(ctx, {
    to,
    url,
    mail,
    purpose: isPending ? 'deletionPending' : 'accountDeleted',
  })
}
