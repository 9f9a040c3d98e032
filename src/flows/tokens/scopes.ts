import { missingScopes, splitScopes } from '../../model/split-scopes.js'
import { scopeOfConfig } from '../../oauth/authorization-request.js'
import type { RelyingParty } from '../../oauth/relying-party.js'

/**
 * Returns the scopes after a refresh. An answer may name only those of the new token, which does not
 * take back the others.
 */
export function keepScopes(
  granted: string | null | undefined,
  answered: string | undefined,
): string | undefined {
  if (answered === undefined || !granted) return answered ?? granted ?? undefined
  return missingScopes(granted, splitScopes(answered)).length === 0 ? granted : answered
}

/**
 * Returns the scopes of the config with more scopes, each once, separated as the provider expects it.
 */
export function joinScopes(
  party: RelyingParty,
  ...texts: readonly (string | null | undefined)[]
): string {
  const configured = scopeOfConfig(party)
  const own = splitScopes(configured)
  const more = texts.flatMap(splitScopes).filter((scope) => !own.includes(scope))
  if (more.length === 0) return configured
  const { scopeSeparator = /^[^ ]*,[^ ]*$/.test(configured) ? ',' : ' ' } = party
  return [...new Set([...own, ...more])].join(scopeSeparator)
}
