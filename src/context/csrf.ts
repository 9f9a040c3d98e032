import { equalInConstantTime } from '../crypto/equal.js'
import { findMacSecret, mac } from '../crypto/mac.js'
import { randomToken } from '../crypto/random.js'
import type { Context } from './context.js'

const label = 'csrf'

/** The token that forms of this browser must carry; makes one, and its cookie, when there is none. */
export async function csrfToken(ctx: Context): Promise<string | undefined> {
  if (ctx.config.csrf === 'skipped') return undefined
  const known = await tokenIn(ctx, ctx.cookies.csrfToken.name)
  if (known !== undefined) return known
  const token = randomToken(32, ctx.config.runtime.random)
  const { name, attributes } = ctx.cookies.csrfToken
  const [secret = ''] = ctx.config.secrets
  const value = `${token}|${await mac(token, secret, label)}`
  ctx.jar.set(name, value, attributes)
  ctx.jar.set(tabCookie(name, token), value, { ...attributes, maxAge: tabLifetime })
  return token
}

/** Seconds that a page may be open before its first form is sent. */
const tabLifetime = 15 * 60

/**
 * Pages that a new browser loads at the same time replace each other's cookie. The name of this one
 * has a part of the token, so that the form of each page finds its own.
 */
function tabCookie(name: string, token: string): string {
  return `${name}.${token.slice(0, 8)}`
}

/** Whether a form carries the token of this browser's cookie. */
export async function hasCsrfToken(ctx: Context, candidate: unknown): Promise<boolean> {
  if (typeof candidate !== 'string') return false
  const { name } = ctx.cookies.csrfToken
  for (const cookie of [name, tabCookie(name, candidate)]) {
    const token = await tokenIn(ctx, cookie)
    if (token !== undefined && equalInConstantTime(token, candidate)) return true
  }
  return false
}

/** Ends the token: what was known before a sign-in or sign-out is worth nothing after it. */
export function dropCsrfToken(ctx: Context): void {
  const { name, attributes } = ctx.cookies.csrfToken
  ctx.jar.delete(name, attributes)
  for (const tab of ctx.jar.names(`${name}.`)) ctx.jar.delete(tab, attributes)
}

/** The double-submit cookie holds the token and a MAC, so that nobody else can plant a pair. */
async function tokenIn(ctx: Context, cookie: string): Promise<string | undefined> {
  const [token, proof, ...rest] = ctx.jar.get(cookie)?.split('|') ?? []
  if (!token || !proof || rest.length > 0) return undefined
  return (await findMacSecret(token, proof, ctx.config.secrets, label)) && token
}
