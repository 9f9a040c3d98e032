import type { ResolvedSecondFactor } from '../../config/second-factor.js'
import { isOAuth, type ResolvedProvider } from '../../config/providers.js'
import type { RouteContext } from '../../context/context.js'
import { redirectTo, showPage, type Outcome } from '../../context/outcome.js'
import { pageUrl, resolveRedirect, routeUrl, signInUrl } from '../../context/redirects.js'
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
  problemOf,
} from '../second-factor/factor-shell.js'
import { findFactors, hasFactor, isEnrolled } from '../second-factor/ways.js'
import { requireCurrentUser } from './confirm.js'

/** Shows the page on which the signed-in user confirms their identity. */
export async function showConfirm(
  ctx: RouteContext,
  secondFactor: ResolvedSecondFactor,
): Promise<Outcome> {
  const current = await requireCurrentUser(ctx)
  const callbackUrl = await resolveRedirect(ctx, ctx.callbackUrl)
  const isEnough = ctx.query.get('factors') !== '2'
  if (!isEnough && !(await hasFactor(ctx, secondFactor, current.user.id))) {
    return redirectTo(pageUrl(ctx, 'addFactor', 'add-factor', { callbackUrl }))
  }
  const providers = await provingProviders(ctx, current)
  const ways = await waysOf(ctx, secondFactor, current, providers.length > 0)
  // A user who has no other way signs in again, which is a proof too.
  if (ways.length === 0) return redirectTo(signInUrl(ctx, callbackUrl))
  const custom = ownPage(ctx, 'confirm', callbackUrl)
  if (custom) return redirectTo(custom)
  const shell = await factorShell(ctx)
  const problem = problemOf(ctx)
  const props = {
    ...shell,
    action: routeUrl(ctx, 'confirm'),
    pageUrl: routeUrl(ctx, 'confirm', { callbackUrl }),
    ways,
    way: chooseWay(ctx, ways),
    providers: providers.map(({ id, name }) => ({ id, name })),
    callbackUrl,
    hidden: { again: problem && 'true' },
    problem,
    error: errorWords(ctx, shell),
  }
  return showPage((nonce) => renderProvePage({ ...props, nonce }))
}

/** The ways in which the user can confirm their identity, the strongest first. */
async function waysOf(
  ctx: RouteContext,
  secondFactor: ResolvedSecondFactor,
  { user }: CurrentUser,
  hasProvider: boolean,
): Promise<readonly ProofWay[]> {
  const factors = await findFactors(ctx, user.id)
  if (isEnrolled(secondFactor, factors)) {
    return factors.recoveryCodes.length > 0 ? ['code', 'recovery-code'] : ['code']
  }
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
