import type { ResolvedSecondFactor } from '../../config/second-factor.js'
import type { RouteContext } from '../../context/context.js'
import { redirectTo, showPage, type Outcome } from '../../context/outcome.js'
import {
  pageUrl,
  resolveRedirect,
  routeUrl,
  signInUrl,
  type SafeUrl,
} from '../../context/redirects.js'
import type { PageShell } from '../../pages/document.js'
import { renderNoProofPage } from '../../pages/no-proof-page.js'
import { renderProvePage } from '../../pages/prove-page.js'
import { leadsToAccount } from '../../pages/site-link.js'
import type { CurrentUser } from '../../session/strategy.js'
import {
  chooseWay,
  errorWords,
  factorShell,
  ownPage,
  passkeyProps,
  problemOf,
} from '../second-factor/factor-shell.js'
import { requireCurrentUser } from './confirm.js'
import {
  findProofs,
  loadFactorFlows,
  mayProveBySignIn,
  mustChangePassword,
  type Proofs,
} from './proofs.js'

/** Shows the page on which the signed-in user confirms their identity. */
export async function showConfirm(ctx: RouteContext): Promise<Outcome> {
  const current = await requireCurrentUser(ctx)
  const callbackUrl = await resolveRedirect(ctx, ctx.callbackUrl)
  const { secondFactor } = ctx.config
  const flows = await loadFactorFlows(ctx)
  const isEnough = ctx.query.get('factors') !== '2'
  if (secondFactor && !isEnough && !(await flows?.hasFactor(ctx, current))) {
    return redirectTo(setUpUrl(ctx, secondFactor, callbackUrl))
  }
  const proofs = await findProofs(ctx, current)
  if (proofs.ways.length === 0) return showNoProof(ctx, current, { proofs, callbackUrl })
  const custom = ownPage(ctx, 'confirm', callbackUrl)
  if (custom) return redirectTo(custom)
  // A sign-in with a passkey or with credentials of the app's own proves more than a mailed code.
  const isWeak = proofs.ways.every((way) => way === 'email-code')
  const mayProve = isWeak && (await mayProveBySignIn(ctx, current))
  return showProve(ctx, proofs, {
    callbackUrl,
    signinUrl: mayProve ? signInUrl(ctx, callbackUrl) : undefined,
  })
}

/** Where the page leads to. */
interface ProofTargets {
  readonly callbackUrl: SafeUrl
  readonly signinUrl: SafeUrl | undefined
}

async function showProve(
  ctx: RouteContext,
  { ways, providers, email, mailed }: Proofs,
  { callbackUrl, signinUrl }: ProofTargets,
): Promise<Outcome> {
  const shell = await factorShell(ctx)
  const problem = problemOf(ctx)
  const way = chooseWay(ctx, ways)
  const unproven =
    mailed?.provider === undefined ? undefined : ctx.config.providers.get(mailed.provider)
  const props = {
    ...shell,
    ...(await passkeyProps(ctx, way)),
    action: routeUrl(ctx, 'confirm'),
    pageUrl: routeUrl(ctx, 'confirm', { callbackUrl }),
    ways,
    way,
    providers: providers.map(({ id, name }) => ({ id, name })),
    email,
    isCodeSent: mailed !== undefined,
    unprovenProvider: unproven?.name,
    callbackUrl,
    signinUrl,
    cancelUrl: findWayOut(shell, callbackUrl),
    hidden: { again: problem && 'true', for: way === 'passkey' ? 'confirm' : undefined },
    problem,
    error: errorWords(ctx, shell),
  }
  const page = showPage((nonce) => renderProvePage({ ...props, nonce }))
  return { ...page, hasScript: way === 'passkey' }
}

/**
 * A user without any of these ways signs in again, which is a proof too. A sign-in with OAuth is not:
 * after one, the page asks for another way to sign in, or says that the user has no other way. A user
 * whose only way is a password that must be changed changes it, which is a sign-in with the new one.
 */
async function showNoProof(
  ctx: RouteContext,
  current: CurrentUser,
  { proofs, callbackUrl }: { readonly proofs: Proofs; readonly callbackUrl: SafeUrl },
): Promise<Outcome> {
  const mayProve = await mayProveBySignIn(ctx, current)
  const signinUrl = mayProve ? signInUrl(ctx, callbackUrl) : undefined
  if (signinUrl !== undefined && proofs.unproven === undefined) return redirectTo(signinUrl)
  if (signinUrl === undefined && (await mustChangePassword(ctx, current))) {
    return redirectTo(pageUrl(ctx, 'changePassword', 'change-password', { callbackUrl }))
  }
  const shell = await factorShell(ctx)
  const unproven = signinUrl && ctx.config.providers.get(proofs.unproven ?? '')
  const cancelUrl = findWayOut(shell, callbackUrl)
  const props = { ...shell, signinUrl, unprovenProvider: unproven?.name, cancelUrl }
  return showPage((nonce) => renderNoProofPage({ ...props, nonce }), 403)
}

/** The account page asks for no proof. Another page may ask again at once, so that leads to the site. */
function findWayOut(shell: Omit<PageShell, 'nonce'>, callbackUrl: SafeUrl): string {
  return leadsToAccount(shell, callbackUrl) ? callbackUrl : shell.siteUrl
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
