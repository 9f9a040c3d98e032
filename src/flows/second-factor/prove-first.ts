import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import { isOAuth } from '../../config/providers.js'
import type { RouteContext } from '../../context/context.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { pageUrl, routeUrl } from '../../context/redirects.js'
import { pendingSignIn, type PendingSignIn } from '../../context/waiting-sign-in.js'
import { InvalidCode } from '../../errors/second-factor-errors.js'
import { isChecked } from '../../http/body.js'
import type { ProofWay } from '../../pages/proof-way.js'
import { mergeMethods } from '../../session/authentication.js'
import { operationsOf } from '../../store/operations.js'
import { mailCodeFor, requireMailedCode } from '../confirm/mailed-code.js'
import { findMailAddress } from '../confirm/mailed-proof.js'
import { findsPassword } from '../confirm/proofs.js'
import { loadOAuth } from '../oauth/load-oauth.js'
import { findPasswordProvider } from '../password/password-provider.js'
import { requirePassword } from '../password/require-password.js'
import { spendOnce } from '../spend-once.js'
import { challengeOf } from './mailed-code.js'

/** How the user of a pending sign-in can prove who they are, before they set up the first factor. */
export interface FirstProof {
  /** One way, the strongest that there is, or none. */
  readonly ways: readonly ProofWay[]
  /** The address of the way `email-code`. */
  readonly email?: string | undefined
  /** The provider of the way `provider`. */
  readonly provider?: (ResolvedOAuthProvider & { readonly type: 'oidc' }) | undefined
}

/**
 * Returns how the user proves who they are. The provider has not said that it asked them just now, so
 * the visitor may be a thief at an unattended computer.
 */
export async function findFirstProof(
  ctx: RouteContext,
  { userId, account, isProviderAsked = false }: PendingSignIn,
): Promise<FirstProof> {
  const user = await operationsOf(ctx).findStored(userId)
  if (!user) return { ways: [] }
  if (await findsPassword(ctx, { user })) return { ways: ['password'] }
  const email = findMailAddress(ctx, { user })
  if (email !== undefined) return { ways: ['email-code'], email }
  const provider = ctx.config.providers.get(account.provider)
  if (!isProviderAsked && provider && isOAuth(provider) && provider.type === 'oidc') {
    return { ways: ['provider'], provider: { ...provider, type: 'oidc' } }
  }
  warnOfDeadEnd(ctx, account.provider)
  return { ways: [] }
}

/**
 * Leads back to the page if the provider did not say that it has just asked the user. The page does not
 * offer the provider again. Undefined if no sign-in of this browser waits for that proof.
 */
export async function proveInstead(
  ctx: RouteContext,
  providerId: string,
): Promise<RedirectOutcome | undefined> {
  const pending = await pendingSignIn.find(ctx)
  if (!pending?.mustProve || pending.account.provider !== providerId) return undefined
  await pendingSignIn.keep(ctx, { ...pending, isProviderAsked: true })
  return { ...redirectTo(routeUrl(ctx, 'second-factor')), needs: 'second-factor' }
}

function warnOfDeadEnd({ log }: RouteContext, provider: string): void {
  log.warnOnce(
    'provider-without-auth-time',
    `"${provider}" does not say that a user has just signed in (auth_time), so a user who must set up a second factor is refused. Add an e-mail provider, with \`signIn: false\` if it is not for sign-ins. Users who have proven their address then get a code by mail.`,
  )
}

/** Takes the proof, and leads to the set-up of the first factor. Other forms lead to the proof. */
export async function proveFirst(
  ctx: RouteContext,
  pending: PendingSignIn,
): Promise<RedirectOutcome> {
  const proof = await findFirstProof(ctx, pending)
  if (proof.provider) return askProvider(ctx, pending, proof.provider)
  const { email } = proof
  if (email !== undefined && isChecked(ctx.fields['send'])) {
    await mailCodeFor(ctx, challengeOf(pending), { email })
    const to = routeUrl(ctx, 'second-factor', { with: 'email-code' })
    return { ...redirectTo(to), needs: 'second-factor' }
  }
  const amr =
    email === undefined ? await checkPassword(ctx, pending) : await checkCode(ctx, pending, email)
  await pendingSignIn.keep(ctx, {
    ...pending,
    mustProve: false,
    authenticatedAt: ctx.now,
    amr: mergeMethods(pending.amr, amr),
  })
  return { ...redirectTo(pageUrl(ctx, 'addFactor', 'add-factor')), needs: 'second-factor' }
}

/** Begins the sign-in again. This time the provider must ask the user, and must say that it did. */
async function askProvider(
  ctx: RouteContext,
  { callbackUrl }: PendingSignIn,
  provider: ResolvedOAuthProvider,
): Promise<RedirectOutcome> {
  const { oauthStart } = await loadOAuth()
  const authorizationParams = [
    ['prompt', 'login'],
    ['max_age', '0'],
  ] as const
  return oauthStart(ctx, { provider, callbackUrl, link: false, authorizationParams })
}

async function checkCode(
  ctx: RouteContext,
  pending: PendingSignIn,
  email: string,
): Promise<readonly string[]> {
  const challenge = challengeOf(pending)
  const { id, expires } = await requireMailedCode(ctx, challenge, email, ctx.fields['code'])
  // A copy of the cookie with the code stays valid.
  if (!(await spendOnce(ctx, `mailed code:${id}`, expires))) {
    throw new InvalidCode('The mailed code was used before.', 'email-code')
  }
  return ['otp']
}

async function checkPassword(
  ctx: RouteContext,
  pending: PendingSignIn,
): Promise<readonly string[]> {
  const provider = findPasswordProvider(ctx.config)
  const stored = provider && (await operationsOf(ctx).passwords.find(pending.userId))
  if (!provider || !stored) throw new InvalidCode('The user has no way to prove who they are.')
  const how = { field: 'password', isSignIn: true, challenge: challengeOf(pending) }
  await requirePassword(ctx, provider, stored, ctx.fields['password'], how)
  return ['pwd']
}
