import type { ResolvedSecondFactor } from '../../config/second-factor.js'
import { isOAuth, type ResolvedProvider } from '../../config/providers.js'
import type { RouteContext } from '../../context/context.js'
import { redirectTo, showPage, type Outcome } from '../../context/outcome.js'
import {
  pageUrl,
  resolveRedirect,
  routeUrl,
  signInUrl,
  type SafeUrl,
} from '../../context/redirects.js'
import type { ProofWay } from '../../pages/proof-way.js'
import { renderProvePage } from '../../pages/prove-page.js'
import type { CurrentUser } from '../../session/strategy.js'
import { operationsOf } from '../../store/operations.js'
import { findPasswordProvider } from '../password/password-provider.js'
import {
  chooseWay,
  errorWords,
  factorShell,
  ownPage,
  passkeyProps,
  problemOf,
} from '../second-factor/factor-shell.js'
import { findFactors, hasFactor, waysOf } from '../second-factor/ways.js'
import { requireCurrentUser } from './confirm.js'

/** Shows the page on which the signed-in user confirms their identity. */
export async function showConfirm(
  ctx: RouteContext,
  secondFactor: ResolvedSecondFactor,
): Promise<Outcome> {
  const current = await requireCurrentUser(ctx)
  const callbackUrl = await resolveRedirect(ctx, ctx.callbackUrl)
  const isEnough = ctx.query.get('factors') !== '2'
  if (!isEnough && !(await hasFactor(ctx, current))) {
    return redirectTo(setUpUrl(ctx, secondFactor, callbackUrl))
  }
  const providers = await provingProviders(ctx, current)
  const ways = await findWays(ctx, current, providers.length > 0)
  // A user who has no other way signs in again, which is a proof too.
  if (ways.length === 0) return redirectTo(signInUrl(ctx, callbackUrl))
  const custom = ownPage(ctx, 'confirm', callbackUrl)
  if (custom) return redirectTo(custom)
  const shell = await factorShell(ctx)
  const problem = problemOf(ctx)
  const way = chooseWay(ctx, ways)
  const props = {
    ...shell,
    ...(await passkeyProps(ctx, way)),
    action: routeUrl(ctx, 'confirm'),
    pageUrl: routeUrl(ctx, 'confirm', { callbackUrl }),
    ways,
    way,
    providers: providers.map(({ id, name }) => ({ id, name })),
    callbackUrl,
    cancelUrl: shell.siteUrl,
    hidden: { again: problem && 'true', for: way === 'passkey' ? 'confirm' : undefined },
    problem,
    error: errorWords(ctx, shell),
  }
  const page = showPage((nonce) => renderProvePage({ ...props, nonce }))
  return { ...page, hasScript: way === 'passkey' }
}

/** Returns where a user sets up the first factor. A passkey is added on the account page, if there is one. */
function setUpUrl(
  ctx: RouteContext,
  { types }: ResolvedSecondFactor,
  callbackUrl: SafeUrl,
): SafeUrl {
  if (types.has('totp')) return pageUrl(ctx, 'addFactor', 'add-factor', { callbackUrl })
  const { account } = ctx.config
  const hasPasskeys = account && !account.hide?.includes('passkeys')
  return hasPasskeys
    ? pageUrl(ctx, 'account', 'account')
    : pageUrl(ctx, 'factors', 'factors', { callbackUrl })
}

/** The ways in which the user can confirm their identity, the strongest first. */
async function findWays(
  ctx: RouteContext,
  { user, findAuthentication }: CurrentUser,
  hasProvider: boolean,
): Promise<readonly ProofWay[]> {
  const ofFactors = waysOf(await findFactors(ctx, user.id), await findAuthentication())
  if (ofFactors.length > 0) return ofFactors
  const hasPassword =
    findPasswordProvider(ctx.config) && (await operationsOf(ctx).passwords.find(user.id))
  return [
    ...(hasPassword ? (['password'] as const) : []),
    ...(hasProvider ? (['provider'] as const) : []),
  ]
}

/**
 * Returns the providers of the user's accounts that can prove a new sign-in. Only OpenID Connect
 * says when the user signed in.
 */
export async function provingProviders(
  ctx: RouteContext,
  { user }: CurrentUser,
): Promise<readonly ResolvedProvider[]> {
  const ids = new Set(await operationsOf(ctx).listProviders(user.id))
  return [...ctx.config.providers.values()].filter(
    (provider) => ids.has(provider.id) && isOAuth(provider) && provider.type === 'oidc',
  )
}
