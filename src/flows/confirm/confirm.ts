import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import { isOAuth } from '../../config/providers.js'
import type { RouteContext } from '../../context/context.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { recordEvent } from '../../context/record-event.js'
import { resolveRedirect } from '../../context/redirects.js'
import { CredentialsSignin } from '../../errors/credentials-signin.js'
import { InvalidProvider, SessionRequired } from '../../errors/request-errors.js'
import { strategyOf } from '../../session/choose-strategy.js'
import type { CurrentUser } from '../../session/strategy.js'
import { operationsOf } from '../../store/operations.js'
import { loadOAuth } from '../oauth/load-oauth.js'
import { findPasswordProvider } from '../password/password-provider.js'
import { requirePassword } from '../password/require-password.js'
import { proveAgain } from '../second-factor/prove-again.js'
import { hasFactor } from '../second-factor/ways.js'

/** Returns the signed-in user. */
export async function requireCurrentUser(ctx: RouteContext): Promise<CurrentUser> {
  const current = ctx.config.store && (await strategyOf(ctx).currentUser(ctx))
  if (current) return current
  throw new SessionRequired('Only a signed-in user can confirm their identity.')
}

/** Confirms the identity of the signed-in user by what they typed, and replaces the session. */
export async function confirmIdentity(ctx: RouteContext): Promise<RedirectOutcome> {
  const current = await requireCurrentUser(ctx)
  if (ctx.fields['with'] === 'provider' && !(await hasFactor(ctx, current))) {
    return askProvider(ctx)
  }
  const amr = await checkProof(ctx, current)
  return replaceSession(ctx, current.user.id, amr)
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

/** Returns the methods that the user has proven. A user with a second factor proves that one. */
async function checkProof(ctx: RouteContext, current: CurrentUser): Promise<readonly string[]> {
  const proven = await proveAgain(ctx, current)
  if (proven) return proven
  const provider = findPasswordProvider(ctx.config)
  const stored = provider && (await operationsOf(ctx).passwords.find(current.user.id))
  if (!provider || !stored) throw new CredentialsSignin('The user has nothing to type.')
  await requirePassword(ctx, provider, stored, ctx.fields['password'], 'password')
  return ['pwd']
}
