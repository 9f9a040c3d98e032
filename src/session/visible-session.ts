import type { Context } from '../context/context.js'
import type { SessionCallbackParams } from '../model/callbacks.js'
import type { DefaultSession, JWT, Session, User } from '../model/records.js'
import { showImage } from './claims.js'
import { isoDate } from './iso-date.js'
import type { LivingRow } from './session-rows.js'

/** The client's wish to change its session. */
export interface SessionUpdate {
  /** As the client sent it: not to be believed. */
  readonly data: unknown
}

/** What the client sees of a session unless the application says otherwise. */
export function plainSession(claims: JWT, exp: number): Session & { user: User } {
  return {
    user: { name: claims.name, email: claims.email, image: claims.picture },
    expires: isoDate(exp),
  }
}

/** What the client sees of a session when the application has a `session` callback. */
export async function sessionFromCallback(
  ctx: Context,
  session: Session & { user: User },
  claims: JWT,
  update: SessionUpdate | undefined,
): Promise<DefaultSession> {
  return callSessionCallback(ctx, { session, token: showImage(claims) }, update)
}

/** What the client sees of a row unless the application says otherwise. */
export function plainSessionOfRow({ session, user }: LivingRow): Session & { user: User } {
  return {
    user: { name: user.name, email: user.email, image: user.image },
    expires: session.expires.toISOString(),
  }
}

/**
 * What the client sees of a row when the application has a `session` callback.
 *
 * An application that returns what it was given publishes it: so the token is not in it, nor what
 * else the tables hold.
 */
export async function rowSessionFromCallback(
  ctx: Context,
  { session: { userId, expires }, user }: LivingRow,
  update: SessionUpdate | undefined,
): Promise<DefaultSession> {
  const { id, name, email, image } = user
  const session = { user: { id, name, email, image }, userId, expires }
  const exposed = await callSessionCallback(ctx, { session, user }, update)
  const until: unknown = exposed.expires
  return until instanceof Date ? { ...exposed, expires: until.toISOString() } : exposed
}

async function callSessionCallback(
  ctx: Context,
  half: object,
  update: SessionUpdate | undefined,
): Promise<DefaultSession> {
  // The type has both strategies' halves, so that either can be destructured; this is one of them.
  const params = half as SessionCallbackParams
  const exposed = await ctx.config.callbacks.session?.(
    update ? { ...params, newSession: update.data, trigger: 'update' } : params,
  )
  if (typeof exposed !== 'object' || exposed === null) {
    throw new TypeError(`Expected the \`session\` callback to return an object.`)
  }
  return exposed
}
