import { html, type Html } from '../http/html.js'
import { acceptLink } from './accept-url.js'
import { describeSite, renderDocument, type PageShell } from './document.js'
import { findErrorText, type NextStep } from './error-texts.js'
import { fillText, isolate } from './fill-text.js'

/** What the error page shows. */
export interface ErrorPageProps extends PageShell {
  /** The error's type; one that we do not know gets a general text. */
  readonly type: string
  readonly signinUrl: string
}

/** Renders the page that says what went wrong and where to go from there. */
export function renderErrorPage(props: ErrorPageProps): Html {
  const { title, sentence, next } = findErrorText(props.language.texts, props.type)
  const links = next.flatMap((step) => describeStep(step, props) ?? [])
  return renderDocument(props, {
    heading: title,
    glyph: 'alert',
    lead: html`<p class="lead" role="alert">${sentence}</p>`,
    body: html`<div class="content">${links.map(renderLink)}</div>`,
  })
}

interface Link {
  readonly href: string
  readonly text: Html | string
}

function renderLink({ href, text }: Link, index: number): Html {
  const look = index === 0 ? 'button brand painted' : 'quiet'
  return html`<a class="${look}" href="${href}">${text}</a>`
}

function describeStep(step: NextStep, props: ErrorPageProps): Link | undefined {
  const { toSignIn, toSite } = props.language.texts.links
  if (step === 'sign-in') {
    const href = acceptLink(props.signinUrl)
    return href === undefined ? undefined : { href, text: toSignIn }
  }
  const site = describeSite(props.siteUrl)
  return site && { href: site.href, text: fillText(toSite, { site: isolate(site.host) }) }
}
