import type { SignInContext } from '../../context/context.js'
import { routeUrl } from '../../context/redirects.js'
import { requireMailer } from '../../context/require-mailer.js'
import { runLater } from '../../context/run-later.js'
import type { AdapterUser } from '../../model/adapter.js'
import type { MailPurpose } from '../../model/email.js'
import type { FactorMailKind } from '../../model/factor-texts.js'
import type { User } from '../../model/records.js'
import { renderFactorMail, type FactorMailCode } from '../../pages/factor-mail.js'
import { mayNotify } from '../count-change.js'
import { languageOf } from '../pages/language.js'
import { sendNotice } from '../send-notice.js'
import { factorTextsOf } from './factor-texts.js'

/** What happened to a user's second factors. */
export interface FactorNews {
  readonly kind: FactorMailKind
  /** What was added or removed. */
  readonly factor?: 'app' | 'passkey' | undefined
  /** How many recovery codes are left, or how many codes were wrong. */
  readonly count?: number | undefined
  /** The code that the user has to type. */
  readonly code?: FactorMailCode | undefined
}

/** What is refused after too many, so that each of these mails is sent. */
const countedBefore: ReadonlySet<FactorMailKind> = new Set(['added', 'recoveryCodesMade'])

/**
 * Tells the owner what happened, because another person may have done it. Does nothing if the app
 * sends no mails, or if the user has no address. An address without a proof gets a few mails only.
 */
export function mailAboutFactor(ctx: SignInContext, user: AdapterUser, news: FactorNews): void {
  const { email }: User = user
  if (!ctx.config.mailer || !email) return
  runLater(ctx, async () => {
    const isTold = countedBefore.has(news.kind) || (await mayNotify(ctx, user))
    if (isTold) await sendFactorMail(ctx, email, news)
  })
}

const purposes: Readonly<Record<FactorMailKind, MailPurpose>> = {
  added: 'factorAdded',
  removed: 'factorRemoved',
  switchedOff: 'factorsSwitchedOff',
  recoveryCodeUsed: 'recoveryCodeUsed',
  recoveryCodesMade: 'recoveryCodesMade',
  guessed: 'secondFactorGuessed',
  locked: 'secondFactorLocked',
  signInCode: 'secondFactorCode',
  confirmCode: 'confirmationCode',
}

/** Sends a mail about second factors, and waits for it. */
export async function sendFactorMail(
  ctx: SignInContext,
  to: string,
  { kind, factor, count, code }: FactorNews,
): Promise<void> {
  requireMailer(ctx)
  const { theme, secondFactor } = ctx.config
  const language = await languageOf(ctx)
  // The mail of an app with the account page only is a code.
  const url = routeUrl(ctx, secondFactor ? 'factors' : 'account')
  const mail = renderFactorMail({
    kind,
    factor,
    count,
    code,
    url,
    date: new Date(ctx.now * 1000),
    userAgent: ctx.request.headers.get('user-agent'),
    host: new URL(ctx.origin).host,
    theme,
    language,
    texts: await factorTextsOf(ctx, language),
  })
  await sendNotice(ctx, { to, url, mail, purpose: purposes[kind], code: code?.value })
}
