import { html, type Html } from '../http/html.js'
import type { SignInMail } from '../model/email.js'
import type { FactorMailKind, FactorTexts } from '../model/factor-texts.js'
import type { Theme } from '../model/options.js'
import type { Language } from '../model/page-texts.js'
import { acceptLink } from '../http/accept-url.js'
import { describeBrowser } from './describe-browser.js'
import { fillPlainText } from './fill-text.js'
import { formatMoment } from './format-date.js'
import { renderMailDocument } from './mail-document.js'
import { nameSite, oneLine } from './plain-line.js'

/** The input of a mail about a second factor. */
export interface FactorMailProps {
  readonly kind: FactorMailKind
  /** How many recovery codes are left, for `recoveryCodeUsed`, or how many codes were wrong, for `locked`. */
  readonly count?: number | undefined
  /** The code that the user has to type, for `signInCode` and `confirmCode`. */
  readonly code?: string | undefined
  /** When it happened. */
  readonly date: Date
  /** The `User-Agent` header of the request. The mail contains only names that we know. */
  readonly userAgent: string | null | undefined
  /** Where a user who did not do this can secure the account. */
  readonly url: string
  /** The site's host. */
  readonly host: string
  readonly theme: Theme
  readonly language: Language
  /** The texts in the same language. */
  readonly texts: FactorTexts
}

function renderCode(code: string): Html {
  return html`<strong dir="ltr" style="font-size:28px;letter-spacing:4px">${code}</strong
    ><br /><br />`
}

/** Renders the mail that tells a user about a change of their second factors. It loads nothing. */
export function renderFactorMail(props: FactorMailProps): SignInMail {
  const { kind, count = 0, code, date, language, texts, theme } = props
  const { mails, names } = texts
  const words = mails[kind]
  const site = nameSite(props.theme, props.host)
  const link = acceptLink(props.url) ?? ''
  const lead = fillPlainText(words.lead, { count: String(count) })
  const browser = describeBrowser(props.userAgent) ?? names.unknownBrowser
  const facts = [
    fillPlainText(mails.when, { date: formatMoment(date, language.code) }),
    fillPlainText(mails.browser, { browser }),
  ]
  const heading = fillPlainText(words.subject, { site })
  const subject = oneLine(heading)
  const document = renderMailDocument(
    {
      subject,
      heading: words.subject,
      site,
      preview: lead,
      lead: html`${lead}<br /><br />${code !== undefined && renderCode(code)}${facts.map((fact) => html`${fact}<br />`)}<br />${mails.notYou}`,
      button: mails.button,
      link,
      linkInstead: language.texts.mail.linkInstead,
      notes: [mails.wasYou],
    },
    theme,
    language,
  )
  const footer = [facts.join('\n'), mails.notYou, link, mails.wasYou]
  return {
    subject,
    text: [heading, lead, ...(code === undefined ? [] : [code]), ...footer, ''].join('\n\n'),
    html: String(document),
  }
}
