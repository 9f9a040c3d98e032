import type { SignInMail } from '../model/email.js'
import type { Theme } from '../model/options.js'
import { acceptLink } from '../http/accept-url.js'
import { fillPlainText } from './fill-text.js'
import { formatDuration } from './format-duration.js'
import { renderMailDocument, type MailWords } from './mail-document.js'
import { nameSite, oneLine } from './plain-line.js'
import type { Language } from '../model/page-texts.js'

/**
 * The input of a sign-in mail. The visitor who requests the mail controls none of it, because the
 * mail may go to another person.
 */
export interface SignInMailProps {
  /** The sign-in link. */
  readonly url: string
  /** The site's host. */
  readonly host: string
  readonly theme: Theme
  /** The code that can be entered instead of opening the link. */
  readonly code?: string | undefined
  /** How many minutes the link and the code work. */
  readonly minutes: number
  readonly language: Language
}

/** Renders the mail with a sign-in link. It loads no external content. */
export function renderSignInMail(props: SignInMailProps): SignInMail {
  const words = chooseWords(props)
  return {
    subject: words.subject,
    text: writeText(words, props.language),
    html: String(renderMailDocument(words, props.theme, props.language)),
  }
}

function chooseWords({ url, host, theme, code, minutes, language }: SignInMailProps): MailWords {
  const texts = language.texts.mail
  const site = nameSite(theme, host)
  const once = fillPlainText(texts.once, { duration: formatDuration(minutes, language.code) })
  return {
    subject: oneLine(fillPlainText(texts.subject, { site })),
    heading: texts.heading,
    site,
    preview: once,
    button: texts.button,
    link: acceptLink(url) ?? '',
    linkInstead: texts.linkInstead,
    code: code === undefined ? undefined : { text: texts.code, value: oneLine(code) },
    notes: [once, texts.ignore],
  }
}

function writeText({ heading, site, link, code, notes }: MailWords, language: Language): string {
  const title = fillPlainText(heading, { site })
  const codePart = code === undefined ? [] : [`${code.text}\n${code.value}`]
  const linkPart = `${language.texts.mail.link}\n${link}`
  return [title, linkPart, ...codePart, ...notes, ''].join('\n\n')
}
