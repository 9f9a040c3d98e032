import { hashAsAuthJs } from '../crypto/authjs-hash.js'
import { equalInConstantTime } from '../crypto/equal.js'
import { findMacSecret, mac } from '../crypto/mac.js'
import { randomToken } from '../crypto/random.js'
import { withLifetime } from '../http/cookie.js'
import type { Context } from './context.js'

const label = 'csrf'

/**
 * Returns the token that this browser's forms must contain. Creates one, and its cookie, if the
 * browser has none.
 */
export async function csrfToken(ctx: Context): Promise<string | undefined> {
  if (ctx.config.csrf === 'skipped') return undefined
  const known = await tokenIn(ctx, ctx.cookies.csrfToken.name)
  if (known !== undefined) return known
  const token = randomToken(32, ctx.config.runtime.random)
  const { name, attributes } = ctx.cookies.csrfToken
  const value = `${token}|${await proofOf(ctx, token)}`
  ctx.jar.set(name, value, attributes)
  ctx.jar.set(tabCookie(name, token), value, withLifetime(tabLifetime, attributes))
  return token
}

/**
 * How many seconds a page may stay open before the visitor sends its first form, unless the app sets
 * the lifetime of the CSRF cookie.
 */
const tabLifetime = 15 * 60

/**
 * A new browser may load several pages at once, and each response replaces the CSRF cookie. The
 * name of this additional cookie contains a part of the token, so that each page's form is still
 * accepted.
 */
function tabCookie(name: string, token: string): string {
  return `${name}.${token.slice(0, 8)}`
}

/** Whether a form contains the token of this browser's CSRF cookie. */
export async function hasCsrfToken(ctx: Context, submitted: unknown): Promise<boolean> {
  if (typeof submitted !== 'string') return false
  const { name } = ctx.cookies.csrfToken
  for (const cookie of [name, tabCookie(name, submitted)]) {
    const token = await tokenIn(ctx, cookie)
    if (token !== undefined && equalInConstantTime(token, submitted)) return true
  }
  return false
}

/**
 * Deletes the CSRF token, so that a token from before a sign-in or sign-out is not accepted after
 * it.
 */
export function dropCsrfToken(ctx: Context): void {
  const { name, attributes } = ctx.cookies.csrfToken
  ctx.jar.delete(name, attributes)
  for (const cookie of ctx.jar.names(`${name}.`)) {
    if (isTabCookie(ctx, cookie)) ctx.jar.delete(cookie, attributes)
  }
}

/** The app may have a cookie of its own whose name begins like this one, such as `app.theme`. */
function isTabCookie({ cookies, jar }: Context, cookie: string): boolean {
  const [token = '', proof] = jar.get(cookie)?.split('|') ?? []
  return proof !== undefined && cookie === tabCookie(cookies.csrfToken.name, token)
}

/**
 * The double-submit cookie contains the token and a MAC, so that an attacker who can set cookies
 * cannot forge a pair.
 */
async function tokenIn(ctx: Context, cookie: string): Promise<string | undefined> {
  const [token, proof, ...rest] = ctx.jar.get(cookie)?.split('|') ?? []
  if (!token || !proof || rest.length > 0) return undefined
  return (await isProof(ctx, token, proof)) ? token : undefined
}

async function proofOf({ config }: Context, token: string): Promise<string> {
  const { secrets, compatibility } = config
  const [secret] = secrets
  return compatibility ? hashAsAuthJs(token, secrets) : mac(token, secret, label)
}

async function isProof({ config }: Context, token: string, proof: string): Promise<boolean> {
  const { secrets, compatibility } = config
  if (await findMacSecret(token, proof, secrets, label)) return true
  if (!compatibility) return false
  return equalInConstantTime(await hashAsAuthJs(token, secrets), proof)
}
