import type { Context } from '../../context/context.js'
import type { PageShell } from '../../pages/document.js'
import { languageOf } from './language.js'

/** Returns what every page needs, except the nonce of its response. */
export async function pageShell(ctx: Context): Promise<Omit<PageShell, 'nonce'>> {
  return { theme: ctx.config.theme, siteUrl: ctx.origin, language: await languageOf(ctx) }
}
