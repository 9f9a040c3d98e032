import type { ResolvedProvider } from '../config/providers.js'
import type { ResolvedConfig } from '../config/resolved-config.js'
import { InvalidProvider } from '../errors/request-errors.js'

/**
 * Finds the provider that a request names.
 *
 * Clients may see the message, and ids are public. Why a provider is disabled is not, so that is
 * the cause.
 */
export function findProvider(
  { providers, disabledProviders }: ResolvedConfig,
  id: string,
): ResolvedProvider {
  const provider = providers.get(id)
  if (provider) return provider
  const cause = disabledProviders.get(id)
  if (cause) throw new InvalidProvider(`The provider "${id}" is not available.`, { cause })
  const ids = [...providers.keys()].map((known) => `"${known}"`).join(', ')
  throw new InvalidProvider(
    `There is no provider with the id "${id}". Those in \`providers\` are ${ids || 'none'}.`,
  )
}
