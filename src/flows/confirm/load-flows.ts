import type { ResolvedConfig } from '../../config/resolved-config.js'
import type { RouteContext } from '../../context/context.js'
import type { Outcome, RedirectOutcome } from '../../context/outcome.js'
import type { CurrentUser } from '../../session/strategy.js'

/** The page on which a signed-in user confirms their identity. Second factors and the account page need it. */
export interface ConfirmFlows {
  readonly showConfirm: (ctx: RouteContext) => Promise<Outcome>
  readonly confirmIdentity: (ctx: RouteContext) => Promise<RedirectOutcome>
  /** Leads on after a provider has answered without proving a new sign-in. */
  readonly confirmInstead: (ctx: RouteContext, unproven: UnprovenAnswer) => Promise<RedirectOutcome>
}

/** The answer of a provider that does not say that the user has just signed in there. */
export interface UnprovenAnswer {
  readonly current: CurrentUser
  /** The id of the provider. */
  readonly provider: string
  readonly callbackUrl: string | undefined
}

/** Loads the page. Undefined if the app has neither second factors nor the account page. */
export async function loadConfirmFlows({
  secondFactor,
  account,
}: Pick<ResolvedConfig, 'secondFactor' | 'account'>): Promise<ConfirmFlows | undefined> {
  const option = secondFactor ?? account
  // Only the methods of `latchkey/factors` and `accountPage()` have `loadFlows`.
  return option && ((await option.loadFlows()) as ConfirmFlows)
}
