import {
  isCredentials,
  isOAuth,
  isWebAuthn,
  type ResolvedProvider,
} from '../../config/providers.js'
import type { RouteContext } from '../../context/context.js'
import type { ProofWay } from '../../pages/proof-way.js'
import type { CurrentUser } from '../../session/strategy.js'
import { operationsOf } from '../../store/operations.js'
import { findPasswordProvider, isProof } from '../password/password-provider.js'
import { loadSecondFactorFlows, type SecondFactorFlows } from '../second-factor/load-flows.js'
import type { MailedCode } from './mailed-code.js'
import { findMailAddress, findMailedProof } from './mailed-proof.js'

/** What a signed-in user can confirm their identity with. */
export interface Proofs {
  /** The strongest first. Empty if the user can give no proof. */
  readonly ways: readonly ProofWay[]
  /** The providers of the way `provider`. */
  readonly providers: readonly ResolvedProvider[]
  /** The address of the way `email-code`. */
  readonly email?: string | undefined
  /** The code that this browser has asked for. */
  readonly mailed?: MailedCode | undefined
  /** The id of a provider of the user that never proves a new sign-in. */
  readonly unproven?: string | undefined
}

/** Loads the flows of second factors. Undefined if the app has none. */
export async function loadFactorFlows({
  config: { secondFactor },
}: RouteContext): Promise<SecondFactorFlows | undefined> {
  return secondFactor && loadSecondFactorFlows(secondFactor)
}

/**
 * Returns the ways in which the user can confirm their identity. A user with a second factor proves
 * that one. A code is mailed only to a user who has nothing stronger, or whose provider has just
 * answered without proving anything.
 */
export async function findProofs(ctx: RouteContext, current: CurrentUser): Promise<Proofs> {
  const flows = await loadFactorFlows(ctx)
  const ofFactors = (await flows?.findWays(ctx, current)) ?? []
  if (ofFactors.length > 0) return { ways: ofFactors, providers: [] }
  const hasFactor = (await flows?.hasFactor(ctx, current)) ?? false
  const known = hasFactor ? [] : await findOAuthProviders(ctx, current)
  const email = hasFactor ? undefined : findMailAddress(ctx, current)
  const mailed = email === undefined ? undefined : await findMailedProof(ctx, current)
  const hasPassword = await findsPassword(ctx, current)
  // Anybody can write the query, so it must not open the weaker way.
  const refused = email === undefined || hasPassword ? ctx.query.get('unproven') : undefined
  const providers = known.filter(({ id, type }) => type === 'oidc' && id !== refused)
  const isMailed = email !== undefined && ((!hasPassword && providers.length === 0) || mailed)
  return {
    ways: [
      ...(hasPassword ? (['password'] as const) : []),
      ...(providers.length > 0 ? (['provider'] as const) : []),
      ...(isMailed ? (['email-code'] as const) : []),
    ],
    providers,
    email,
    mailed,
    unproven: known.find((provider) => !providers.includes(provider))?.id,
  }
}

/** Whether the user has a password that proves who they are. */
export async function findsPassword(
  ctx: RouteContext,
  { user }: Pick<CurrentUser, 'user'>,
): Promise<boolean> {
  if (!findPasswordProvider(ctx.config)) return false
  return isProof(await operationsOf(ctx).passwords.find(user.id))
}

/** Whether the user has a password that proves nothing before it is changed. */
export async function mustChangePassword(
  ctx: RouteContext,
  { user }: Pick<CurrentUser, 'user'>,
): Promise<boolean> {
  if (!findPasswordProvider(ctx.config)) return false
  return Boolean((await operationsOf(ctx).passwords.find(user.id))?.mustChange)
}

/** Returns the providers of the user's accounts. Only OpenID Connect can say when the user signed in. */
async function findOAuthProviders(
  ctx: RouteContext,
  { user }: CurrentUser,
): Promise<readonly ResolvedProvider[]> {
  const ids = new Set(await operationsOf(ctx).listProviders(user.id))
  return [...ctx.config.providers.values()].filter(
    (provider) => ids.has(provider.id) && isOAuth(provider),
  )
}

/**
 * Whether the user may have another way to sign in, which is a proof too: a passkey, or the app's own
 * credentials, of which the database knows nothing. A user with a proven address gets a code instead of
 * a mailed link. A link to any other address would sign in another user, or remove what this one has.
 */
export async function mayProveBySignIn(ctx: RouteContext, current: CurrentUser): Promise<boolean> {
  const providers = [...ctx.config.providers.values()]
  const password = findPasswordProvider(ctx.config)
  const isOther = (one: ResolvedProvider): boolean => isCredentials(one) && one !== password
  if (providers.some(isOther)) return true
  if (!providers.some(isWebAuthn)) return false
  return (await operationsOf(ctx).listPasskeys(current.user.id)).length > 0
}
