import { resolveConfig } from '../config/resolve.js'
import type { ResolvedConfig } from '../config/resolved-config.js'
import { openContext, type Context, type SignInContext } from '../context/context.js'
import { SessionRequired } from '../errors/request-errors.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import { strategyOf } from '../session/choose-strategy.js'
import type { CurrentUser } from '../session/strategy.js'

/** Opens the context for a call that may reject. */
export function openCall<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
): SignInContext {
  return openContext(request, requireConfig(given))
}

export function requireConfig<S extends DefaultSession>(given: AuthConfig<S>): ResolvedConfig {
  const { config, mistake } = resolveConfig(given)
  if (!config) throw mistake
  return config
}

/** Returns the signed-in user. Rejects if the visitor is not signed in. */
export async function requireCurrentUser(ctx: Context): Promise<CurrentUser> {
  const currentUser = await strategyOf(ctx).currentUser(ctx)
  if (currentUser) return currentUser
  throw new SessionRequired('The visitor is not signed in.')
}
