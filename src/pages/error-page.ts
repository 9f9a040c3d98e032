import { html, type Html } from '../http/html.js'
import { renderDocument, type PageShell } from './document.js'
import { findErrorText } from './error-texts.js'
import { fillText, isolate } from './fill-text.js'
import { mistakeRules, renderMistakes } from './mistake-list.js'
import { findNextLinks, type NextLink } from './next-links.js'
import { renderQuietLink, type PageLink } from './password-links.js'
import type { MistakeReport } from '../model/mistake-report.js'

/** The input of the error page. */
export interface ErrorPageProps extends PageShell {
  /** The type of the error. An unknown type gets a general text. */
  readonly type: string
  readonly signinUrl: string
  /** What the log says. Empty in production. */
  readonly reports?: readonly MistakeReport[]
  /** The page on which the visitor can ask for a new password, if that helps. */
  readonly forgotPassword?: PageLink | undefined
}

/** Renders the page that explains an error and shows where to go next. */
export function renderErrorPage(props: ErrorPageProps): Html {
  const { reports = [] } = props
  const { title, sentence, next } = findErrorText(props.language.texts, props.type)
  const links = findNextLinks(next, props).map(renderLink)
  const forgotten = renderQuietLink(props.forgotPassword)
  if (forgotten) links.push(forgotten)
  return renderDocument(props, {
    heading: title,
    glyph: 'alert',
    lead: html`<p class="lead" role="alert">${sentence}</p>`,
    body: html`${renderMistakes(reports)}
    ${links.length > 0 && html`<div class="content">${links}</div>`}`,
    rules: reports.length > 0 ? mistakeRules : [],
  })
}

function renderLink({ href, text, host }: NextLink, index: number): Html {
  const look = index === 0 ? 'button brand painted' : 'quiet'
  const words = fillText(text, { site: isolate(host) })
  return html`<a class="${look}" href="${href}">${words}</a>`
}
