import { html, type Html } from '../http/html.js'
import { describeSite, type PageShell } from './document.js'
import { fillText, isolate } from './fill-text.js'

/**
 * Renders the link back to the site, or to the page of it that the visitor came from. Undefined if the
 * site has no http(s) URL.
 */
export function renderSiteLink(
  { siteUrl, language }: PageShell,
  pageUrl?: string,
): Html | undefined {
  const site = describeSite(siteUrl)
  if (!site) return undefined
  const text = fillText(language.texts.links.toSite, { site: isolate(site.host) })
  return html`<a class="quiet" href="${pageUrl ?? site.href}">${text}</a>`
}
