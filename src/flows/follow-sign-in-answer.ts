import type { Context } from '../context/context.js'
import { redirectTo, showPage, type RedirectOutcome } from '../context/outcome.js'
import { signInAnswerUrl } from '../context/redirects.js'
import { formSchemes } from '../http/form-schemes.js'
import { renderContinuePage } from '../pages/continue-page.js'
import { languageOf } from './pages/language.js'

/**
 * Redirects to the URL that the `signIn` callback returned. The form that the visitor sent may be on
 * one of our pages, whose policy does not know the URL's scheme. The browser would then block the
 * redirect without a word, so a page opens the URL instead.
 */
export async function followSignInAnswer(ctx: Context, answer: string): Promise<RedirectOutcome> {
  const to = signInAnswerUrl(ctx, answer)
  const isAllowed = formSchemes(ctx.origin).includes(new URL(to).protocol)
  // Only a browser that opens a document can show a page.
  const isNavigation = ctx.request.headers.get('sec-fetch-mode') === 'navigate'
  if (isAllowed || !isNavigation) return redirectTo(to)
  const shell = { theme: ctx.config.theme, siteUrl: ctx.origin, language: await languageOf(ctx) }
  const page = showPage((nonce) => renderContinuePage({ ...shell, nonce, url: to }))
  return { ...redirectTo(to), page }
}
