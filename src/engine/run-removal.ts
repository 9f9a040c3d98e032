import type { Connection, SignInContext } from '../context/context.js'
import { requireCurrentUser } from '../flows/user/current-user.js'
import type { Cookie } from '../http/cookie.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import type { CurrentUser } from '../session/strategy.js'
import { requireOwnOrigin } from './guard.js'
import { openCall } from './open-call.js'

/** The options of a call that removes a way to sign in. */
export interface RemovalCall extends Connection {
  /**
   * Takes the cookies that your response must set. Without it, a user who removes the last second
   * factor is signed out. The calls for Qwik set them by themselves.
   */
  readonly setCookies?: ((cookies: readonly Cookie[]) => void) | undefined
}

/** Runs a call that removes a way to sign in, which may replace the session. */
export async function runRemoval<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  { setCookies, ...connection }: RemovalCall,
  remove: (ctx: SignInContext, current: CurrentUser) => Promise<boolean>,
): Promise<boolean> {
  const ctx = openCall(request, given, connection)
  requireOwnOrigin(ctx)
  try {
    return await remove(ctx, await requireCurrentUser(ctx))
  } finally {
    const changes = ctx.jar.changes()
    if (changes.length > 0) setCookies?.(changes)
  }
}
