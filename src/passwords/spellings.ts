/** Normalises a password for hashing. Spaces and case are kept. @see RFC 8265, section 4.2 */
export function normalizePassword(password: string): string {
  return password.normalize('NFC')
}

/**
 * The spellings that another library may have hashed: as it was typed, NFC, and NFKC. For ASCII
 * they are all the same.
 */
export function spellingsOf(password: string): readonly string[] {
  return [...new Set([password, normalizePassword(password), password.normalize('NFKC')])]
}

/** No password that was ever accepted is longer, in bytes of UTF-8. */
export const mostPasswordBytes = 1024

/**
 * Whether a text can be a password. A lone surrogate has no bytes in UTF-8, so that different texts
 * would have one hash. HMAC, and with it scrypt and PBKDF2, fills a short key up with NULs, so that a
 * NUL at the end would change nothing.
 *
 * @see RFC 2104, section 2
 */
export function isHashable(password: string): boolean {
  // Each UTF-16 unit has at least one byte. This check first avoids encoding a large body.
  if (password === '' || password.length > mostPasswordBytes) return false
  if (/\0|\p{Surrogate}/u.test(password)) return false
  return new TextEncoder().encode(normalizePassword(password)).length <= mostPasswordBytes
}
