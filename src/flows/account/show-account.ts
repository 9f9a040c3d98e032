import { isOAuth, isWebAuthn } from '../../config/providers.js'
import type { RouteContext } from '../../context/context.js'
import { csrfToken } from '../../context/csrf.js'
import { redirectTo, showPage, type Outcome } from '../../context/outcome.js'
import {
  customPageUrl,
  pageUrl,
  resolveRedirect,
  routeUrl,
  type SafeUrl,
} from '../../context/redirects.js'
import { acceptPicture, originOf } from '../../http/accept-url.js'
import type { AccountPage } from '../../model/account.js'
import type { AccountDescription } from '../../model/account-description.js'
import { callbackUrlLimits } from '../../model/callback-url-limits.js'
import type { AddressProblem } from '../../pages/account/account-page-props.js'
import { changedSections, type ChangedSection } from '../../pages/account/changed-section.js'
import { renderAccountPage } from '../../pages/account-page.js'
import { findErrorText } from '../../pages/error-texts.js'
import { findPasswordTexts } from '../../pages/find-password-texts.js'
import { leadsToAccount } from '../../pages/site-link.js'
import { strategyOf } from '../../session/choose-strategy.js'
import { loadPasskeyFlows } from '../passkey/load-flows.js'
import { accountShell, type AccountShell } from './account-shell.js'
import { describeAccountOf } from './describe-account.js'

/** Shows the account of the signed-in user. A visitor signs in first. */
export async function showAccount(ctx: RouteContext, page: AccountPage): Promise<Outcome> {
  const callbackUrl = await findWayBack(ctx)
  const accountUrl = ownUrl(ctx, callbackUrl)
  const current = await strategyOf(ctx).currentUser(ctx)
  if (!current) return redirectTo(pageUrl(ctx, 'signIn', 'signin', { callbackUrl: accountUrl }))
  const error = ctx.query.get('error') ?? undefined
  const form = ctx.query.get('form') === 'remove-password' ? 'remove-password' : undefined
  const custom = customPageUrl(ctx, 'account', { error, form })
  if (custom) return redirectTo(custom)
  const account = await describeAccountOf(ctx, page, current, accountUrl)
  const shell = await accountShell(ctx)
  const removalProblem = form && (await findRemovalProblem(ctx, shell, error, account))
  const addressProblem = form ? undefined : await findAddressProblem(ctx, shell, error, account)
  const isNameInvalid = error === 'InvalidName' && account.profile !== undefined
  const props = {
    ...shell,
    account,
    hidesAddress: page.hide?.includes('address') ?? false,
    addressProblem,
    removalProblem,
    isNameInvalid,
    styles: new Map(
      [...ctx.config.providers.values()].filter(isOAuth).map(({ id, style }) => [id, style]),
    ),
    providerNames: nameProviders(ctx, shell),
    csrfToken: await csrfToken(ctx),
    basePath: ctx.config.basePath,
    routesUrl: ctx.origin + ctx.config.basePath,
    accountUrl,
    callbackUrl,
    changed: error === undefined ? findChanged(ctx.query.get('changed')) : undefined,
    passkeyScriptUrl: account.passkeys && (await passkeyScriptUrl(ctx)),
    error:
      error === undefined || addressProblem || removalProblem || isNameInvalid
        ? undefined
        : findErrorText(shell.language.texts, error),
  }
  const document = showPage((nonce) => renderAccountPage({ ...props, nonce }))
  return {
    ...document,
    hasScript: props.passkeyScriptUrl !== undefined,
    imageOrigins: originsOfPictures(account),
  }
}

/** The page does not lead to itself. */
async function findWayBack(ctx: RouteContext): Promise<SafeUrl | undefined> {
  if (ctx.callbackUrl === undefined) return undefined
  const url = await resolveRedirect(ctx, ctx.callbackUrl)
  const places = { siteUrl: ctx.origin, accountUrl: routeUrl(ctx, 'account') }
  return leadsToAccount(places, url) ? undefined : url
}

/** The page keeps where it leads back to, unless a cookie cannot hold it while a provider is linked. */
function ownUrl(ctx: RouteContext, callbackUrl: SafeUrl | undefined): SafeUrl {
  const url = routeUrl(ctx, 'account', { callbackUrl })
  return url.length > callbackUrlLimits.cookie ? routeUrl(ctx, 'account') : url
}

function findChanged(name: string | null): ChangedSection | undefined {
  return changedSections.find((section) => section === name)
}

/** The name of the provider of passkeys is for developers. */
function nameProviders(
  { config }: RouteContext,
  { texts }: AccountShell,
): ReadonlyMap<string, string> {
  const providers = [...config.providers.values()]
  return new Map(
    providers.map((one) => [one.id, isWebAuthn(one) ? texts.passkeys.unnamed : one.name]),
  )
}

/** Pictures of a section that is not shown are not loaded. */
function originsOfPictures({ profile, user }: AccountDescription): readonly string[] {
  const urls = profile ? [user.image, ...profile.pictures.map(({ url }) => url)] : []
  return urls.flatMap((url) => originOf(acceptPicture(url)) ?? [])
}

/** Says at the field that the password is wrong with which the user wanted to remove it. */
async function findRemovalProblem(
  { config }: RouteContext,
  { language }: AccountShell,
  error: string | undefined,
  { password }: AccountDescription,
): Promise<string | undefined> {
  if (error !== 'CredentialsSignin' || !password?.removal?.needsPassword) return undefined
  return (await findPasswordTexts(language.code, config.languages)).problems.wrongCurrent
}

/** Says what was wrong with the form for a new address, at the field. */
async function findAddressProblem(
  { config }: RouteContext,
  { language }: AccountShell,
  error: string | undefined,
  { address }: AccountDescription,
): Promise<AddressProblem | undefined> {
  if (!address) return undefined
  if (error === 'CredentialsSignin' && address.needsPassword) {
    const { problems } = await findPasswordTexts(language.code, config.languages)
    return { field: 'currentPassword', sentence: problems.wrongCurrent }
  }
  if (error !== 'InvalidEmailAddress') return undefined
  const { sentence } = findErrorText(language.texts, error)
  return { field: 'email', sentence }
}

async function passkeyScriptUrl(ctx: RouteContext): Promise<string | undefined> {
  const provider = [...ctx.config.providers.values()].find(isWebAuthn)
  if (!provider) return undefined
  const { version } = await (await loadPasskeyFlows(provider)).loadScript()
  return routeUrl(ctx, 'webauthn-script', { v: version })
}
