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
 * Where a user who has signed out here goes to end this session at the provider as well, on the way to
 * `wantedUrl`; undefined when there is nothing to end, or the provider cannot be asked.
 *
 * @see OpenID Connect RP-Initiated Logout 1.0, section 2
 */
export async function leaveProvider(
  ctx: SignInContext,
  session: ProviderSession | undefined,
  wantedUrl: SafeUrl,
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
    await saveProviderSignOut(ctx, { state, wantedUrl })
    return providerUrl(url)
  } catch (cause) {
    // Here the session is over, which is what was asked for first.
    const text = `The session at the provider "${provider.id}" could not be ended.`
    ctx.log.error(new SignOutError(text, { cause }))
    return undefined
  }
}

/**
 * Sends whoever comes back from the provider to where they wanted to go. Who brings another `state`,
 * or none, has signed out all the same.
 */
export async function returnFromProvider(ctx: RouteContext): Promise<RedirectOutcome> {
  const wantedUrl = await consumeProviderSignOut(ctx, ctx.query.get('state'))
  return redirectTo(await resolveRedirect(ctx, wantedUrl))
}
