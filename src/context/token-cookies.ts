import type { Context } from './context.js'

/**
 * Returns the beginning of the names of cookies that keep tokens. Each session has its own, so that a
 * refresh that ends after a new sign-in does not replace the new tokens.
 */
export function tokenCookiePrefix({ cookies }: Context, sessionStart?: number): string {
  const session = sessionStart === undefined ? '' : `${sessionStart.toString(36)}.`
  return `${cookies.attempt.name}-tokens.${session}`
}

/** Deletes the tokens of all sessions, or of all but one. They are worth nothing without theirs. */
export function dropTokenCookies(ctx: Context, kept?: string): void {
  for (const name of ctx.jar.names(tokenCookiePrefix(ctx))) {
    if (kept === undefined || !name.startsWith(kept))
      ctx.jar.delete(name, ctx.cookies.attempt.attributes)
  }
}
