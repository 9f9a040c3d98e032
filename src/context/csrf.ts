import { equalInConstantTime } from '../crypto/equal.js'
import { findMacSecret, mac } from '../crypto/mac.js'
import { randomToken } from '../crypto/random.js'
import type { Context } from './context.js'

const label = 'csrf'

/** The token that forms of this browser must carry; makes one, and its cookie, when there is none. */
export async function csrfToken(ctx: Context): Promise<string | undefined> {
  if (ctx.config.csrf === 'skipped') return undefined
  const known = await tokenInCookie(ctx)
  if (known !== undefined) return known
  const token = randomToken(32, ctx.config.runtime.random)
  const { name, attributes } = ctx.cookies.csrfToken
  const [secret = ''] = ctx.config.secrets
  ctx.jar.set(name, `${token}|${await mac(token, secret, label)}`, attributes)
  return token
}

/** Whether a form carries the token of this browser's cookie. */
export async function hasCsrfToken(ctx: Context, candidate: unknown): Promise<boolean> {
  const token = await tokenInCookie(ctx)
  return (
    token !== undefined && typeof candidate === 'string' && equalInConstantTime(token, candidate)
  )
}

/** Whether a form carries a token as we make them, in a browser that has a cookie of another one. */
export async function mayHaveLostCsrfCookie(ctx: Context, candidate: unknown): Promise<boolean> {
  const isToken = typeof candidate === 'string' && /^[\w-]{43}$/.test(candidate)
  return isToken && (await tokenInCookie(ctx)) !== undefined
}

/** Ends the token: what was known before a sign-in or sign-out is worth nothing after it. */
export function dropCsrfToken(ctx: Context): void {
  const { name, attributes } = ctx.cookies.csrfToken
  ctx.jar.delete(name, attributes)
}

/** The double-submit cookie holds the token and a MAC, so that nobody else can plant a pair. */
async function tokenInCookie(ctx: Context): Promise<string | undefined> {
  const [token, proof, ...rest] = ctx.jar.get(ctx.cookies.csrfToken.name)?.split('|') ?? []
  if (!token || !proof || rest.length > 0) return undefined
  return (await findMacSecret(token, proof, ctx.config.secrets, label)) && token
}
