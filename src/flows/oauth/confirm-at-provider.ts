import type { RouteContext } from '../../context/context.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { recordEvent } from '../../context/record-event.js'
import { resolveRedirect } from '../../context/redirects.js'
import { AccountNotLinked, SessionRequired, UnknownAction } from '../../errors/request-errors.js'
import { InvalidCode } from '../../errors/second-factor-errors.js'
import { skew } from '../../oauth/wire.js'
import { strategyOf } from '../../session/choose-strategy.js'
import { operationsOf } from '../../store/operations.js'
import { idOf } from '../../store/user-id.js'
import { loadConfirmFlows } from '../confirm/load-flows.js'
import { requireLinkingUser } from '../linking-user.js'
import { loadSecondFactorFlows } from '../second-factor/load-flows.js'
import type { VerifiedAccount } from '../verified-account.js'
import { resolveAccountUser } from '../resolve-account-user.js'

/** The answer of a provider at which a signed-in user was to sign in again. */
interface ProviderAnswer {
  readonly verifiedAccount: VerifiedAccount
  /** When the user signed in at the provider, if the ID token says it. */
  readonly authTime: number | undefined
  /** The user who was signed in when the browser left. */
  readonly userId: string
}

/**
 * Confirms the identity of the signed-in user, who has just signed in at the provider again. Only the
 * ID token's `auth_time` proves that. Without it, the user confirms their identity in another way.
 *
 * The account must be one of the user's own. Any other account is refused, and it is neither linked
 * nor signed in.
 */
export async function confirmAtProvider(
  ctx: RouteContext,
  { verifiedAccount: verified, authTime, userId }: ProviderAnswer,
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
  if (!isNew(ctx, authTime, start.at)) {
    const { provider } = account
    const page = await loadConfirmFlows(ctx.config)
    if (!page) throw new UnknownAction('Neither `secondFactor` nor `account` is set.')
    return page.confirmInstead(ctx, { current, provider, callbackUrl })
  }
  const confirmed = await strategyOf(ctx).confirm(ctx, { amr: [], start })
  if (!confirmed) throw new SessionRequired('The session has ended.')
  await recordEvent(ctx, { event: 'identity-confirmed', userId })
  return redirectTo(await resolveRedirect(ctx, callbackUrl))
}

/** Whether the user signed in at the provider after the browser had left. Clocks may differ a little. */
function isNew({ now }: RouteContext, authTime: number | undefined, leftAt: number): boolean {
  return authTime !== undefined && authTime >= leftAt - skew && authTime <= now + skew
}
