/** The most bytes that bcrypt reads of a password. */
const mostBytes = 72

/** Compares a password with a bcrypt hash. */
type Compare = (password: string, hash: string) => Promise<boolean>

/**
 * Whether a password matches a bcrypt hash. `suffix` is a pepper that the app appended, as Devise
 * does. Returns undefined if no package for bcrypt is installed, or if it cannot read the hash.
 */
export async function matchesBcrypt(
  password: string,
  hash: string,
  suffix = '',
): Promise<boolean | undefined> {
  const compare = await loadBcrypt()
  if (!compare) return undefined
  // PHP writes `$2y$` for the same algorithm, and not every package knows the name.
  const known = hash.replace(/^\$2y\$/, '$2b$')
  // A package may throw at a hash that it cannot read, which is then as unusable as without it.
  const matches = await compare(password + suffix, known).catch(() => undefined)
  return matches === undefined ? undefined : matches && isReadWhole(password)
}

/**
 * bcrypt ignores everything after 72 bytes or after a NUL. Another password with the same beginning
 * would match, so such passwords are refused.
 */
function isReadWhole(password: string): boolean {
  return !password.includes('\0') && new TextEncoder().encode(password).length <= mostBytes
}

/** Loads one of the optional peers. The native one is first, because it does not block. */
async function loadBcrypt(): Promise<Compare | undefined> {
  const native = await import('@node-rs/bcrypt').catch(() => undefined)
  if (native) return (password, hash) => native.verify(password, hash)
  const portable = await import('bcryptjs').catch(() => undefined)
  return portable?.default.compare
}
