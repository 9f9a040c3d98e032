import type { Context } from '../context/context.js'
import { emitEvent } from '../context/emit-event.js'
import { SessionTooLarge } from '../errors/runtime-errors.js'
import type { DefaultSession, JWT } from '../model/records.js'
import { askJwt } from './claims.js'
import { sessionEvidence } from './evictable-token.js'
import { renew } from './renew-token.js'
import { wasReplaced } from './replaced-sessions.js'
import { hasNoRow, rowKeyOf, sessionId } from './revocable-token.js'
import { clearSessionCookie } from './session-cookie.js'
import {
  authenticatedAt,
  isShared,
  methods,
  renewedAt,
  startedAt,
  startOf,
} from './session-start.js'
import { plainSession, sessionFromCallback, type SessionUpdate } from './visible-session.js'

/** Runs the app's callbacks for a session and renews the token if necessary. */
export async function applyCallbacks(
  ctx: Context,
  before: JWT,
  update: SessionUpdate | undefined,
  mustRenew: boolean,
): Promise<DefaultSession | null> {
  const { callbacks, events } = ctx.config
  const claims = callbacks.jwt ? await askAgain(ctx, before, update) : before
  if (!claims) {
    clearSessionCookie(ctx)
    return null
  }
  const isOther = claims !== before && !isSame(claims, before)
  const renewed = mustRenew || isOther ? await renewIfItFits(ctx, claims, update) : 'unchanged'
  const exp = renewed === 'unchanged' ? expiryOf(ctx, before) : renewed
  if (exp === undefined) {
    await clearUnlessReplaced(ctx, before)
    return null
  }
  const plain = plainSession(claims, exp)
  const session = callbacks.session ? await sessionFromCallback(ctx, plain, claims, update) : plain
  if (events.session) await emitEvent(ctx, 'session', { session, token: claims })
  return session
}

/**
 * Renews a session. A token of Auth.js can be larger than cookies of ours, because Auth.js has no
 * limit. Its session then continues with the token that it has.
 */
async function renewIfItFits(
  ctx: Context,
  claims: JWT,
  update: SessionUpdate | undefined,
): Promise<number | 'unchanged' | undefined> {
  try {
    return (await renew(ctx, claims))?.exp
  } catch (thrown) {
    if (update || !(thrown instanceof SessionTooLarge)) throw thrown
    ctx.log.warnOnce('session-too-large', `${thrown.message} ${explainTooLarge}`)
    return 'unchanged'
  }
}

const explainTooLarge =
  'The user stays signed in with the token that the browser has, until that token expires.'

/**
 * Returns when a session ends that is not renewed. The app's custom `decode` may return claims
 * without `exp`, and a token of Auth.js may outlive the absolute lifetime.
 */
export function expiryOf(ctx: Context, claims: JWT): number {
  const { jwt, session } = ctx.config
  const end = (startOf(claims) ?? ctx.now) + session.absoluteMaxAge
  return Math.min(claims.exp ?? ctx.now + jwt.maxAge, end)
}

/** Returns what the `jwt` callback makes of claims that it has returned before. */
async function askAgain(
  ctx: Context,
  before: JWT,
  update: SessionUpdate | undefined,
): Promise<JWT | null> {
  const reason = update ? ({ trigger: 'update', session: update.data } as const) : {}
  const claims = await askJwt(ctx, before, reason)
  if (!claims) return null
  // The claims may contain data that the client sent, which must not change the user.
  const subject = update ? { sub: before.sub } : {}
  return { ...withOwnClaims(claims, before), ...subject }
}

function isSame(a: JWT, b: JWT): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** A callback may replace all claims, but it cannot change the age of the session. */
function withOwnClaims(claims: JWT, { iat, exp, jti, ...before }: JWT): JWT {
  const own = {
    [startedAt]: before[startedAt],
    [isShared]: before[isShared],
    [renewedAt]: before[renewedAt],
    [sessionId]: before[sessionId],
    [hasNoRow]: before[hasNoRow],
    [sessionEvidence]: before[sessionEvidence],
    [authenticatedAt]: before[authenticatedAt],
    [methods]: before[methods],
  }
  return { ...claims, ...own, iat, exp, jti }
}

/** Removes the cookie of a session that has ended, unless the browser has a new one by now. */
export async function clearUnlessReplaced(ctx: Context, claims: JWT): Promise<void> {
  const key = await rowKeyOf(ctx, claims)
  if (key === undefined || !(await wasReplaced(ctx, key))) clearSessionCookie(ctx)
}
