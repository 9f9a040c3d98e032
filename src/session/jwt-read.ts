import type { Context } from '../context/context.js'
import { JWTSessionError } from '../errors/runtime-errors.js'
import type { DefaultSession, JWT } from '../model/records.js'
import { isEvictable, isNotEvicted } from './evictable-token.js'
import { applyCallbacks, clearUnlessReplaced, expiryOf } from './jwt-callbacks.js'
import { openAll, openToken } from './presented-tokens.js'
import { isNotRevoked, needsRow } from './revocable-token.js'
import {
  clearOtherSessionCookies,
  clearSessionCookie,
  readSessionCookies,
  type SessionCookie,
} from './session-cookie.js'
import { isOlderThan } from './session-start.js'
import type { OpenedClaims } from './token.js'
import { plainSession, sessionFromCallback, type SessionUpdate } from './visible-session.js'

/**
 * Reads the session of this browser, and changes it if there is an update.
 *
 * Most sessions need no change and are returned synchronously, because each `await` is a measurable
 * part of a session read.
 */
export function readOrUpdate(
  ctx: Context,
  update: SessionUpdate | undefined,
): DefaultSession | null | Promise<DefaultSession | null> {
  const cookies = readSessionCookies(ctx)
  if (cookies.length > 1) return readNewest(ctx, cookies, update)
  const [cookie] = cookies
  const found = cookie && openToken(ctx, cookie)
  const isAtOnce = cookie && found && !(found instanceof Promise) && !mayHaveEnded(ctx, found)
  if (isAtOnce && !isDue(ctx, cookie, found, update) && !mayChange(ctx)) {
    return showUnchanged(ctx, found.claims)
  }
  return readAfterChecks(ctx, cookie, found, update)
}

/** Whether the app can change the claims, or waits for each read. */
function mayChange({ config: { callbacks, events } }: Context): boolean {
  return (callbacks.jwt ?? events.session) !== undefined
}

/** Returns what the client sees of claims that stay as they are. Synchronous if the callback is. */
function showUnchanged(
  ctx: Context,
  claims: JWT,
): DefaultSession | null | Promise<DefaultSession | null> {
  const plain = plainSession(claims, expiryOf(ctx, claims))
  if (!ctx.config.callbacks.session) return plain
  try {
    const session = sessionFromCallback(ctx, plain, claims, undefined)
    if (!(session instanceof Promise)) return session
    return session.catch((cause: unknown) => reportUnread(ctx, cause))
  } catch (cause) {
    return reportUnread(ctx, cause)
  }
}

async function readNewest(
  ctx: Context,
  cookies: readonly SessionCookie[],
  update: SessionUpdate | undefined,
): Promise<DefaultSession | null> {
  const [newest] = await openAll(ctx, cookies)
  if (newest) clearOtherSessionCookies(ctx, newest.cookie)
  return readAfterChecks(ctx, newest?.cookie ?? cookies[0], newest?.opened, update)
}

async function readAfterChecks(
  ctx: Context,
  cookie: SessionCookie | undefined,
  found: OpenedClaims | undefined | Promise<OpenedClaims | undefined>,
  update: SessionUpdate | undefined,
): Promise<DefaultSession | null> {
  const opened = await found
  try {
    const isGood = opened && (!mayHaveEnded(ctx, opened) || (await isAlive(ctx, opened)))
    if (cookie && opened && isGood) {
      return await applyCallbacks(ctx, opened.claims, update, isDue(ctx, cookie, opened, update))
    }
    if (opened) {
      await clearUnlessReplaced(ctx, opened.claims)
      return null
    }
  } catch (cause) {
    return reportUnread(ctx, cause)
  }
  if (cookie && !opened) ctx.log.debug('session-unreadable', explainUnreadable)
  // This also clears chunks whose first part is missing, because they can never be decrypted.
  clearSessionCookie(ctx)
  return null
}

const explainUnreadable =
  'A session cookie does not open: it has expired, or was made under another secret or cookie name. ' +
  'When `secret` changes, keep the old one behind the new: `secret: [new, old]`.'

/** Whether the database may have a record that the session has ended. */
function mayHaveEnded(ctx: Context, { claims }: OpenedClaims): boolean {
  return ctx.config.session.revocable || isEvictable(claims)
}

async function isAlive(ctx: Context, { claims }: OpenedClaims): Promise<boolean> {
  const isOpen = !ctx.config.session.revocable || (await isNotRevoked(ctx, claims))
  return isOpen && isNotEvicted(ctx, claims)
}

/** Whether the token must be renewed. */
function isDue(
  ctx: Context,
  cookie: SessionCookie,
  opened: OpenedClaims,
  update: SessionUpdate | undefined,
): boolean {
  const { claims } = opened
  // A cookie with a former name is renamed when it is renewed. Reading alone does not rename it,
  // because an older server may still need its name.
  const isCurrent = !cookie.current || (opened.current && !needsRow(ctx, claims))
  const { updateAge } = ctx.config.session
  return update !== undefined || !isCurrent || isOlderThan(claims, updateAge, ctx.now)
}

/** A failed database or a bug in a callback is not a bad token and must not sign the user out. */
function reportUnread(ctx: Context, cause: unknown): null {
  ctx.notes.sessionError = 'JWTSessionError'
  ctx.log.error(new JWTSessionError('A session could not be read.', { cause }))
  return null
}
