import { html } from '../http/html.js'
import type { SignInMail } from '../model/email.js'
import type { FactorMailKind, FactorTexts } from '../model/factor-texts.js'
import type { Theme } from '../model/options.js'
import type { Language } from '../model/page-texts.js'
import { acceptLink } from '../http/accept-url.js'
import { describeBrowser } from './describe-browser.js'
import { fillPlainText } from './fill-text.js'
import { formatMoment } from './format-date.js'
import { formatDuration } from './format-duration.js'
import { renderMailDocument, type MailWords } from './mail-document.js'
import { nameSite, oneLine } from './plain-line.js'

/** A code that the user has to type. */
export interface FactorMailCode {
  readonly value: string
  /** How many minutes it works. */
  readonly minutes: number
}

/** The input of a mail about a second factor. */
export interface FactorMailProps {
  readonly kind: FactorMailKind
  /** What was added or removed, for `added`, `removed` and `switchedOff`. */
  readonly factor?: 'app' | 'passkey' | undefined
  /** How many recovery codes are left, for `recoveryCodeUsed`, or how many codes were wrong, for `locked`. */
  readonly count?: number | undefined
  /** The code that the user has to type, for `signInCode` and `confirmCode`. */
  readonly code?: FactorMailCode | undefined
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

/** Renders the mail with a code, or about a change of the user's second factors. It loads nothing. */
export function renderFactorMail(props: FactorMailProps): SignInMail {
  const { code, language, theme } = props
  const words = code === undefined ? chooseNews(props) : chooseCodeWords(props, code)
  const heading = fillPlainText(words.heading, { site: words.site })
  return {
    subject: words.subject,
    text: [heading, ...writeText(props), ''].join('\n\n'),
    html: String(renderMailDocument(words, theme, language)),
  }
}

/** A mail that needs no answer, except from an owner who did not do it. */
function chooseNews(props: FactorMailProps): MailWords {
  const { mails } = props.texts
  const lead = fillLead(props)
  const facts = listFacts(props).map((fact) => html`${fact}<br />`)
  return {
    ...chooseHeading(props),
    preview: lead,
    lead: html`${lead}<br /><br />${facts}<br />${mails.notYou}`,
    button: mails.button,
    link: acceptLink(props.url) ?? '',
    linkInstead: props.language.texts.mail.linkInstead,
    notes: [mails.wasYou],
  }
}

/** The code is what the user looks for, so nothing else of the mail looks like the next step. */
function chooseCodeWords(props: FactorMailProps, code: FactorMailCode): MailWords {
  const link = acceptLink(props.url)
  const lead = fillLead(props)
  return {
    ...chooseHeading(props),
    preview: lead,
    lead: html`${lead}`,
    code: { value: oneLine(code.value) },
    notes: [writeLife(props, code), ...listFacts(props)],
    quietLink: link === undefined ? undefined : { text: props.texts.mails.notYou, url: link },
  }
}

function chooseHeading({
  kind,
  host,
  theme,
  texts,
}: FactorMailProps): Pick<MailWords, 'subject' | 'heading' | 'site'> {
  const heading = texts.mails[kind].subject
  const site = nameSite(theme, host)
  return { subject: oneLine(fillPlainText(heading, { site })), heading, site }
}

function writeText(props: FactorMailProps): readonly string[] {
  const { notYou, wasYou } = props.texts.mails
  const lead = fillLead(props)
  const facts = listFacts(props).join('\n')
  const link = acceptLink(props.url) ?? ''
  return props.code === undefined
    ? [lead, facts, notYou, link, wasYou]
    : [lead, oneLine(props.code.value), writeLife(props, props.code), facts, `${notYou}\n${link}`]
}

function fillLead({ kind, count = 0, texts }: FactorMailProps): string {
  return fillPlainText(texts.mails[kind].lead, { count: String(count) })
}

function writeLife({ language }: FactorMailProps, { minutes }: FactorMailCode): string {
  const duration = formatDuration(minutes, language.code)
  return fillPlainText(language.texts.mail.once, { duration })
}

/** What it is about, when it happened, and in which browser. */
function listFacts(props: FactorMailProps): readonly string[] {
  const { factor, date, userAgent, language, texts } = props
  const { mails, names } = texts
  const browser = describeBrowser(userAgent) ?? names.unknownBrowser
  return [
    ...(factor === undefined ? [] : [names[factor]]),
    fillPlainText(mails.when, { date: formatMoment(date, language.code) }),
    fillPlainText(mails.browser, { browser }),
  ]
}
