import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import { isOAuth } from '../../config/providers.js'
import type { RouteContext } from '../../context/context.js'
import type { RedirectOutcome } from '../../context/outcome.js'
import {
  isRedirectPaused,
  pauseRedirects,
  secondsAfterRedirect,
} from '../../context/redirect-pause.js'
import type { SafeUrl } from '../../context/redirects.js'
import { initiatorOf, isPrefetch, isUserNavigation } from '../../http/origin.js'
import { loadOAuth } from '../oauth/load-oauth.js'

/**
 * Redirects the visitor to the only provider instead of showing a page with one button. Undefined if
 * the page has to be shown.
 */
export async function redirectAtOnce(
  ctx: RouteContext,
  callbackUrl: SafeUrl,
): Promise<RedirectOutcome | undefined> {
  const provider = findOnlyProvider(ctx)
  if (!provider || !isOpenedHere(ctx) || (await isRedirectPaused(ctx))) return undefined
  const { oauthStart } = await loadOAuth()
  // The query of a link must not change what the provider is asked for.
  const start = { provider, callbackUrl, link: false, authorizationParams: [] }
  await pauseRedirects(ctx, secondsAfterRedirect)
  return oauthStart(ctx, start)
}

function findOnlyProvider({ config, provider }: RouteContext): ResolvedOAuthProvider | undefined {
  if (!config.autoRedirect || provider !== undefined) return undefined
  const [only, ...others] = config.providers.values()
  return only && isOAuth(only) && others.length === 0 ? only : undefined
}

/**
 * Whether a user opened the page, by a click on this site or by its URL. A link on another site must
 * not sign anyone in, just as a form there must not. A visitor with an error has to read it first.
 */
function isOpenedHere({ request, query, origin }: RouteContext): boolean {
  const { headers, method } = request
  const isLocal = headers.has('sec-fetch-site') && initiatorOf(headers, origin) !== 'foreign'
  return (
    method === 'GET' &&
    isLocal &&
    isUserNavigation(headers) &&
    !isPrefetch(headers) &&
    !query.has('error')
  )
}
