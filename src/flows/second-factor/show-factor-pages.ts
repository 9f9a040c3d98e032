import type { ResolvedSecondFactor } from '../../config/second-factor.js'
import type { RouteContext } from '../../context/context.js'
import { redirectTo, showPage, type Outcome, type RedirectOutcome } from '../../context/outcome.js'
import { pageUrl, routeUrl } from '../../context/redirects.js'
import { renderQrCode } from '../../factors/qr-code.js'
import { renderAddFactorPage } from '../../pages/add-factor-page.js'
import { renderFactorsPage } from '../../pages/factors-page.js'
import type { ProofWay } from '../../pages/proof-way.js'
import { renderRecoveryCodesPage } from '../../pages/recovery-codes-page.js'
import { renderSecondFactorPage } from '../../pages/second-factor-page.js'
import { requireConfirmedUser } from './confirmed-user.js'
import { requireFactorOwner } from './factor-owner.js'
import { chooseWay, errorWords, factorShell, ownPage, problemOf, returnTo } from './factor-shell.js'
import { requirePendingSignIn } from './finish-pending.js'
import { beginSetUp } from './offer-factor.js'
import { findFactors } from './ways.js'

/** Shows the page that asks for the second factor of a pending sign-in. */
export async function showSecondFactor(
  ctx: RouteContext,
  { deviceDays }: ResolvedSecondFactor,
): Promise<Outcome> {
  const pending = await requirePendingSignIn(ctx)
  if (pending.mustSetUp) return redirectTo(pageUrl(ctx, 'addFactor', 'add-factor'))
  const custom = ownPage(ctx, 'secondFactor')
  if (custom) return redirectTo(custom)
  const { recoveryCodes } = await findFactors(ctx, pending.userId)
  const ways: readonly ProofWay[] = recoveryCodes.length > 0 ? ['code', 'recovery-code'] : ['code']
  const shell = await factorShell(ctx)
  const url = routeUrl(ctx, 'second-factor')
  const problem = problemOf(ctx)
  const props = {
    ...shell,
    action: url,
    pageUrl: url,
    ways,
    way: chooseWay(ctx, ways),
    callbackUrl: undefined,
    hidden: { again: problem && 'true' },
    rememberDays: deviceDays,
    problem,
    error: errorWords(ctx, shell),
    signinUrl: pageUrl(ctx, 'signIn', 'signin', { callbackUrl: pending.callbackUrl }),
  }
  return showPage((nonce) => renderSecondFactorPage({ ...props, nonce }))
}

/** Shows the page that lists the second factors of the signed-in user. */
export async function showFactors(
  ctx: RouteContext,
  { required }: ResolvedSecondFactor,
): Promise<Outcome> {
  const { user, factors } = await requireConfirmedUser(ctx)
  const { callbackUrl } = await returnTo(ctx)
  const custom = ownPage(ctx, 'factors', callbackUrl)
  if (custom) return redirectTo(custom)
  const shell = await factorShell(ctx)
  const props = {
    ...shell,
    apps: factors.apps,
    devices: factors.devices,
    recoveryCodes: factors.recoveryCodes.length,
    isRequired: typeof required === 'function' && (await required(user)),
    addUrl: pageUrl(ctx, 'addFactor', 'add-factor', { callbackUrl }),
    removeUrl: routeUrl(ctx, 'remove-factor'),
    recoveryCodesUrl: routeUrl(ctx, 'recovery-codes'),
    callbackUrl,
    error: errorWords(ctx, shell),
  }
  return showPage((nonce) => renderFactorsPage({ ...props, nonce }))
}

/** Shows the page on which a user sets up an authenticator app. */
export async function showAddFactor(ctx: RouteContext): Promise<Outcome> {
  const owner = await requireFactorOwner(ctx)
  const { callbackUrl } = await returnTo(ctx)
  const custom = ownPage(ctx, 'addFactor', callbackUrl)
  if (custom) return redirectTo(custom)
  const { url, key } = await beginSetUp(ctx, owner)
  const shell = await factorShell(ctx)
  const problem = problemOf(ctx)
  const props = {
    ...shell,
    action: routeUrl(ctx, 'add-factor'),
    callbackUrl,
    hidden: { again: problem && 'true' },
    qrCode: await renderQrCode(url),
    otpauthUrl: url,
    key,
    isRequired: owner.pending !== undefined,
    cancelUrl: owner.pending
      ? pageUrl(ctx, 'signIn', 'signin')
      : pageUrl(ctx, 'factors', 'factors', { callbackUrl }),
    problem,
    error: errorWords(ctx, shell),
  }
  return showPage((nonce) => renderAddFactorPage({ ...props, nonce }))
}

/** Shows new recovery codes, once. A program gets the redirect that the page's button has. */
export async function showRecoveryCodes(
  ctx: RouteContext,
  codes: readonly string[],
  next: RedirectOutcome,
): Promise<RedirectOutcome> {
  const shell = await factorShell(ctx)
  const page = showPage((nonce) =>
    renderRecoveryCodesPage({ ...shell, nonce, codes, continueUrl: next.to }),
  )
  return { ...next, page, recoveryCodes: codes }
}
