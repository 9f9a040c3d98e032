import type { Context } from '../../context/context.js'
import { pageUrl } from '../../context/redirects.js'
import type { PageShell } from '../../pages/document.js'
import { languageOf } from './language.js'

/** Returns what every page needs, except the nonce of its response. */
export async function pageShell(ctx: Context): Promise<Omit<PageShell, 'nonce'>> {
  const { theme, account } = ctx.config
  return {
    theme,
    siteUrl: ctx.origin,
    accountUrl: account && pageUrl(ctx, 'account', 'account'),
    language: await languageOf(ctx),
  }
}
