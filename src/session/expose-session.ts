import type { Context } from '../context/context.js'
import type { SessionCallbackParams } from '../model/callbacks.js'
import type { DefaultSession, JWT, Session } from '../model/records.js'
import { showImage } from './claims.js'

/** The client's wish to change its session. */
export interface SessionUpdate {
  /** As the client sent it: not to be believed. */
  readonly data: unknown
}

/** What the client sees of a session: what the `session` callback returns. */
export async function exposeSession(
  ctx: Context,
  claims: JWT,
  exp: number,
  update: SessionUpdate | undefined,
): Promise<DefaultSession> {
  const session: Session & { user: object } = {
    user: { name: claims.name, email: claims.email, image: claims.picture },
    expires: new Date(exp * 1000).toISOString(),
  }
  const callback = ctx.config.callbacks.session
  if (!callback) return session
  // The type has both strategies' halves, so that either can be destructured; this is one of them.
  const params = { session, token: showImage(claims) } as SessionCallbackParams
  const exposed = await callback(
    update ? { ...params, newSession: update.data, trigger: 'update' } : params,
  )
  if (typeof exposed !== 'object' || exposed === null) {
    throw new TypeError(`Expected the \`session\` callback to return an object.`)
  }
  return exposed
}
