import { open, seal } from '../crypto/seal.js'
import { withLifetime } from '../http/cookie.js'
import type { Context } from './context.js'

/** A value that is stored in an encrypted cookie. Only this library can read or write it. */
export interface SealedCookie<T> {
  /** Stores a value for `maxAge` seconds and replaces the previous one. */
  keep(ctx: Context, value: T, maxAge: number): Promise<void>
  find(ctx: Context): Promise<T | undefined>
  /** Extends the cookie, if the browser has one, until `expires`. */
  renew(ctx: Context, expires: Date): void
  drop(ctx: Context): void
}

/**
 * Creates a cookie for one purpose, with its own encryption key.
 *
 * Its name starts like the names of attempt cookies. It is never read as an attempt, because
 * attempt ids start with a timestamp.
 */
export function sealedCookie<T>(purpose: string): SealedCookie<T> {
  const label = `latchkey.${purpose}`
  const nameOf = (ctx: Context): string => `${ctx.cookies.attempt.name}-${purpose}`
  return {
    async keep(ctx, value, maxAge) {
      const sealed = await seal<T>(JSON.stringify(value), ctx.config.secrets, label)
      ctx.jar.set(nameOf(ctx), sealed, withLifetime(maxAge, ctx.cookies.attempt.attributes))
    },
    async find(ctx) {
      const value = ctx.jar.get(nameOf(ctx))
      const opened = value === undefined ? undefined : await open(value, ctx.config.secrets, label)
      // Only this library can encrypt the cookie, so `keep` wrote the value.
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
