import { html, type Html } from '../http/html.js'
import { acceptLink } from '../http/accept-url.js'
import type { PageShell } from './document.js'

/** The links at the end of a page, and their CSS rules. */
export interface LegalLinks {
  readonly markup: Html | undefined
  readonly rules: readonly string[]
}

/** Renders the links to the terms and to the privacy policy, if the theme has them. */
export function renderLegalLinks({ theme, language }: PageShell): LegalLinks {
  const { terms, privacy } = language.texts.links
  const links = [renderLink(theme.termsUrl, terms), renderLink(theme.privacyUrl, privacy)]
  if (links.every((link) => link === undefined)) return { markup: undefined, rules: [] }
  return { markup: html`<footer class="legal">${links}</footer>`, rules }
}

const rules: readonly string[] = [
  '.legal{display:flex;flex-wrap:wrap;justify-content:center;gap:0 1.25rem;margin-block:1.5rem -1rem;color:var(--muted);font-size:.875rem}',
  '.legal a{padding:.5rem 0}',
]

function renderLink(url: string | undefined, text: string): Html | undefined {
  const href = acceptLink(url)
  return href === undefined ? undefined : html`<a href="${href}">${text}</a>`
}
