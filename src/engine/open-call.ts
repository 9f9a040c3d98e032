import { resolveConfig } from '../config/resolve.js'
import type { ResolvedConfig } from '../config/resolved-config.js'
import { openContext, type Connection, type SignInContext } from '../context/context.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'

/** Opens the context for a call that may reject. */
export function openCall<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  connection: Connection = {},
): SignInContext {
  return openContext(request, requireConfig(given), connection)
}

export function requireConfig<S extends DefaultSession>(given: AuthConfig<S>): ResolvedConfig {
  const { config, mistake } = resolveConfig(given)
  if (!config) throw mistake
  return config
}
