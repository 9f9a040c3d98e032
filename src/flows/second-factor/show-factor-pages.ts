import type { ResolvedSecondFactor } from '../../config/second-factor.js'
import type { RouteContext } from '../../context/context.js'
import { redirectTo, showPage, type Outcome, type RedirectOutcome } from '../../context/outcome.js'
import { pageUrl, routeUrl, type SafeUrl } from '../../context/redirects.js'
import { renderQrCode } from '../../factors/qr-code.js'
import { renderAddFactorPage } from '../../pages/add-factor-page.js'
import type { AdapterAuthenticator } from '../../model/adapter.js'
import { renderFactorsPage, type ListedFactor } from '../../pages/factors-page.js'
import { maskAddress } from '../../pages/mask-address.js'
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
import { findFactors, waysOf } from './ways.js'

/** Shows the page that asks for the second factor of a pending sign-in. */
export async function showSecondFactor(
  ctx: RouteContext,
  { deviceDays }: ResolvedSecondFactor,
): Promise<Outcome> {
  const pending = await requirePendingSignIn(ctx)
  if (pending.mustSetUp) return redirectTo(pageUrl(ctx, 'addFactor', 'add-factor'))
  const custom = ownPage(ctx, 'secondFactor')
  if (custom) return redirectTo(custom)
  const ofFactors = waysOf(await findFactors(ctx, pending.userId), pending)
  const email =
    ofFactors.length === 0 && pending.mayMailCode
      ? await findCodeAddress(ctx, pending.userId, pending)
      : undefined
  const ways = email === undefined ? ofFactors : (['email-code'] as const)
  const way = chooseWay(ctx, ways)
  const shell = await factorShell(ctx)
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
    rememberDays: deviceDays,
    problem,
    error: errorWords(ctx, shell),
    signinUrl: pageUrl(ctx, 'signIn', 'signin', { callbackUrl: pending.callbackUrl }),
  }
  const page = showPage((nonce) => renderSecondFactorPage({ ...props, nonce }))
  return { ...page, hasScript: way === 'passkey' }
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
