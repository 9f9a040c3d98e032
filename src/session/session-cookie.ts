import type { Context } from '../context/context.js'
import { dropProviderSession, renewProviderSession } from '../context/provider-session.js'
import { dropTokenCookies } from '../context/token-cookies.js'
import { SessionTooLarge } from '../errors/runtime-errors.js'
import { joinChunks, longestChunkedValue, possibleNames, splitIntoChunks } from '../http/chunks.js'

/** The browser's session token. */
export interface SessionCookie {
  readonly value: string
  /** The name of the cookie. It is also the salt of the key that sealed the token. */
  readonly name: string
  /** Whether the cookie has its current name, not a former one. */
  readonly current: boolean
  /**
   * Whether its name is one that sessions of ours may have. A sibling subdomain can set a former
   * name without `__Host-`, so only sessions of Auth.js are accepted there.
   */
  readonly isTrusted: boolean
}

/** Returns the session cookie with its current name, or else with a former name. */
export function readSessionCookie(ctx: Context): SessionCookie | undefined {
  return readSessionCookies(ctx)[0]
}

/**
 * Returns every session cookie of the browser, the one with the current name first. A browser has
 * several if the app went back to Auth.js for a while, which ignores cookies with `__Host-`.
 */
export function readSessionCookies(ctx: Context): readonly SessionCookie[] {
  const { name: currentName, names } = ctx.cookies.sessionToken
  const cookies: SessionCookie[] = []
  for (const name of names) {
    // Every request pays for this, and few browsers have a cookie with a former name. The one without
    // a prefix may come from a page by http, so it must not compete with another.
    if (!ctx.jar.mayHave(name) || (cookies.length > 0 && !isPrefixed(name))) continue
    const value = joinChunks((chunk) => ctx.jar.get(chunk), name)
    if (!value) continue
    const current = name === currentName
    cookies.push({ value, name, current, isTrusted: current || name.startsWith('__Host-') })
  }
  return cookies
}

function isPrefixed(name: string): boolean {
  return name.startsWith('__')
}

/** Sets the session cookie, in chunks if necessary, and removes the previous one. */
export function writeSessionCookie(ctx: Context, value: string, expires: Date): void {
  const { attributes } = ctx.cookies.sessionToken
  const chunks = splitToken(ctx, value)
  clearChunks(ctx)
  for (const chunk of chunks) ctx.jar.set(chunk.name, chunk.value, { expires, ...attributes })
  renewProviderSession(ctx, expires)
}

/** Splits a token into cookies. Throws `SessionTooLarge` if they cannot hold it. */
export function splitToken(
  ctx: Context,
  value: string,
): NonNullable<ReturnType<typeof splitIntoChunks>> {
  const { name } = ctx.cookies.sessionToken
  const chunks = splitIntoChunks(name, value, readSessionCookie(ctx)?.value.length)
  if (chunks) return chunks
  throw new SessionTooLarge(explainSize(value.length))
}

/** Removes the session cookies with other names. Their sessions are older than this one. */
export function clearOtherSessionCookies(ctx: Context, kept: SessionCookie): void {
  clearChunks(ctx, kept.name)
}

/** Removes the session cookie and the stored details of the session at the provider. */
export function clearSessionCookie(ctx: Context): void {
  clearChunks(ctx)
  dropProviderSession(ctx)
  dropTokenCookies(ctx)
}

/** Clears all chunks, including those of former names, except those of `kept`. */
function clearChunks(ctx: Context, kept?: string): void {
  const { names, attributes } = ctx.cookies.sessionToken
  for (const name of names) {
    if (name === kept || !ctx.jar.mayHave(name)) continue
    for (const possible of possibleNames(name)) ctx.jar.delete(possible, attributes)
  }
}

function explainSize(size: number): string {
  return (
    `The session token has ${size} characters; cookies hold ${longestChunkedValue}. ` +
    'Keep less in the token that the `jwt` callback returns.'
  )
}
