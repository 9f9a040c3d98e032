import type { ResolvedOAuthProvider } from '../config/oauth-provider.js'
import { takeAttempt } from '../context/attempt-cookie.js'
import type { RouteContext } from '../context/context.js'
import { redirectTo, type RedirectOutcome } from '../context/outcome.js'
import { equalInConstantTime } from '../crypto/equal.js'
import { AuthError } from '../errors/auth-error.js'
import { OAuthAttemptLost } from '../errors/oauth-errors.js'
import type { Profile } from '../model/records.js'
import { attemptId, type Attempt } from '../oauth/attempt.js'
import { claimedState, validateAuthorizationResponse } from '../oauth/authorization-response.js'
import { exchangeCode } from '../oauth/exchange-code.js'
import { loadServer, type Server } from '../oauth/server.js'
import { fetchUserinfo } from '../oauth/userinfo.js'
import { completeSignIn } from './complete-sign-in.js'
import { identify, type OAuthIdentity } from './oauth-identity.js'
import { viewProvider } from './oauth-view.js'
import { forwardTarget } from './redirect-proxy.js'

const otherProvider = 'The response answers a sign-in at another provider.'

/** Finishes a sign-in with what the provider sent back through the browser. */
export async function oauthCallback(
  ctx: RouteContext,
  provider: ResolvedOAuthProvider,
  params: URLSearchParams,
): Promise<RedirectOutcome> {
  const elsewhere = await forwardTarget(ctx, provider, params)
  if (elsewhere) return redirectTo(elsewhere)

  const attempt = await findAttempt(ctx, provider, params)
  try {
    const server = await loadServer(provider.party)
    if (attempt.issuer !== server.issuer) throw new OAuthAttemptLost(otherProvider)
    const { user, account, profile } = await prove(ctx, provider, server, attempt, params)
    const { wantedUrl } = attempt
    return await completeSignIn(ctx, { user, account, profile, isNewUser: false, wantedUrl })
  } catch (thrown) {
    // Only the attempt knew; whoever tries again shall still get there.
    if (thrown instanceof AuthError) thrown.wantedUrl = attempt.wantedUrl
    throw thrown
  }
}

/** Who signed in, proven by the provider's answers. */
async function prove(
  ctx: RouteContext,
  provider: ResolvedOAuthProvider,
  server: Server,
  attempt: Attempt,
  params: URLSearchParams,
): Promise<OAuthIdentity & { readonly profile: Profile }> {
  const { party } = provider
  const view = viewProvider(ctx, provider, server)
  const response = await validateAuthorizationResponse(party, server, attempt, params)
  const { tokens, claims } = await exchangeCode(party, server, attempt, response, view)
  const profile =
    claims && party.profileFromIdToken
      ? claims
      : await fetchUserinfo(party, server, tokens, claims, view)
  return { ...(await identify(provider, profile, tokens)), profile }
}

/** The attempt that this very browser started, at this provider, and has not finished. */
async function findAttempt(
  ctx: RouteContext,
  { party }: ResolvedOAuthProvider,
  params: URLSearchParams,
): Promise<Attempt> {
  const isChecked = party.checks.has('state')
  const state = claimedState(params)
  if (isChecked && state === undefined) throw new OAuthAttemptLost('The response has no state.')
  const attempt = await takeAttempt(ctx, attemptId(party, isChecked ? state : undefined))
  if (!attempt) throw new OAuthAttemptLost('No sign-in with this state is under way here.')
  const isSame = attempt.state === undefined || equalInConstantTime(attempt.state, state ?? '')
  if (!isSame || attempt.providerId !== party.id) throw new OAuthAttemptLost(otherProvider)
  return attempt
}
