import type { SignInMail } from '../model/email.js'
import type { Theme } from '../model/options.js'
import { acceptLink } from './accept-url.js'
import { fillPlainText } from './fill-text.js'
import { formatDuration } from './format-duration.js'
import { renderMailDocument, type MailWords } from './mail-document.js'
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
    text: writeText(words),
    html: String(renderMailDocument(words, props.theme, props.language)),
  }
}

function chooseWords({ url, host, code, minutes, language }: SignInMailProps): MailWords {
  const texts = language.texts.mail
  // A valid host contains no white space, line breaks or direction marks, but a forged one might.
  const site = host.replace(/[\s\p{C}]/gu, '')
  return {
    subject: oneLine(fillPlainText(texts.subject, { site })),
    host: site,
    link: acceptLink(url) ?? '',
    code: code === undefined ? undefined : oneLine(code),
    once: fillPlainText(texts.once, { duration: formatDuration(minutes, language.code) }),
    texts,
  }
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

function writeText({ texts, host, link, code, once }: MailWords): string {
  const heading = fillPlainText(texts.heading, { site: host })
  const codePart = code === undefined ? [] : [`${texts.code}\n${code}`]
  return [heading, `${texts.link}\n${link}`, ...codePart, once, texts.ignore, ''].join('\n\n')
}
