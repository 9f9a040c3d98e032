import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import { isOAuth } from '../../config/providers.js'
import type { RouteContext } from '../../context/context.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { recordEvent } from '../../context/record-event.js'
import { pageUrl, resolveRedirect, routeUrl } from '../../context/redirects.js'
import { CredentialsSignin } from '../../errors/credentials-signin.js'
import { InvalidProvider, SessionRequired } from '../../errors/request-errors.js'
import { InvalidCode } from '../../errors/second-factor-errors.js'
import { isChecked } from '../../http/body.js'
import { strategyOf } from '../../session/choose-strategy.js'
import type { CurrentUser } from '../../session/strategy.js'
import { operationsOf } from '../../store/operations.js'
import { loadOAuth } from '../oauth/load-oauth.js'
import { findPasswordProvider } from '../password/password-provider.js'
import { requirePassword } from '../password/require-password.js'
import type { UnprovenAnswer } from './load-flows.js'
import { checkMailedProof, findMailAddress, mailProof } from './mailed-proof.js'
import { findProofs, findsPassword, loadFactorFlows } from './proofs.js'

/** Returns the signed-in user. */
export async function requireCurrentUser(ctx: RouteContext): Promise<CurrentUser> {
  const current = ctx.config.store && (await strategyOf(ctx).currentUser(ctx))
  if (current) return current
  throw new SessionRequired('Only a signed-in user can confirm their identity.')
}

/**
 * Confirms the identity of the signed-in user by what they typed, and replaces the session. Other forms
 * of the page lead to a provider, or mail a code.
 */
export async function confirmIdentity(ctx: RouteContext): Promise<RedirectOutcome> {
  const current = await requireCurrentUser(ctx)
  const flows = await loadFactorFlows(ctx)
  const hasFactor = (await flows?.hasFactor(ctx, current)) ?? false
  if (!hasFactor && ctx.fields['with'] === 'provider') return askProvider(ctx)
  if (isChecked(ctx.fields['send'])) return sendCode(ctx, current)
  const amr = (await flows?.proveAgain(ctx, current)) ?? (await checkProof(ctx, current, hasFactor))
  return replaceSession(ctx, current.user.id, amr)
}

/** Leads on after a provider has answered without proving a new sign-in. */
export async function confirmInstead(
  ctx: RouteContext,
  { current, provider, callbackUrl }: UnprovenAnswer,
): Promise<RedirectOutcome> {
  const hasPassword = await findsPassword(ctx, current)
  const canMail = findMailAddress(ctx, current) !== undefined
  // The password proves more than the mailbox, which can reset it.
  if (canMail && !hasPassword) return mailProof(ctx, current, { provider, callbackUrl })
  const target = await resolveRedirect(ctx, callbackUrl)
  const params = { callbackUrl: target, unproven: provider }
  if (hasPassword) return redirectTo(pageUrl(ctx, 'confirm', 'confirm', params))
  warnOfDeadEnd(ctx, provider)
  // A page of the app would offer the provider again.
  return redirectTo(routeUrl(ctx, 'confirm', params))
}

function warnOfDeadEnd({ log }: RouteContext, provider: string): void {
  log.warnOnce(
    'provider-without-auth-time',
    `"${provider}" does not say that a user has just signed in (auth_time), so a sign-in there confirms nothing. Add an e-mail provider, with \`signIn: false\` if it is not for sign-ins. Users who have proven their address then get a code by mail.`,
  )
}

/** Mails a code to a user who has no stronger way. */
async function sendCode(ctx: RouteContext, current: CurrentUser): Promise<RedirectOutcome> {
  const { ways, mailed, unproven } = await findProofs(ctx, current)
  if (!ways.includes('email-code')) {
    throw new InvalidCode('The user has another way to confirm their identity.', 'email-code')
  }
  const { callbackUrl } = ctx
  return mailProof(ctx, current, { provider: mailed?.provider ?? unproven, callbackUrl })
}

/** Replaces the session of a user who has just proven their identity. */
export async function replaceSession(
  ctx: RouteContext,
  userId: string,
  amr: readonly string[],
): Promise<RedirectOutcome> {
  const start = {
    at: ctx.startedAt,
    refusal: (message: string) => new SessionRequired(message),
  }
  const confirmed = await strategyOf(ctx).confirm(ctx, { amr, start })
  if (!confirmed) throw new SessionRequired('The session has ended.')
  await recordEvent(ctx, { event: 'identity-confirmed', userId })
  return redirectTo(await resolveRedirect(ctx, ctx.callbackUrl))
}

/** Leads to the provider, which asks the user to sign in there again. */
async function askProvider(ctx: RouteContext): Promise<RedirectOutcome> {
  const provider = findProvider(ctx.config, ctx.fields['provider'])
  const { oauthStart } = await loadOAuth()
  const { callbackUrl } = ctx
  return oauthStart(ctx, {
    provider,
    callbackUrl,
    link: false,
    confirm: true,
    authorizationParams: [],
  })
}

function findProvider(
  { providers }: RouteContext['config'],
  id: unknown,
): ResolvedOAuthProvider & { readonly type: 'oidc' } {
  const provider = typeof id === 'string' ? providers.get(id) : undefined
  if (provider && isOAuth(provider) && provider.type === 'oidc')
    return { ...provider, type: 'oidc' }
  throw new InvalidProvider('The provider cannot prove a new sign-in.')
}

/** Checks what a user typed who has no second factor, or who cannot prove it, and returns the methods. */
async function checkProof(
  ctx: RouteContext,
  current: CurrentUser,
  hasFactor: boolean,
): Promise<readonly string[]> {
  const { code, password } = ctx.fields
  const isCode = typeof code === 'string' && typeof password !== 'string'
  if (isCode && !hasFactor) return checkMailedProof(ctx, current)
  const provider = findPasswordProvider(ctx.config)
  const stored = provider && (await operationsOf(ctx).passwords.find(current.user.id))
  if (!provider || !stored) throw new CredentialsSignin('The user has nothing to type.')
  await requirePassword(ctx, provider, stored, password, { field: 'password' })
  return ['pwd']
}
