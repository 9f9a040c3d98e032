import { isWebAuthn } from '../config/providers.js'
import { resolveConfig } from '../config/resolve.js'
import { toBasePath } from '../config/validate-pages.js'
import { findPasswordProvider } from '../flows/password/password-provider.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import { parseRoutePath } from './match.js'
import { accountActions, passwordActions, secondFactorActions } from './routes.js'

/** Whether a path is an auth route under this config, for any method. */
export function isAuthRoute<S extends DefaultSession>(
  pathname: string,
  given: AuthConfig<S>,
): boolean {
  // Even a config with mistakes keeps its routes, because they explain that the config is invalid.
  const path = parseRoutePath(pathname, toBasePath(given.basePath))
  if (!path) return false
  // An app without passwords, second factors or account page may have pages of its own there.
  if (accountActions.has(path.action)) return given.account !== undefined
  if (secondFactorActions.has(path.action)) return given.secondFactor !== undefined
  if (!passwordActions.has(path.action)) return true
  const { config } = resolveConfig(given)
  if (!config) return false
  if (path.action === 'signup' && [...config.providers.values()].some(isWebAuthn)) return true
  return findPasswordProvider(config) !== undefined
}
