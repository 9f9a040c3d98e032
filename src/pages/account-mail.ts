import { html } from '../http/html.js'
import type { AccountTexts } from '../model/account-texts.js'
import type { SignInMail } from '../model/email.js'
import type { Theme } from '../model/options.js'
import type { Language } from '../model/page-texts.js'
import { acceptLink } from '../http/accept-url.js'
import { fillPlainText } from './fill-text.js'
import { formatDay } from './format-date.js'
import { renderMailDocument } from './mail-document.js'
import { nameSite, oneLine } from './plain-line.js'

/** The input of a mail about the deletion of an account. */
export interface AccountMailProps {
  /** Where the button leads. */
  readonly url: string
  /** The site's host. */
  readonly host: string
  readonly theme: Theme
  readonly language: Language
  /** The texts in the same language. */
  readonly texts: AccountTexts
  readonly news: AccountMailNews
}

/** What a mail says: the account is deleted, or waits for its deletion. */
export type AccountMailNews =
  { readonly kind: 'deleted' } | { readonly kind: 'pending'; readonly deletesAt: Date }

/** Renders the mail that tells a user that the account was deleted, or will be. It loads nothing. */
export function renderAccountMail(props: AccountMailProps): SignInMail {
  const { language, theme } = props
  const { notYou } = props.texts.mail
  const { words, lead, button } = chooseWords(props)
  const site = nameSite(props.theme, props.host)
  const link = acceptLink(props.url) ?? ''
  const heading = fillPlainText(words, { site })
  const subject = oneLine(heading)
  const document = renderMailDocument(
    {
      subject,
      heading: words,
      site,
      preview: lead,
      lead: html`${lead}`,
      button,
      link,
      linkInstead: language.texts.mail.linkInstead,
      notes: [notYou],
    },
    theme,
    language,
  )
  return {
    subject,
    text: [heading, lead, link, notYou, ''].join('\n\n'),
    html: String(document),
  }
}

/** The heading still contains `{site}`. */
function chooseWords({ news, texts, language }: AccountMailProps): {
  readonly words: string
  readonly lead: string
  readonly button: string
} {
  const { subject, lead, button, pendingSubject } = texts.mail
  if (news.kind === 'deleted') return { words: subject, lead, button }
  const date = formatDay(news.deletesAt, language.code)
  const words = fillPlainText(pendingSubject, { date })
  return { words, lead: texts.deletion.pendingLead, button: language.texts.signIn.heading }
}
