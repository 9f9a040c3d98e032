import { acceptLink } from '../http/accept-url.js'
import { html, type Html } from '../http/html.js'
import { describeSite, type PageShell } from './document.js'
import { parseUrl } from '../http/parse-url.js'
import { fillText, isolate } from './fill-text.js'

/**
 * Renders the link back to the site, or to the page that the visitor came from if its URL is one to
 * link to. Undefined if the site has no http(s) URL.
 */
export function renderSiteLink(shell: PageShell, pageUrl?: unknown): Html | undefined {
  const site = describeSite(shell.siteUrl)
  if (!site) return undefined
  const { toSite, toAccount } = shell.language.texts.links
  const text = leadsToAccount(shell, pageUrl)
    ? html`${toAccount}`
    : fillText(toSite, { site: isolate(shell.theme.name ?? site.host) })
  return html`<a class="quiet" href="${acceptLink(pageUrl) ?? site.href}">${text}</a>`
}

/** Whether a URL is the one of the account page, at any section. */
export function leadsToAccount(
  { siteUrl, accountUrl }: Pick<PageShell, 'siteUrl' | 'accountUrl'>,
  url: unknown,
): boolean {
  if (accountUrl === undefined || typeof url !== 'string') return false
  const [page, account] = [parseUrl(url, siteUrl), parseUrl(accountUrl, siteUrl)]
  return page?.origin === account?.origin && page?.pathname === account?.pathname
}
