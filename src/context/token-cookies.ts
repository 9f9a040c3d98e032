import type { Context } from './context.js'

/** Returns the name of the cookie that keeps the tokens of a provider. Without an id, the prefix. */
export function tokenCookieName({ cookies }: Context, providerId = ''): string {
  return `${cookies.attempt.name}-tokens.${encodeURIComponent(providerId)}`
}

/** Deletes the tokens of all providers. They are worth nothing without the session. */
export function dropTokenCookies(ctx: Context): void {
  for (const name of ctx.jar.names(tokenCookieName(ctx))) {
    ctx.jar.delete(name, ctx.cookies.attempt.attributes)
  }
}
