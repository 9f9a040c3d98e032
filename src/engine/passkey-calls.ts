import { requireCurrentUser } from '../flows/user/current-user.js'
import { listOwnPasskeys, removeOwnPasskey, renameOwnPasskey } from '../flows/user/passkeys.js'
import type { Passkey } from '../model/account-description.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import { requireOwnOrigin } from './guard.js'
import { openCall } from './open-call.js'
import { runRemoval, type RemovalCall } from './run-removal.js'

export type { Passkey } from '../model/account-description.js'

/** Returns the signed-in user's passkeys, newest first. Rejects if the visitor is not signed in. */
export async function listPasskeys<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
): Promise<readonly Passkey[]> {
  const ctx = openCall(request, given)
  return listOwnPasskeys(ctx, await requireCurrentUser(ctx))
}

/**
 * Renames one of the signed-in user's passkeys. Returns false if the passkey does not belong to the
 * user. The adapter must have `updateAuthenticator`.
 *
 * Rejects unless the browser confirms, by `Sec-Fetch-Site` or `Origin`, that your site sent the request.
 */
export async function renamePasskey<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  id: string,
  name: string,
): Promise<boolean> {
  const ctx = openCall(request, given)
  requireOwnOrigin(ctx)
  return renameOwnPasskey(ctx, await requireCurrentUser(ctx), id, name)
}

/**
 * Removes one of the signed-in user's passkeys and ends the user's other sessions. Returns false if
 * the passkey does not belong to the user. Rejects if the passkey is the user's last way to sign
 * in. If it was the last second factor, the session of this browser is replaced by one with one
 * factor, so pass `setCookies`.
 *
 * Rejects unless the browser confirms, by `Sec-Fetch-Site` or `Origin`, that your site sent the request.
 */
export async function removePasskey<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  id: string,
  call: RemovalCall = {},
): Promise<boolean> {
  return runRemoval(request, given, call, (ctx, current) => removeOwnPasskey(ctx, current, id))
}
