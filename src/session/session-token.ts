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

/** Longer keys are not in any table of Auth.js. */
const longestClearToken = 255

/**
 * Draws the token of a new session.
 *
 * Ours ends with its time of birth, which its hash vouches for: so the absolute lifetime of a
 * session holds with tables that have no column for it.
 */
export function drawSessionToken(ctx: Context): string {
  const { generateSessionToken } = ctx.config.session
  if (!generateSessionToken) return randomHex() + ctx.now.toString(16).padStart(8, '0')
  const token: unknown = generateSessionToken()
  if (typeof token === 'string' && token !== '' && !token.startsWith(prefix)) return token
  throw new InvalidSessionOptions(
    `Expected \`session.generateSessionToken\` to return a text that does not begin with "${prefix}".`,
  )
}

export function hashSessionToken(token: string): HashedToken | Promise<HashedToken> {
  return andThen(sha256Hex(token), (hex) => `${prefix}${hex}` as HashedToken)
}

/** Seconds since the epoch at which a session began; undefined when its token does not tell. */
export function birthOf(ctx: Context, token: string): number | undefined {
  if (ctx.config.session.generateSessionToken || !ownToken.test(token)) return undefined
  return Number.parseInt(token.slice(randomDigits), 16)
}

/**
 * Whether a presented token may be the key of a row as it is: Auth.js stores tokens in clear.
 *
 * What looks like a hash never is; else a stolen copy of the table would be a bunch of keys.
 */
export function mayLieInClear(token: string): boolean {
  return !ownToken.test(token) && !token.startsWith(prefix) && token.length <= longestClearToken
}
