/** Returns the scopes of a text. Some providers separate them with commas instead of spaces. */
export function splitScopes(text: string | null | undefined): readonly string[] {
  const given = text ?? ''
  return given.split(given.includes(' ') ? ' ' : ',').filter((scope) => scope !== '')
}

/** Returns the scopes of a list that a provider's answer does not name. */
export function missingScopes(
  granted: string | null | undefined,
  needed: readonly string[],
): readonly string[] {
  const known = new Set(splitScopes(granted))
  return needed.filter((scope) => !known.has(scope))
}
