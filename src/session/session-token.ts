import type { Context } from '../context/context.js'
import { andThen } from '../crypto/and-then.js'
import { sha256Hex } from '../crypto/digest.js'
import { randomHex } from '../crypto/random.js'
import { InvalidSessionOptions } from '../errors/config-errors.js'

declare const hashed: unique symbol

/** A session token as the database knows it. Whoever reads it there cannot sign in with it. */
export type HashedToken = string & { readonly [hashed]: true }

const prefix = 'sha256:'

/** 32 random bytes, then the second in which the session began. */
const ownToken = /^[0-9a-f]{72}$/
const randomDigits = 64

/** Before the id of a revocable token is hashed; what a cookie holds never begins so. */
const tokenPrefix = 'jwt:'

/** What Auth.js uses as a key: printable ASCII, and no longer than a column of its tables. */
const clearToken = /^[\x21-\x7e]{1,255}$/

/** A hash, or the mark of a revocation. Some databases ignore case in keys. */
const likeKey = /^(?:sha256|mark):/i

/**
 * Draws the token of a new session.
 *
 * Ours ends with its time of birth, which its hash vouches for: so the absolute lifetime of a
 * session holds with tables that have no column for it.
 */
export function createSessionToken(ctx: Context): string {
  const { runtime, session } = ctx.config
  const { generateSessionToken } = session
  if (!generateSessionToken) {
    return randomHex(32, runtime.random) + ctx.now.toString(16).padStart(8, '0')
  }
  const token: unknown = generateSessionToken()
  if (typeof token !== 'string' || token === '') {
    throw new InvalidSessionOptions(
      `Expected \`session.generateSessionToken\` to return text that is not empty, got ${token === '' ? 'empty text' : typeof token}.`,
    )
  }
  return isCookieToken(token) ? token : escapePrefix + token
}

/** Before a token of the application's that begins like one of our keys; the cookie has it, too. */
const escapePrefix = 'token:'

/**
 * Whether a session cookie may hold this. What looks like a hash, or names a row in another way, is
 * no token; else a stolen copy of the table would be a bunch of keys.
 */
export function isCookieToken(token: string): boolean {
  return token !== '' && !likeKey.test(token) && !token.startsWith(tokenPrefix)
}

/** The key of a revocable token's row, which no cookie of a database session leads to. */
export function hashTokenId(id: string): HashedToken | Promise<HashedToken> {
  return hashSessionToken(tokenPrefix + id)
}

/** What a row is called in public: never a key that signs anybody in. */
export function publicKeyOf(sessionToken: string): string | Promise<string> {
  return sessionToken.startsWith(prefix) ? sessionToken : hashSessionToken(sessionToken)
}

export function hashSessionToken(token: string): HashedToken | Promise<HashedToken> {
  return andThen(sha256Hex(token), (hex) => `${prefix}${hex}` as HashedToken)
}

/** Seconds since the epoch at which a session began; undefined when its token does not tell. */
export function createdAtOf(ctx: Context, token: string): number | undefined {
  if (ctx.config.session.generateSessionToken || !ownToken.test(token)) return undefined
  return Number.parseInt(token.slice(randomDigits), 16)
}

/** Whether a presentable token may be the key of a row as it is: Auth.js stores them in clear. */
export function mayBeStoredUnhashed(token: string): boolean {
  return !ownToken.test(token) && clearToken.test(token)
}
