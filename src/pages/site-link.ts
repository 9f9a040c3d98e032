import { acceptLink } from '../http/accept-url.js'
import { html, type Html } from '../http/html.js'
import { describeSite, type PageShell } from './document.js'
import { fillText, isolate } from './fill-text.js'

/**
 * Renders the link back to the site, or to the page that the visitor came from if its URL is one to
 * link to. Undefined if the site has no http(s) URL.
 */
export function renderSiteLink(
  { siteUrl, language, theme }: PageShell,
  pageUrl?: unknown,
): Html | undefined {
  const site = describeSite(siteUrl)
  if (!site) return undefined
  const text = fillText(language.texts.links.toSite, { site: isolate(theme.name ?? site.host) })
  return html`<a class="quiet" href="${acceptLink(pageUrl) ?? site.href}">${text}</a>`
}
