/** Returns the scopes of a list that a provider's answer does not name. */
export function missingScopes(
  granted: string | null | undefined,
  needed: readonly string[],
): readonly string[] {
  const known = new Set((granted ?? '').split(' '))
  return needed.filter((scope) => !known.has(scope))
}

/**
 * Returns the scopes after a refresh. An answer may name only those of the new token, which does not
 * take back the others.
 */
export function keepScopes(
  granted: string | null | undefined,
  answered: string | undefined,
): string | undefined {
  if (answered === undefined || !granted) return answered ?? granted ?? undefined
  return missingScopes(granted, answered.split(' ')).length === 0 ? granted : answered
}
