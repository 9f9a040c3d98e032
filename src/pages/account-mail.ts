import { html } from '../http/html.js'
import type { AccountTexts } from '../model/account-texts.js'
import type { SignInMail } from '../model/email.js'
import type { Theme } from '../model/options.js'
import type { Language } from '../model/page-texts.js'
import { acceptLink } from '../http/accept-url.js'
import { fillPlainText } from './fill-text.js'
import { renderMailDocument } from './mail-document.js'
import { nameSite, oneLine } from './plain-line.js'

/** The input of the mail about a deleted account. */
export interface AccountMailProps {
  /** The site's address. */
  readonly url: string
  /** The site's host. */
  readonly host: string
  readonly theme: Theme
  readonly language: Language
  /** The texts in the same language. */
  readonly texts: AccountTexts
}

/** Renders the mail that tells a user that the account was deleted. It loads nothing. */
export function renderAccountMail(props: AccountMailProps): SignInMail {
  const { language, theme } = props
  const { subject: words, lead, notYou, button } = props.texts.mail
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
