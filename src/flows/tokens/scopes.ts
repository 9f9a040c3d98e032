import { missingScopes, splitScopes } from '../../model/split-scopes.js'

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

/** Returns the scopes of several texts, each once. */
export function joinScopes(...texts: readonly (string | null | undefined)[]): string {
  return [...new Set(texts.flatMap(splitScopes))].join(' ')
}
