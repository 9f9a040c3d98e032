import type { Context } from '../context/context.js'
import { sha256Hex } from '../crypto/digest.js'
import { randomHex } from '../crypto/random.js'
import { InvalidSessionOptions } from '../errors/config-errors.js'

declare const hashed: unique symbol

/**
 * A session token as the database stores it. An attacker who reads the database cannot sign in with
 * it.
 */
export type HashedToken = string & { readonly [hashed]: true }

const prefix = 'sha256:'

/** 32 random bytes, followed by the second in which the session began. */
const ownToken = /^[0-9a-f]{72}$/
const randomDigits = 64

/** The same beside servers with Auth.js, where the row's key is the token itself. */
const sharedToken = /^[0-9a-f]{64}\.[0-9a-f]{8}$/

/** Prefix of a revocable token's id before it is hashed. A cookie's token never begins with it. */
const tokenPrefix = 'jwt:'

/** What Auth.js uses as a key, which is printable ASCII and fits into a column of its tables. */
const clearToken = /^[\x21-\x7e]{1,255}$/

/** A hash, or the mark of a revocation. Some databases ignore case in keys. */
const likeKey = /^(?:sha256|mark):/i

/** When a session began. */
export interface SessionBirth {
  /** Seconds since the epoch. Undefined if nothing says it, for example because Auth.js began it. */
  readonly startedAt: number | undefined
}

/**
 * Generates the token of a new session.
 *
 * Latchkey's own token ends with the time at which the session began, and its hash protects that
 * time. The absolute lifetime of a session therefore works with tables that have no column for it.
 * A session that continues another one says when that one began.
 */
export function createSessionToken(
  ctx: Context,
  { startedAt }: SessionBirth = { startedAt: ctx.now },
): string {
  const { runtime, session, compatibility } = ctx.config
  const { generateSessionToken } = session
  if (!generateSessionToken) {
    if (startedAt === undefined) return randomHex(32, runtime.random)
    const begin = startedAt.toString(16).padStart(8, '0')
    return `${randomHex(32, runtime.random)}${compatibility ? '.' : ''}${begin}`
  }
  const token: unknown = generateSessionToken()
  if (typeof token !== 'string' || token === '') {
    throw new InvalidSessionOptions(
      `Expected \`session.generateSessionToken\` to return text that is not empty, got ${token === '' ? 'empty text' : typeof token}.`,
    )
  }
  return isCookieToken(token) ? token : escapePrefix + token
}

/**
 * Prefix for an app's custom token that begins like one of our keys. The cookie contains it too.
 */
const escapePrefix = 'token:'

/**
 * Whether a session cookie may hold this token. A token that looks like a hash or another row key
 * is refused, because otherwise an attacker could sign in with the keys from a stolen table.
 */
export function isCookieToken(token: string): boolean {
  return token !== '' && !likeKey.test(token) && !token.startsWith(tokenPrefix)
}

/**
 * Returns the key under which a new session is stored. It is a hash, except beside servers with
 * Auth.js, which look for the token itself.
 */
export function rowKeyFor(ctx: Context, token: string): string | Promise<string> {
  return isStoredUnhashed(ctx, token) ? token : hashSessionToken(token)
}

/** Whether a new session with this token is stored under the token itself. */
export function isStoredUnhashed({ config }: Context, token: string): boolean {
  return config.compatibility === 'authjs' && mayBeStoredUnhashed(token)
}

/**
 * Returns the token under which a session can be stored for both servers. Latchkey's own token gets
 * the dot by which it is recognized.
 */
export function shareToken(token: string): string {
  if (!ownToken.test(token)) return token
  return `${token.slice(0, randomDigits)}.${token.slice(randomDigits)}`
}

/** Undoes {@link shareToken}. */
export function unshareToken(token: string): string {
  return sharedToken.test(token) ? token.replace('.', '') : token
}

/** Whether Latchkey made a token beside servers with Auth.js. */
export function isSharedToken({ config }: Context, token: string): boolean {
  return !config.session.generateSessionToken && sharedToken.test(token)
}

/** Returns the key of a revocable token's row. No cookie of a database session leads to it. */
export function hashTokenId(id: string): HashedToken | Promise<HashedToken> {
  return hashSessionToken(tokenPrefix + id)
}

/** Returns the public name of a row, which cannot be used to sign in. */
export function publicKeyOf(sessionToken: string): string | Promise<string> {
  return sessionToken.startsWith(prefix) ? sessionToken : hashSessionToken(sessionToken)
}

/**
 * Returns every public name of a row. A session that was moved for servers with Auth.js had another one
 * before, which a page may still show.
 */
export async function publicKeysOf(sessionToken: string): Promise<readonly string[]> {
  const former = unshareToken(sessionToken)
  const name = await publicKeyOf(sessionToken)
  return former === sessionToken ? [name] : [name, await publicKeyOf(former)]
}

export function hashSessionToken(token: string): HashedToken | Promise<HashedToken> {
  return sha256Hex(token, prefix) as HashedToken | Promise<HashedToken>
}

/**
 * Returns when a session began, in seconds since the epoch, or undefined if its token does not say.
 */
export function createdAtOf(ctx: Context, token: string): number | undefined {
  if (ctx.config.session.generateSessionToken) return undefined
  if (ownToken.test(token)) return Number.parseInt(token.slice(randomDigits), 16)
  return sharedToken.test(token) ? Number.parseInt(token.slice(randomDigits + 1), 16) : undefined
}

/** Whether a token may itself be the key of a row, because Auth.js stores tokens unhashed. */
export function mayBeStoredUnhashed(token: string): boolean {
  return !ownToken.test(token) && clearToken.test(token)
}
