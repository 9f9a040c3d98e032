import type { ResolvedSecondFactor } from '../../config/second-factor.js'
import type { RouteContext } from '../../context/context.js'
import { redirectTo, showPage, type Outcome, type RedirectOutcome } from '../../context/outcome.js'
import type { PendingSignIn } from '../../context/waiting-sign-in.js'
import { pageUrl, routeUrl, type SafeUrl } from '../../context/redirects.js'
import { renderQrCode } from '../../factors/qr-code.js'
import { renderAddFactorPage } from '../../pages/add-factor-page.js'
import type { AdapterAuthenticator } from '../../model/adapter.js'
import { renderFactorsPage, type ListedFactor } from '../../pages/factors-page.js'
import { maskAddress } from '../../pages/mask-address.js'
import { renderNoProofPage } from '../../pages/no-proof-page.js'
import type { ProofWay } from '../../pages/proof-way.js'
import { renderRecoveryCodesPage } from '../../pages/recovery-codes-page.js'
import { renderSecondFactorPage } from '../../pages/second-factor-page.js'
import { requireConfirmedUser } from './confirmed-user.js'
import { requireFactorOwner } from './factor-owner.js'
import {
  chooseWay,
  errorWords,
  factorShell,
  ownPage,
  passkeyProps,
  problemOf,
  returnTo,
} from './factor-shell.js'
import { requirePendingSignIn } from './finish-pending.js'
import { findCodeAddress, isCodeMailed } from './mailed-code.js'
import { beginSetUp } from './offer-factor.js'
import { findFirstProof, type FirstProof } from './prove-first.js'
import { findFactors, waysOf } from './ways.js'

/** Shows the page that asks for the second factor of a pending sign-in. */
export async function showSecondFactor(
  ctx: RouteContext,
  { deviceDays }: ResolvedSecondFactor,
): Promise<Outcome> {
  const pending = await requirePendingSignIn(ctx)
  const { mustSetUp, mustProve } = pending
  if (mustSetUp && !mustProve) return redirectTo(pageUrl(ctx, 'addFactor', 'add-factor'))
  const ofFactors = waysOf(await findFactors(ctx, pending.userId), pending)
  const isFirst = mustProve === true && ofFactors.length === 0
  // A page of the app asks for second factors, which the user of a first proof does not have.
  const custom = isFirst ? undefined : ownPage(ctx, 'secondFactor')
  if (custom) return redirectTo(custom)
  const { ways, email, provider } = isFirst
    ? await findFirstProof(ctx, pending)
    : await findPendingWays(ctx, pending, ofFactors)
  const way = chooseWay(ctx, ways)
  const shell = await factorShell(ctx)
  const signinUrl = pageUrl(ctx, 'signIn', 'signin', { callbackUrl: pending.callbackUrl })
  if (isFirst && ways.length === 0) {
    const none = { ...shell, signinUrl, cancelUrl: shell.siteUrl }
    return showPage((nonce) => renderNoProofPage({ ...none, nonce }), 403)
  }
  const url = routeUrl(ctx, 'second-factor')
  const problem = problemOf(ctx)
  const props = {
    ...shell,
    ...(await passkeyProps(ctx, way)),
    email: email === undefined ? undefined : maskAddress(email),
    isCodeSent: await isCodeMailed(ctx, pending),
    action: url,
    pageUrl: url,
    ways,
    way,
    callbackUrl: undefined,
    hidden: { again: problem && 'true', for: way === 'passkey' ? 'second-factor' : undefined },
    // The set-up follows, and has no use for the answer.
    rememberDays: isFirst ? undefined : deviceDays,
    providers: provider && [{ id: provider.id, name: provider.name }],
    problem,
    error: errorWords(ctx, shell),
    signinUrl,
  }
  const page = showPage((nonce) => renderSecondFactorPage({ ...props, nonce }))
  return { ...page, hasScript: way === 'passkey' }
}

/** Returns the ways to prove the second factor. A user without one may get a code by mail. */
async function findPendingWays(
  ctx: RouteContext,
  pending: PendingSignIn,
  ofFactors: readonly ProofWay[],
): Promise<FirstProof> {
  const mayMail = ofFactors.length === 0 && pending.mayMailCode
  const email = mayMail ? await findCodeAddress(ctx, pending.userId, pending) : undefined
  return email === undefined ? { ways: ofFactors } : { ways: ['email-code'], email }
}

/** Shows the page that lists the second factors of the signed-in user. */
export async function showFactors(
  ctx: RouteContext,
  { required, types }: ResolvedSecondFactor,
): Promise<Outcome> {
  const { user, factors } = await requireConfirmedUser(ctx)
  const { callbackUrl } = await returnTo(ctx)
  const custom = ownPage(ctx, 'factors', callbackUrl)
  if (custom) return redirectTo(custom)
  const shell = await factorShell(ctx)
  const props = {
    ...shell,
    apps: factors.apps,
    passkeys: factors.passkeys.map(toListedPasskey),
    devices: factors.devices,
    recoveryCodes: factors.recoveryCodes.length,
    isRequired: typeof required === 'function' && (await required(user)),
    addUrl: types.has('totp')
      ? pageUrl(ctx, 'addFactor', 'add-factor', {
          callbackUrl: pageUrl(ctx, 'factors', 'factors', { callbackUrl }),
        })
      : undefined,
    removeUrl: routeUrl(ctx, 'remove-factor'),
    recoveryCodesUrl: routeUrl(ctx, 'recovery-codes'),
    callbackUrl,
    error: errorWords(ctx, shell),
  }
  return showPage((nonce) => renderFactorsPage({ ...props, nonce }))
}

function toListedPasskey(row: AdapterAuthenticator): ListedFactor {
  const { credentialID: id, name = null, createdAt, lastUsedAt } = row
  return {
    id,
    name,
    createdAt: createdAt ? new Date(createdAt) : null,
    lastUsedAt: lastUsedAt ? new Date(lastUsedAt) : null,
  }
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
    cancelUrl: owner.pending ? pageUrl(ctx, 'signIn', 'signin') : listUrl(ctx, callbackUrl),
    problem,
    error: errorWords(ctx, shell),
  }
  return showPage((nonce) => renderAddFactorPage({ ...props, nonce }))
}

/**
 * Returns the list of factors that the user came from. A page of the app that needs a second factor
 * would lead the user to the set-up again.
 */
function listUrl(ctx: RouteContext, callbackUrl: SafeUrl | undefined): SafeUrl {
  const list = pageUrl(ctx, 'factors', 'factors')
  return callbackUrl?.startsWith(list) ? callbackUrl : list
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
