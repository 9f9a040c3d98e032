import { open, seal } from '../crypto/seal.js'
import type { Context } from './context.js'

/** Something that we remember in a browser, and that nobody else can read or write. */
export interface SealedCookie<T> {
  /** Keeps a value for so many seconds, in the place of the one before. */
  keep(ctx: Context, value: T, maxAge: number): Promise<void>
  find(ctx: Context): Promise<T | undefined>
  /** Keeps the value that the browser has, if any, until this moment. */
  renew(ctx: Context, expires: Date): void
  drop(ctx: Context): void
}

/**
 * The cookie for a purpose, sealed with a key of its own.
 *
 * It lies beside the attempts, and is none of them: their names end with an id that begins with a time.
 */
export function sealedCookie<T>(purpose: string): SealedCookie<T> {
  const label = `latchkey.${purpose}`
  const nameOf = (ctx: Context): string => `${ctx.cookies.attempt.name}-${purpose}`
  return {
    async keep(ctx, value, maxAge) {
      const sealed = await seal<T>(JSON.stringify(value), ctx.config.secrets, label)
      ctx.jar.set(nameOf(ctx), sealed, { maxAge, ...ctx.cookies.attempt.attributes })
    },
    async find(ctx) {
      const value = ctx.jar.get(nameOf(ctx))
      const opened = value === undefined ? undefined : await open(value, ctx.config.secrets, label)
      // Only we can have sealed it, so it is what `keep` was given.
      return opened && (JSON.parse(opened.plaintext) as T)
    },
    renew(ctx, expires) {
      const value = ctx.jar.get(nameOf(ctx))
      if (value === undefined) return
      ctx.jar.set(nameOf(ctx), value, { expires, ...ctx.cookies.attempt.attributes })
    },
    drop(ctx) {
      ctx.jar.delete(nameOf(ctx), ctx.cookies.attempt.attributes)
    },
  }
}
