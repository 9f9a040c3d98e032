import { open, seal } from '../crypto/seal.js'
import { joinChunks, possibleNames, splitIntoChunks } from '../http/chunks.js'
import { withLifetime } from '../http/cookie.js'
import type { Context } from './context.js'
import { packTexts, unpackTexts } from './repeated-texts.js'

/** An encrypted cookie that may be split over several. */
export interface LargeCookie {
  readonly name: (ctx: Context) => string
  /** Separates it from everything else that is encrypted with the same secret. */
  readonly label: string
  /** Seconds for which the browser keeps it. */
  readonly lifetime: number
}

/** Encrypts a value for the browser. Returns false and changes nothing if it is too large. */
export async function keepSealed(
  ctx: Context,
  cookie: LargeCookie,
  value: object,
): Promise<boolean> {
  const sealed = await seal<object>(packTexts(value), ctx.config.secrets, cookie.label)
  const chunks = splitIntoChunks(cookie.name(ctx), sealed)
  if (!chunks) return false
  dropSealed(ctx, cookie)
  const { attributes } = ctx.cookies.attempt
  for (const { name, value: text } of chunks) {
    ctx.jar.set(name, text, withLifetime(cookie.lifetime, attributes))
  }
  return true
}

/**
 * Returns the value that the browser sent. Only this library can have encrypted it. A value that an
 * earlier version has kept is lost, and the user signs in again.
 */
export async function findSealed(ctx: Context, cookie: LargeCookie): Promise<unknown> {
  const sealed = joinChunks((name) => ctx.jar.get(name), cookie.name(ctx))
  const opened = sealed && (await open(sealed, ctx.config.secrets, cookie.label))
  return opened ? unpackTexts(opened.plaintext) : undefined
}

export function dropSealed(ctx: Context, cookie: LargeCookie): void {
  const { attributes } = ctx.cookies.attempt
  for (const name of possibleNames(cookie.name(ctx))) {
    if (ctx.jar.get(name) !== undefined) ctx.jar.delete(name, attributes)
  }
}
