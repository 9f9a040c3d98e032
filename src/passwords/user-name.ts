/**
 * Only ASCII, because other scripts have letters that look the same. An at sign is never part of a
 * user name, so that no name can be mistaken for an address.
 */
const allowed = /^[a-z0-9](?:[a-z0-9._-]{1,30})[a-z0-9]$/

/**
 * Returns a user name in the form that is stored and compared: lower case. Returns undefined if it
 * is not a user name.
 */
export function parseUserName(typed: unknown): string | undefined {
  if (typeof typed !== 'string' || typed.length > 256) return undefined
  // Only A to Z, because other scripts have letters whose lower case is an ASCII letter.
  const name = typed.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return allowed.test(name) ? name : undefined
}
