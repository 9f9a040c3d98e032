import type { Context } from '../context/context.js'
import { JWTSessionError } from '../errors/runtime-errors.js'
import type { JWT } from '../model/records.js'
import { readSessionCookies, type SessionCookie } from './session-cookie.js'
import { isOurs, isTooOld } from './session-start.js'
import { isWithinLifetime, openClaims, type OpenedClaims } from './token.js'

/** A token that the browser sent and that can be decrypted. */
export interface PresentedToken {
  readonly cookie: SessionCookie
  readonly opened: OpenedClaims
}

/** Returns the browser's tokens that can be decrypted, the one that was issued last first. */
export async function openAll(
  ctx: Context,
  cookies: readonly SessionCookie[] = readSessionCookies(ctx),
): Promise<readonly PresentedToken[]> {
  const found: PresentedToken[] = []
  for (const cookie of cookies) {
    const opened = await openToken(ctx, cookie)
    if (opened) found.push({ cookie, opened })
  }
  return found.sort((a, b) => (b.opened.claims.iat ?? 0) - (a.opened.claims.iat ?? 0))
}

/**
 * Returns the claims of a cookie's token, or undefined if it is not valid. Synchronous if decryption
 * is.
 */
export function openToken(
  ctx: Context,
  cookie: SessionCookie,
): OpenedClaims | undefined | Promise<OpenedClaims | undefined> {
  const { jwt, session } = ctx.config
  // A sibling subdomain can set a cookie with a former name, so no token of ours is accepted there.
  const isAccepted = (claims: JWT): boolean =>
    (cookie.isTrusted || !isOurs(claims)) && !isTooOld(claims, session.absoluteMaxAge, ctx.now)
  return jwt.decode
    ? openWithCustomDecode(ctx, cookie, isAccepted)
    : openClaims(cookie.value, jwt.secrets, cookie.name, ctx.now, isAccepted)
}

async function openWithCustomDecode(
  ctx: Context,
  { value, name }: SessionCookie,
  isAccepted: (claims: JWT) => boolean,
): Promise<OpenedClaims | undefined> {
  const { jwt } = ctx.config
  try {
    const claims = await jwt.decode?.({ token: value, secret: [...jwt.secrets], salt: name })
    const isGood = claims && isWithinLifetime(claims, ctx.now) && isAccepted(claims)
    return isGood ? { claims, current: true } : undefined
  } catch (cause) {
    ctx.log.error(new JWTSessionError('The function `jwt.decode` threw.', { cause }))
    return undefined
  }
}
