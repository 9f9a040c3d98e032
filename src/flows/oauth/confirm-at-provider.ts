import type { RouteContext } from '../../context/context.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { recordEvent } from '../../context/record-event.js'
import { resolveRedirect } from '../../context/redirects.js'
import { AccountNotLinked, SessionRequired } from '../../errors/request-errors.js'
import { InvalidCode } from '../../errors/second-factor-errors.js'
import { strategyOf } from '../../session/choose-strategy.js'
import { operationsOf } from '../../store/operations.js'
import { idOf } from '../../store/user-id.js'
import { requireLinkingUser } from '../linking-user.js'
import { loadSecondFactorFlows } from '../second-factor/load-flows.js'
import type { VerifiedAccount } from '../verified-account.js'
import { resolveAccountUser } from '../resolve-account-user.js'

/**
 * Confirms the identity of the signed-in user, who has just signed in at the provider again. The ID
 * token has proven that, by `auth_time`.
 *
 * The account must be one of the user's own. Any other account is refused, and it is neither linked
 * nor signed in.
 */
export async function confirmAtProvider(
  ctx: RouteContext,
  verified: VerifiedAccount,
  userId: string,
  callbackUrl: string | undefined,
): Promise<RedirectOutcome> {
  const { start, account } = verified
  const current = await requireLinkingUser(ctx, userId, start)
  const { secondFactor } = ctx.config
  const flows = secondFactor && (await loadSecondFactorFlows(secondFactor))
  // The user may have set up a second factor since. Then only that one confirms.
  if (await flows?.hasFactor(ctx, current)) {
    throw new InvalidCode('The user has a second factor, which has to be proven.')
  }
  const owner = await operationsOf(ctx).findUserByAccount(account)
  if (!owner || idOf(owner) !== userId) {
    throw new AccountNotLinked('The account at the provider is not one of the signed-in user.')
  }
  const { evidence } = await resolveAccountUser(ctx, verified, owner)
  if (evidence) await operationsOf(ctx).confirmAccount(evidence)
  const confirmed = await strategyOf(ctx).confirm(ctx, { amr: [], start })
  if (!confirmed) throw new SessionRequired('The session has ended.')
  await recordEvent(ctx, { event: 'identity-confirmed', userId })
  return redirectTo(await resolveRedirect(ctx, callbackUrl))
}
