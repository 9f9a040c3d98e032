import type { Context } from '../context/context.js'
import type { SessionCallbackParams } from '../model/callbacks.js'
import type { DefaultSession, JWT, Session, User } from '../model/records.js'
import { showImage } from './claims.js'

/** The client's wish to change its session. */
export interface SessionUpdate {
  /** As the client sent it: not to be believed. */
  readonly data: unknown
}

/** What the client sees of a session unless the application says otherwise. */
export function plainSession(claims: JWT, exp: number): Session & { user: User } {
  return {
    user: { name: claims.name, email: claims.email, image: claims.picture },
    expires: new Date(exp * 1000).toISOString(),
  }
}

/** What the client sees of a session when the application has a `session` callback. */
export async function askSession(
  ctx: Context,
  session: Session & { user: User },
  claims: JWT,
  update: SessionUpdate | undefined,
): Promise<DefaultSession> {
  // The type has both strategies' halves, so that either can be destructured; this is one of them.
  const params = { session, token: showImage(claims) } as SessionCallbackParams
  const exposed = await ctx.config.callbacks.session?.(
    update ? { ...params, newSession: update.data, trigger: 'update' } : params,
  )
  if (typeof exposed !== 'object' || exposed === null) {
    throw new TypeError(`Expected the \`session\` callback to return an object.`)
  }
  return exposed
}
