import { html, type Html } from '../http/html.js'
import type { SignInMail } from '../model/email.js'
import type { Theme } from '../model/options.js'
import type { Language } from '../model/page-texts.js'
import type { PasswordMailKind, PasswordTexts } from '../model/password-texts.js'
import { acceptLink } from '../http/accept-url.js'
import { fillPlainText, fillText } from './fill-text.js'
import { formatDuration } from './format-duration.js'
import { renderMailDocument } from './mail-document.js'
import { nameSite, oneLine } from './plain-line.js'

/**
 * The input of a mail about a password or an address. The visitor who causes the mail controls none
 * of it, because the mail may go to another person.
 */
export interface PasswordMailProps {
  readonly kind: PasswordMailKind
  /** The link of the button. Every mail has one. */
  readonly url: string
  /**
   * The names of the user's sign-in methods, for `alreadyRegistered`. Leave it out if the user has a
   * password. For `methodAdded`, the name of the new one.
   */
  readonly methods?: readonly string[] | undefined
  /** The site's host. */
  readonly host: string
  readonly theme: Theme
  /** How many minutes the link works. Undefined if it does not expire. */
  readonly minutes?: number | undefined
  readonly language: Language
  /** The texts in the same language. */
  readonly texts: PasswordTexts
}

/** Renders a mail about a password or an address. It loads no external content. */
export function renderPasswordMail(props: PasswordMailProps): SignInMail {
  const { kind, minutes, theme, language, texts } = props
  const words = texts.mails[kind]
  const site = nameSite(props.theme, props.host)
  const link = acceptLink(props.url) ?? ''
  const methods = formatMethods(props)
  const leadText = chooseLead(props)
  const lead = fillPlainText(leadText, { methods: methods.text })
  const once =
    minutes === undefined
      ? []
      : [
          fillPlainText(language.texts.mail.once, {
            duration: formatDuration(minutes, language.code),
          }),
        ]
  const notes = [...once, notices.includes(kind) ? texts.mails.wasYou : language.texts.mail.ignore]
  const heading = fillPlainText(words.subject, { site })
  const subject = oneLine(heading)
  const document = renderMailDocument(
    {
      subject,
      heading: words.subject,
      site,
      preview: lead,
      lead: fillText(leadText, { methods: methods.html }),
      button: words.button,
      link,
      linkInstead: language.texts.mail.linkInstead,
      notes,
    },
    theme,
    language,
  )
  return {
    subject,
    text: [heading, lead, link, ...notes, ''].join('\n\n'),
    html: String(document),
  }
}

/** Mails that are sent without a request. */
const notices: readonly PasswordMailKind[] = [
  'changed',
  'addressRequested',
  'oldAddress',
  'methodAdded',
]

function chooseLead({ kind, methods = [], texts }: PasswordMailProps): string {
  const { alreadyRegistered } = texts.mails
  return kind === 'alreadyRegistered' && methods.length > 0
    ? alreadyRegistered.leadWithMethods
    : texts.mails[kind].lead
}

function formatMethods({ methods = [], language }: PasswordMailProps): {
  readonly text: string
  readonly html: readonly (Html | string)[]
} {
  const format = new Intl.ListFormat(language.code, { type: 'disjunction' })
  const parts = format.formatToParts(methods.map(oneLine))
  return {
    text: parts.map(({ value }) => value).join(''),
    // The direction of a name is not known.
    html: parts.map(({ type, value }) =>
      type === 'element' ? html`<strong dir="auto">${value}</strong>` : value,
    ),
  }
}
