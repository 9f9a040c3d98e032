import type { AuthorizationEndpointHandler } from '../../model/oauth-endpoints.js'
import { renameParams } from './rename-params.js'

/** An `authorization.request` function for services with other parameter names. */
export function renameAuthorization(
  names: Readonly<Record<string, string | undefined>>,
): NonNullable<AuthorizationEndpointHandler['request']> {
  return ({ params, provider }) => {
    const url = new URL(provider.authorization?.url ?? '')
    const sent = Object.entries(params).map(([name, value]) => [name, String(value)] as const)
    url.search = renameParams(sent, names).toString()
    return url
  }
}
