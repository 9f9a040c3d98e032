import {
  isCredentials,
  isEmail,
  isOAuth,
  isWebAuthn,
  type ResolvedProvider,
} from '../config/providers.js'
import type { ResolvedConfig } from '../config/resolved-config.js'
import type { Context, RouteContext } from '../context/context.js'
import { csrfToken } from '../context/csrf.js'
import { answerJson, redirectTo, type Outcome } from '../context/outcome.js'
import { pageUrl, resolveRedirect, routeUrl } from '../context/redirects.js'
import { InvalidProvider, UnknownAction } from '../errors/request-errors.js'
import { ConfirmationRequired } from '../errors/second-factor-errors.js'
import { loadAccountFlows, sectionOfRoute, type AccountRoute } from '../flows/account/load-flows.js'
import { loadConfirmFlows } from '../flows/confirm/load-flows.js'
import { credentialsCallback } from '../flows/credentials/credentials-callback.js'
import { finishEmail, openEmailLink } from '../flows/email/email-callback.js'
import { emailStart } from '../flows/email/email-start.js'
import { credentialFields } from '../flows/form-fields.js'
import { findGrantRequest, grantRequestField, paramsOf } from '../flows/grant-request.js'
import { AttemptFailed } from '../flows/oauth/attempt-failed.js'
import { loadOAuth } from '../flows/oauth/load-oauth.js'
import { toPublicProvider } from '../flows/pages/public-provider.js'
import { loadPasskeyFlows } from '../flows/passkey/load-flows.js'
import {
  findPasswordProvider,
  loadPasswordFlows,
  type PasswordFlow,
  type PasswordFlows,
} from '../flows/password/password-provider.js'
import {
  loadSecondFactorFlows,
  type SecondFactorFlow,
  type SecondFactorFlows,
} from '../flows/second-factor/load-flows.js'
import { signOut } from '../flows/sign-out.js'
import { isChecked, parseForm } from '../http/body.js'
import { strategyOf } from '../session/choose-strategy.js'
import { measureRead } from '../session/measure-read.js'

/** Answers a request for which a route was found. */
export type RouteFlow = (ctx: RouteContext) => Promise<Outcome>

export async function giveCsrfToken(ctx: Context<ResolvedConfig>): Promise<Outcome> {
  const token = await csrfToken(ctx)
  return token === undefined ? answerJson(null, 404) : answerJson({ csrfToken: token })
}

export async function listProviders(ctx: Context<ResolvedConfig>): Promise<Outcome> {
  const entries = [...ctx.config.providers].map(([id, one]) => [id, toPublicProvider(ctx, one)])
  return answerJson(Object.fromEntries(entries))
}

export async function readSession(ctx: Context<ResolvedConfig>): Promise<Outcome> {
  return answerJson(await measureRead(ctx, () => strategyOf(ctx).read(ctx)))
}

export async function updateSession(ctx: RouteContext): Promise<Outcome> {
  return answerJson(await strategyOf(ctx).update(ctx, ctx.fields['data']))
}

/** Credentials and passkeys have no start route, because the sign-in page contains their form. */
export async function askForProvider(ctx: RouteContext): Promise<Outcome> {
  const callbackUrl = await resolveRedirect(ctx, ctx.callbackUrl)
  const route = ctx.provider ? `signin/${ctx.provider.id}` : 'signin'
  return redirectTo(pageUrl(ctx, 'signIn', route, { callbackUrl }))
}

export async function startOAuth(ctx: RouteContext): Promise<Outcome> {
  const provider = requireProvider(ctx, isOAuth)
  const { callbackUrl, fields } = ctx
  const asked = await findGrantRequest(ctx, fields[grantRequestField], provider.id)
  const link = asked ? asked.link : isChecked(fields['link'])
  const authorizationParams = [...ctx.authorizationParams]
  if (asked) authorizationParams.push(...paramsOf(asked, provider.party))
  const { oauthStart } = await loadOAuth()
  try {
    return await oauthStart(ctx, { provider, callbackUrl, link, authorizationParams })
  } catch (thrown) {
    if (!asked || !(thrown instanceof ConfirmationRequired)) throw thrown
    // Afterwards the user sees the page again that asks for the grant.
    const back = { callbackUrl: await resolveRedirect(ctx, callbackUrl) }
    const params = { ...back, [grantRequestField]: String(fields[grantRequestField]) }
    throw new AttemptFailed(thrown, routeUrl(ctx, `signin/${provider.id}`, params))
  }
}

/**
 * Parses a posted response again from its raw body, because a parameter that appears twice must be
 * detected.
 */
export async function finishOAuth(ctx: RouteContext): Promise<Outcome> {
  const provider = requireProvider(ctx, isOAuth)
  // HEAD is a link preview and must not use up the response.
  if (ctx.request.method === 'HEAD') return answerJson(null)
  const isPosted = ctx.request.method === 'POST'
  const params = isPosted ? parseForm(await ctx.request.text()) : ctx.query
  const { oauthCallback } = await loadOAuth()
  return oauthCallback(ctx, provider, params)
}

export async function startEmail(ctx: RouteContext): Promise<Outcome> {
  const provider = requireProvider(ctx, isEmail)
  const { callbackUrl, fields } = ctx
  return emailStart(ctx, { provider, enteredAddress: fields['email'], callbackUrl })
}

export async function openLink(ctx: RouteContext): Promise<Outcome> {
  return openEmailLink(ctx, requireProvider(ctx, isEmail))
}

export async function finishMail(ctx: RouteContext): Promise<Outcome> {
  return finishEmail(ctx, requireProvider(ctx, isEmail))
}

export async function beginCeremony(ctx: RouteContext): Promise<Outcome> {
  const provider = requireProvider(ctx, isWebAuthn)
  return (await loadPasskeyFlows(provider)).beginCeremony(ctx, provider)
}

export async function finishCeremony(ctx: RouteContext): Promise<Outcome> {
  const provider = requireProvider(ctx, isWebAuthn)
  return (await loadPasskeyFlows(provider)).finishCeremony(ctx, provider)
}

/** Serves the script if the app has passkeys. Otherwise the route does not exist. */
export async function servePasskeyScript({ config }: RouteContext): Promise<Outcome> {
  const provider = [...config.providers.values()].find(isWebAuthn)
  if (!provider) throw new UnknownAction('There are no passkeys, and so no script for them.')
  const flows = await loadPasskeyFlows(provider)
  return { kind: 'script', text: (await flows.loadScript()).text }
}

export async function finishCredentials(ctx: RouteContext): Promise<Outcome> {
  const { fields, callbackUrl, request } = ctx
  const provider = requireProvider(ctx, isCredentials)
  const credentials = credentialFields(fields)
  return credentialsCallback(ctx, { provider, credentials, callbackUrl, request })
}

/** The names of the flows that answer a route. */
type PasswordRoute = {
  [K in keyof PasswordFlows]: PasswordFlows[K] extends PasswordFlow ? K : never
}[keyof PasswordFlows]

/** Returns the flow of a route that exists only in apps with a password provider. */
export function passwordFlow(name: PasswordRoute): RouteFlow {
  return async (ctx) => {
    const provider = findPasswordProvider(ctx.config)
    if (!provider) throw new UnknownAction('No provider stores passwords.')
    const flows = await loadPasswordFlows(provider)
    return flows[name](ctx, provider)
  }
}

/** The names of the flows that answer a route. */
type SecondFactorRoute = {
  [K in keyof SecondFactorFlows]: SecondFactorFlows[K] extends SecondFactorFlow ? K : never
}[keyof SecondFactorFlows]

/** Returns the flow of a route that exists only in apps with second factors. */
export function secondFactorFlow(name: SecondFactorRoute): RouteFlow {
  return async (ctx) => {
    const { secondFactor } = ctx.config
    if (!secondFactor) throw new UnknownAction('The option `secondFactor` is not set.')
    const flows = await loadSecondFactorFlows(secondFactor)
    return flows[name](ctx, secondFactor)
  }
}

/** Returns the flow of a route that exists only in apps with the account page. */
export function accountFlow(name: AccountRoute): RouteFlow {
  return async (ctx) => {
    const { account } = ctx.config
    if (!account) throw new UnknownAction('The option `account` is not set.')
    const section = sectionOfRoute[name]
    // The app's own page may call what the built-in page hides.
    if (section !== undefined && !ctx.isCall && account.hide?.includes(section)) {
      throw new UnknownAction(`The option \`account\` hides the section "${section}".`)
    }
    const flows = await loadAccountFlows(account)
    return flows[name](ctx, account)
  }
}

/** Without second factors and the account page, a user confirms their identity by signing in again. */
export async function showConfirm(ctx: RouteContext): Promise<Outcome> {
  const flows = await loadConfirmFlows(ctx.config)
  return flows ? flows.showConfirm(ctx) : askForProvider(ctx)
}

export async function confirmIdentity(ctx: RouteContext): Promise<Outcome> {
  const flows = await loadConfirmFlows(ctx.config)
  if (!flows) throw new UnknownAction('Neither `secondFactor` nor `account` is set.')
  return flows.confirmIdentity(ctx)
}

export async function endSession(ctx: RouteContext): Promise<Outcome> {
  const scope = isChecked(ctx.fields['everywhere']) ? 'everywhere' : 'here'
  return signOut(ctx, { callbackUrl: ctx.callbackUrl, scope })
}

export async function endSessionsOfProvider(ctx: RouteContext): Promise<Outcome> {
  const provider = requireProvider(ctx, isOAuth)
  const { endProviderSessions } = await loadOAuth()
  return endProviderSessions(ctx, provider)
}

/** The route table has already matched the provider's type. This narrows it for the compiler. */
function requireProvider<P extends ResolvedProvider>(
  { provider }: RouteContext,
  isKind: (provider: ResolvedProvider) => provider is P,
): P {
  if (provider && isKind(provider)) return provider
  throw new InvalidProvider('The path names no provider of this kind.')
}
