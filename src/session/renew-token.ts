import type { Context } from '../context/context.js'
import type { JWT } from '../model/records.js'
import { endRows, keepRow } from './revocable-token.js'
import { splitToken, writeSessionCookie } from './session-cookie.js'
import { deleteReplacedRow } from './session-rows.js'
import { isShared, renewedAt, startedAt, startOf } from './session-start.js'
import type { SignedIn } from './strategy.js'
import { sealClaims } from './token.js'

/**
 * Seals the claims again and returns them with their expiry, or undefined if the session was revoked in
 * the meantime.
 */
export async function renew(
  ctx: Context,
  claims: JWT,
  signedIn?: SignedIn & { readonly replaces?: string | undefined },
): Promise<{ readonly exp: number; readonly claims: JWT } | undefined> {
  const { jwt, session } = ctx.config
  const started = startOf(claims) ?? ctx.now
  const maxAge = Math.min(jwt.maxAge, session.maxAge)
  const exp = Math.min(ctx.now + maxAge, started + session.absoluteMaxAge)
  const named = await keepRow(ctx, claims, new Date(exp * 1000), signedIn)
  if (!named) return undefined
  const isBesideAuthJs = ctx.config.compatibility === 'authjs'
  const token = {
    ...named,
    [startedAt]: started,
    [isShared]: isBesideAuthJs ? true : undefined,
    [renewedAt]: isBesideAuthJs ? ctx.now : undefined,
  }
  const label = ctx.cookies.sessionToken.name
  const value = jwt.encode
    ? await jwt.encode({ token, secret: [...jwt.secrets], salt: label, maxAge: exp - ctx.now })
    : await sealClaims(token, jwt.secrets, label, exp, ctx.now)
  if (signedIn?.replaces !== undefined) {
    // The former session must not end for a token that the browser cannot keep.
    splitToken(ctx, value)
    if (!(await replaceRow(ctx, signedIn.replaces, token))) return undefined
  }
  writeSessionCookie(ctx, value, new Date(exp * 1000))
  return { exp, claims: token }
}

/**
 * Ends the session that a token replaces. Returns false if it was ended in the meantime. The cookie then
 * stays as it is, because a parallel request may have replaced the session.
 */
async function replaceRow(ctx: Context, former: string, token: JWT): Promise<boolean> {
  if (await deleteReplacedRow(ctx, former)) return true
  await endRows(ctx, token, 'here')
  return false
}
