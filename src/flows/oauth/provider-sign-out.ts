import { isOAuth } from '../../config/providers.js'
import type { RouteContext, SignInContext } from '../../context/context.js'
import {
  saveProviderSignOut,
  consumeProviderSignOut,
} from '../../context/provider-sign-out-cookie.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import type { ProviderSession } from '../../context/provider-session.js'
import { providerUrl, resolveRedirect, routeUrl, type SafeUrl } from '../../context/redirects.js'
import { randomToken } from '../../crypto/random.js'
import { SignOutError } from '../../errors/runtime-errors.js'
import { loadOAuth } from './load-oauth.js'

/**
 * Returns the provider's URL that also ends the user's session there and then returns to
 * `callbackUrl`. Undefined if there is no session to end or the provider's URL cannot be built.
 *
 * @see OpenID Connect RP-Initiated Logout 1.0, section 2
 */
export async function leaveProvider(
  ctx: SignInContext,
  session: ProviderSession | undefined,
  callbackUrl: SafeUrl,
): Promise<SafeUrl | undefined> {
  const provider = session && ctx.config.providers.get(session.providerId)
  if (!provider || !isOAuth(provider) || !provider.party.endsSession) return undefined
  const state = randomToken()
  try {
    const { loadServer, logoutUrl } = await loadOAuth()
    const request = {
      idToken: session.idToken,
      returnUri: routeUrl(ctx, `signout/${provider.id}`),
      state,
    }
    const url = logoutUrl(provider.party, await loadServer(provider.party), request)
    await saveProviderSignOut(ctx, { state, callbackUrl })
    return providerUrl(url)
  } catch (cause) {
    // The session in this app has ended, which is the main part of the request.
    const text = `The session at the provider "${provider.id}" could not be ended.`
    ctx.log.error(new SignOutError(text, { cause }))
    return undefined
  }
}

/**
 * Redirects a user who returns from the provider to the URL that they wanted to reach. If `state`
 * is wrong or missing, the user is still signed out.
 */
export async function returnFromProvider(ctx: RouteContext): Promise<RedirectOutcome> {
  const callbackUrl = await consumeProviderSignOut(ctx, ctx.query.get('state'))
  return redirectTo(await resolveRedirect(ctx, callbackUrl))
}
