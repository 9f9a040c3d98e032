import type { Context } from '../context/context.js'
import { isThenable } from '../model/awaitable.js'
import type { SessionCallbackParams } from '../model/callbacks.js'
import type { DefaultSession, JWT, Session, User } from '../model/records.js'
import { showImage } from './claims.js'
import { isoDate, isoTime } from './iso-date.js'
import type { LivingRow } from './session-rows.js'

/** A client's request to update its session. */
export interface SessionUpdate {
  /** The data that the client sent. It is not trusted. */
  readonly data: unknown
}

/** Returns the session that the client sees if the app has no `session` callback. */
export function plainSession(claims: JWT, exp: number): Session & { user: User } {
  return {
    user: { name: claims.name, email: claims.email, image: claims.picture },
    expires: isoDate(exp),
  }
}

/**
 * Returns the session that the client sees if the app has a `session` callback. Synchronous if the
 * callback is.
 */
export function sessionFromCallback(
  ctx: Context,
  session: Session & { user: User },
  claims: JWT,
  update: SessionUpdate | undefined,
): DefaultSession | Promise<DefaultSession> {
  return callSessionCallback(ctx, { session, token: showImage(claims) }, update)
}

/** Returns a row's session that the client sees if the app has no `session` callback. */
export function plainSessionOfRow({ session, user }: LivingRow): Session & { user: User } {
  return {
    user: { name: user.name, email: user.email, image: user.image },
    expires: isoTime(session.expires.getTime()),
  }
}

/**
 * Returns a row's session that the client sees if the app has a `session` callback. Synchronous if
 * the callback is.
 *
 * An app that returns the callback's parameters publishes them. They therefore contain neither the
 * token nor other columns of the tables.
 */
export function rowSessionFromCallback(
  ctx: Context,
  { session: { userId, expires }, user }: LivingRow,
  update: SessionUpdate | undefined,
): DefaultSession | Promise<DefaultSession> {
  const { id, name, email, image } = user
  const session = { user: { id, name, email, image }, userId, expires }
  const exposed = callSessionCallback(ctx, { session, user }, update)
  return exposed instanceof Promise ? exposed.then(withExpiryAsText) : withExpiryAsText(exposed)
}

/** A callback may return the row, which has a date. */
function withExpiryAsText(exposed: DefaultSession): DefaultSession {
  const until: unknown = exposed.expires
  return until instanceof Date ? { ...exposed, expires: until.toISOString() } : exposed
}

function callSessionCallback(
  ctx: Context,
  half: object,
  update: SessionUpdate | undefined,
): DefaultSession | Promise<DefaultSession> {
  // The type has the members of both strategies, so that a callback can destructure either. This
  // object has the members of one strategy.
  const params = half as SessionCallbackParams
  const exposed = ctx.config.callbacks.session?.(
    update ? { ...params, newSession: update.data, trigger: 'update' } : params,
  )
  return isThenable(exposed)
    ? Promise.resolve(exposed).then(requireSession)
    : requireSession(exposed)
}

function requireSession(exposed: DefaultSession | undefined): DefaultSession {
  // Apps without types return anything.
  const given: unknown = exposed
  if (exposed && typeof given === 'object') return exposed
  throw new TypeError(`Expected the \`session\` callback to return an object.`)
}
