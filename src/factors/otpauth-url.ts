import { encodeBase32 } from './base32.js'

/** What an authenticator app learns from a QR code. */
export interface OtpauthParts {
  /** The name of the site, such as its host. */
  readonly site: string
  /** The user's address or name. May be empty. */
  readonly account: string
  readonly secret: Uint8Array
}

/**
 * Returns the URL that authenticator apps read from a QR code. The hash, the number of digits and the
 * period are left out, because they are the defaults of every app.
 *
 * @see https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
export function otpauthUrl({ site, account, secret }: OtpauthParts): string {
  const issuer = encode(site)
  const label = account === '' ? issuer : `${issuer}:${encode(account)}`
  return `otpauth://totp/${label}?secret=${encodeBase32(secret)}&issuer=${issuer}`
}

/**
 * Apps split the label at the first colon, encoded or not, so a part must not contain one, like the
 * one before a port. Half a surrogate pair cannot be encoded.
 */
function encode(part: string): string {
  return encodeURIComponent(part.replace(/:|\p{Surrogate}/gu, ' ').trim())
}
