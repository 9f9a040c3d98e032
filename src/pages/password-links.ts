import { html, type Html } from '../http/html.js'
import { acceptLink } from '../http/accept-url.js'

/** The link that belongs to the form of a provider that stores passwords. */
export interface PasswordLinks {
  /** The form that the link belongs to. */
  readonly providerId: string
  readonly forgotPassword?: PageLink | undefined
}

/** A link with its text in the language of the page. */
export interface PageLink {
  readonly url: string
  readonly text: string
}

/** CSS rules for the link. Only pages that have it contain the rules. */
export const passwordLinkRules: readonly string[] = [
  '.forgot{justify-self:end;margin-block:-.625rem -.75rem;padding:.375rem 0;color:var(--muted);font-size:.9375rem}',
]

/** Renders the link that follows a password field. Undefined if the URL is not safe. */
export function renderForgotLink(link: PageLink | undefined): Html | undefined {
  return renderLink('forgot', link)
}

/** Renders a link that follows what the page is for. Undefined if the URL is not safe. */
export function renderQuietLink(link: PageLink | undefined): Html | undefined {
  return renderLink('quiet', link)
}

function renderLink(look: string, link: PageLink | undefined): Html | undefined {
  const href = acceptLink(link?.url)
  return href === undefined ? undefined : html`<a class="${look}" href="${href}">${link?.text}</a>`
}
