import type { Context } from '../context/context.js'
import { dropProviderSession, renewProviderSession } from '../context/provider-session.js'
import { SessionTooLarge } from '../errors/runtime-errors.js'
import { joinChunks, longestChunkedValue, possibleNames, splitIntoChunks } from '../http/chunks.js'

/** The session token that the browser holds. */
export interface SessionCookie {
  readonly value: string
  /** The name that it lies under; also the label of the key that sealed it. */
  readonly name: string
  /** Whether it lies exactly where we would put it today. */
  readonly current: boolean
}

/** The session cookie under its name of today, else under a former one. */
export function readSessionCookie(ctx: Context): SessionCookie | undefined {
  const { name, formerNames } = ctx.cookies.sessionToken
  for (const candidate of [name, ...formerNames]) {
    const found = joinChunks((chunk) => ctx.jar.get(chunk), candidate)
    if (found) return { value: found.value, name: candidate, current: candidate === name }
  }
  return undefined
}

/** Sets the session cookie, in chunks where it must, and removes whatever lay there before. */
export function writeSessionCookie(ctx: Context, value: string, expires: Date): void {
  const { name, attributes } = ctx.cookies.sessionToken
  const chunks = splitIntoChunks(name, value)
  if (!chunks) throw new SessionTooLarge(explainSize(value.length))
  clearChunks(ctx)
  for (const chunk of chunks) ctx.jar.set(chunk.name, chunk.value, { expires, ...attributes })
  renewProviderSession(ctx, expires)
}

/** Removes the session cookie, and what was remembered of the session at the provider. */
export function clearSessionCookie(ctx: Context): void {
  clearChunks(ctx)
  dropProviderSession(ctx)
}

/** All chunks, and those of former names. */
function clearChunks(ctx: Context): void {
  const { name, formerNames, attributes } = ctx.cookies.sessionToken
  for (const candidate of [name, ...formerNames].flatMap(possibleNames)) {
    ctx.jar.delete(candidate, attributes)
  }
}

function explainSize(size: number): string {
  return (
    `The session token has ${size} characters; cookies hold ${longestChunkedValue}. ` +
    'Keep less in the token that the `jwt` callback returns.'
  )
}
